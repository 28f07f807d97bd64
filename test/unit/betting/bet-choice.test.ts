import { expect, test } from "vitest";
import { readBetChoice } from "#app/forms/analyses/race-bets.server.ts";

const PICKS = [1, 12, 3, 5, 9, 6, 4, 2, 14, 16, 10, 8];
const RACE = { kinds: ["win", "place", "quinella", "wide", "trio"] as const, picks: PICKS };

const choose = (query: string, race: Parameters<typeof readBetChoice>[1] = { ...RACE, kinds: [...RACE.kinds] }) =>
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
  expect(choose("", { kinds: ["win", "quinella"], picks: PICKS }).kind).toBe("win");
  expect(choose("ticket=place", { kinds: ["win", "quinella"], picks: PICKS }).kind).toBe("win");
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
  expect(errorsOf(`ticket=trio&${all}`)).toEqual({
    leg: ["220点は多すぎます。一度に計算できるのは100点までです。軸か相手を減らしてください。"],
  });
  expect(errorsOf(`ticket=quinella&${all}`)).toBeUndefined();
  expect(errorsOf("ticket=trio&axis=1&axis=12&axis=3&leg=5")).toEqual({ axis: ["三連複の軸は2頭までです。"] });
  expect(errorsOf("ticket=trio&axis=1&axis=12&axis=3&leg=5&budget=x")).toEqual({
    axis: ["三連複の軸は2頭までです。"],
    budget: ["予算は100円から1,000,000円までの数字で入れてください。"],
  });
  expect(choose("ticket=wide&axis=1").isPossible).toBe(false);
});
