import { expect, test } from "vitest";
import { withdrawnMarkWords } from "#app/components/analyses/finish-words.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import {
  changedMarks,
  changedMarkWords,
  placeHorses,
  placeShared,
  shareOfStarters,
} from "#app/domain/scoring/place-horses.ts";

const scores = [4, 2, 7, 1, 9, 3].map((horseNum, at) => ({ horseNum, probability: at === 1 ? 0.5 : 0.1 }));
const card = (out: Record<number, RunnerStatus>) =>
  [1, 2, 3, 4, 7, 9].map((horseNum) => ({ horseNum, status: out[horseNum] ?? ("entered" as const) }));
const listed = (out: Record<number, RunnerStatus>) =>
  placeHorses(scores, card(out)).map(({ score, place, mark }) => `${score.horseNum} ${place} ${mark ?? "-"}`);

test("who does not start is listed last without a mark, and no mark moves up", () => {
  expect(listed({})).toEqual(["4 1 favourite", "2 2 rival", "7 3 third", "1 4 fourth", "9 5 fourth", "3 6 -"]);
  expect(listed({ 4: "scratched", 7: "excluded" })).toEqual([
    ...["2 2 rival", "1 4 fourth", "9 5 fourth", "3 6 -"],
    ...["4 1 -", "7 3 -"],
  ]);
  // A horse that did not finish has started.
  expect(listed({ 4: "did_not_finish" })[0]).toBe("4 1 favourite");
  // Not on the card any more; on an unknown card everybody is taken to start.
  expect(placeHorses(scores, card({}).slice(1)).at(-1)).toMatchObject({ score: { horseNum: 1 }, isOut: true });
  expect(placeHorses(scores, []).some(({ isOut }) => isOut)).toBe(false);
});

test("a line says whose mark a withdrawn horse had; without a mark there is none", () => {
  const words = (out: Record<number, RunnerStatus>) => withdrawnMarkWords(placeHorses(scores, card(out)));
  expect(words({ 4: "scratched", 1: "scratched" })).toBe(
    "◎4番・△1番は出走しません。印は繰り上げず、成績では返還として扱います。",
  );
  expect(words({ 3: "scratched" })).toBeNull();
  expect(words({})).toBeNull();
});

test("of a shared analysis the finish says who is withdrawn, and the others' chances sum to 1", () => {
  const horses = scores.map((score) =>
    score.horseNum === 2 ? { ...score, finish: { status: "scratched" as const, position: null } } : score,
  );
  const placed = placeShared(horses);
  expect(placed.at(-1)).toMatchObject({ score: { horseNum: 2 }, mark: null, isOut: true });
  expect(shareOfStarters(placed)).toBeCloseTo(2, 10);
  expect(shareOfStarters(placeShared(scores))).toBe(1);
});

const words = (...given: Parameters<typeof changedMarks>) => changedMarks(...given).map(changedMarkWords);

test("after a scratch of ◎ the others move up, and the sixth gets a mark", () => {
  expect(words([3, 8, 1, 5, 2, 6], [8, 1, 5, 2, 6, 3])).toEqual([
    "8番 ○→◎",
    "1番 ▲→○",
    "5番 △→▲",
    "6番 無印→△",
    "3番 ◎→無印",
  ]);
});

test("the two △ have the same mark, and places from the sixth on none", () => {
  expect(words([3, 8, 1, 5, 2, 6, 7], [3, 8, 1, 2, 5, 7, 6])).toEqual([]);
  expect(words([1, 2, 3], [1, 3, 2])).toEqual(["3番 ▲→○", "2番 ○→▲"]);
});
