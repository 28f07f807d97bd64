import { expect, test } from "vitest";
import { TICKET_KINDS } from "#app/domain/racing/ticket-kind.ts";
import { readBetChoice } from "#app/forms/analyses/race-bets.server.ts";

const PICKS = [1, 12, 3, 5, 9, 6, 4, 2, 14, 16, 10, 8];
const HORSES = PICKS.map((horseNum) => ({
  horseNum,
  bracketNum: Math.ceil(horseNum / 2),
  probability: 1 / PICKS.length,
}));
const RACE = { kinds: TICKET_KINDS, horses: HORSES };

const choose = (query: string, race: Parameters<typeof readBetChoice>[1] = RACE) =>
  readBetChoice(new URLSearchParams(query), race);
const errorsOf = (query: string) => choose(query).lastResult?.error;

test("without a query the usual wide is shown, without a budget and without errors", () => {
  expect(choose("")).toEqual({
    kind: "wide",
    formation: { axis: [1], legs: [12, 3, 5, 9, 6, 4] },
    isPossible: true,
    isAnyLeftOut: false,
    budgetYen: null,
    split: "flat",
    lastResult: null,
  });
  expect(choose("", { kinds: ["win", "quinella"], horses: HORSES }).kind).toBe("win");
  expect(choose("ticket=place", { kinds: ["win", "quinella"], horses: HORSES }).kind).toBe("win");
});

test("what is ticked is the formation, in any number of fields; an axis is not needed", () => {
  expect(choose("ticket=trio&axis=9&leg=3&leg=12&leg=3&budget=1%2C200&split=even")).toMatchObject({
    kind: "trio",
    formation: { axis: [9], legs: [3, 12] },
    budgetYen: 1200,
    split: "even",
    lastResult: null,
  });
  expect(choose("ticket=quinella&leg=3&leg=12&budget=").formation).toEqual({ axis: [], legs: [3, 12] });
  expect(choose("ticket=win&axis=5&budget=３０００円")).toMatchObject({ formation: { axis: [5] }, budgetYen: 3000 });
});

test("a horse that does not start is left out, and that is said; nonsense is nothing", () => {
  expect(choose("ticket=wide&axis=7&axis=1&leg=3")).toMatchObject({
    formation: { axis: [1], legs: [3] },
    isAnyLeftOut: true,
  });
  // All that was ticked does not start.
  expect(choose("ticket=win&axis=7")).toMatchObject({ formation: { axis: [1] }, isAnyLeftOut: true });
  expect(choose("ticket=x&axis=abc&axis=01&axis=1e1&leg=999&split=x&leg[9999]=1&__intent__=x")).toMatchObject({
    kind: "wide",
    formation: { axis: [1] },
    isAnyLeftOut: false,
    split: "flat",
    lastResult: null,
  });
});

test("a budget that is too small says what the points cost at least", () => {
  expect(errorsOf("ticket=wide&budget=500")).toEqual({ budget: ["6点には600円から必要です"] });
  expect(choose("ticket=wide&budget=500")).toMatchObject({ isPossible: true, budgetYen: null });
  expect(choose("ticket=wide&budget=600")).toMatchObject({ budgetYen: 600, lastResult: null });
  expect(choose("ticket=wide&budget=650").budgetYen).toBe(650);
  const text = ["予算は100円から1,000,000円までの数字で入れてください。"];
  for (const bad of ["abc", "99", "0", "-600", "1000001", "6.5", "9".repeat(30)])
    expect(errorsOf(`ticket=win&budget=${bad}`), bad).toEqual({ budget: text });
});

test("formations without tickets, with too many, or with three axis horses of a trio are refused at their field", () => {
  expect(errorsOf("ticket=wide&axis=1&budget=600")).toEqual({
    leg: ["この選び方では1点もできません。相手を選んでください。"],
  });
  const all = PICKS.map((horse) => `leg=${horse}`).join("&");
  expect(choose(`ticket=trio&${all}`)).toMatchObject({ isPossible: true, lastResult: null });
  const wide = { kinds: RACE.kinds, horses: eighteen() };
  const every = wide.horses.flatMap(({ horseNum }) => [`leg=${horseNum}`]).join("&");
  // 18 × 17 × 16 orders; a 19th horse would make 5,814.
  expect(choose(`ticket=trifecta&${every}`, wide)).toMatchObject({ isPossible: true, lastResult: null });
  const more = { ...wide, horses: [...wide.horses, { horseNum: 19, bracketNum: 8, probability: 0.1 }] };
  expect(choose(`ticket=trifecta&${every}&leg=19`, more).lastResult?.error).toEqual({
    leg: ["5814点は多すぎます。一度に計算できるのは5000点までです。軸か相手を減らしてください。"],
  });
  expect(errorsOf(`ticket=quinella&${all}`)).toBeUndefined();
  expect(errorsOf("ticket=trio&axis=1&axis=12&axis=3&leg=5")).toEqual({
    axis: ["軸は2頭までです。3列目を選ぶと、フォーメーションになります。"],
  });
  expect(errorsOf("ticket=trio&axis=1&axis=12&axis=3&leg=5&budget=x")).toEqual({
    axis: ["軸は2頭までです。3列目を選ぶと、フォーメーションになります。"],
    budget: ["予算は100円から1,000,000円までの数字で入れてください。"],
  });
  expect(choose("ticket=wide&axis=1").isPossible).toBe(false);
});

function eighteen() {
  return Array.from({ length: 18 }, (_, at) => ({ horseNum: at + 1, bracketNum: null, probability: 1 / 18 }));
}

test("a third column makes a formation, マルチ belongs to ordered kinds, and brackets are chosen for 枠連", () => {
  expect(choose("ticket=trio&axis=1&axis=12&axis=3&leg=5&third=9&third=7&multi=on")).toMatchObject({
    formation: { axis: [1, 12, 3], legs: [5], thirds: [9] },
    isPossible: true,
    isAnyLeftOut: true,
  });
  expect(choose("ticket=trio&axis=1&leg=5&leg=3&multi=on").formation).not.toHaveProperty("isMulti");
  expect(choose("ticket=exacta&axis=1&leg=5&multi=on&third=9").formation).toEqual({
    axis: [1],
    legs: [5],
    isMulti: true,
  });
  // Horses 1, 12 and 3 are in the brackets 1, 6 and 2.
  expect(choose("ticket=bracket").formation).toEqual({ axis: [1], legs: [6, 2, 3] });
  expect(choose("ticket=bracket&axis=1&leg=8&leg=9")).toMatchObject({
    formation: { axis: [1], legs: [8] },
    isAnyLeftOut: true,
  });
});
