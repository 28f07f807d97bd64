import { expect, test } from "vitest";
import { unzipDetails, zipDetails } from "#app/db/zipped-details.server.ts";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import { USUAL_EXPONENTS } from "#app/domain/learning/calibration/order-probabilities.ts";
import { detailAnalysis } from "#app/domain/scoring/analysis-details.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { ALL_COLUMN_IDS, makePredictor, makeRace } from "#test/unit/support/explainable-model.ts";

const artifact = {
  ...{ sigma: 0.7, choice: fullChoice(1), venueType: 1, temperature: 1 },
  orderExponents: USUAL_EXPONENTS,
};
const predictor = makePredictor(ALL_COLUMN_IDS);
const race = makeRace(ALL_COLUMN_IDS, 1, 18);

function detail(isLearntFrom: boolean) {
  const scores = scoreRace({ artifact, predictor, isLearntFrom, race, runners: [] });
  return { scores, details: detailAnalysis({ artifact, predictor, race, scores }) };
}

test("the stored parts of every runner sum to its stored index, and all of it is at most 20 KB, 3.5 as it is stored", () => {
  const { scores, details } = detail(false);
  expect(details.why.map(({ horseNum }) => horseNum)).toEqual(race.horseNums);
  for (const { horseNum, index, up, down, rest } of details.why) {
    expect(index).toBe(scores.find((score) => score.horseNum === horseNum)!.index);
    const lines = [...up, ...down, ...(rest === null ? [] : [rest])];
    const hundredths = lines.reduce((sum, { contribution }) => sum + Math.round(contribution * 100), 0);
    expect(hundredths).toBe(Math.round(index * 100));
  }
  expect(new TextEncoder().encode(JSON.stringify(details)).length).toBeLessThan(20_000);
  expect(zipDetails(details).length).toBeLessThan(3_500);
});

test("the indexes of five earlier starts of eighteen runners add at most 1 KB as it is stored", () => {
  const { scores, details } = detail(false);
  const at = (horseNum: number, start: number) => ((horseNum * 7919 + start * 104_729) % 601) / 100 - 3;
  const past = new Map(
    race.horseNums.map((horseNum) => [
      horseNum,
      Array.from({ length: 5 }, (_, start): [number, number] => [
        20_770 - start * 35 - (horseNum % 7),
        Math.round(100 * at(horseNum, start)) / 100,
      ]),
    ]),
  );
  const kept = detailAnalysis({ artifact, predictor, race, scores, past });
  expect(kept.why[0]?.past).toEqual(past.get(1));
  expect(zipDetails(kept).length - zipDetails(details).length).toBeLessThan(1024);
});

test("details are read as they were stored", () => {
  const { details } = detail(false);
  expect(unzipDetails(zipDetails(details))).toEqual(details);
  expect(unzipDetails(new Uint8Array())).toBeNull();
});

test("the ten most likely pairs are of starters, most likely first; none if the model was trained on the race", () => {
  const { details } = detail(false);
  expect(details.quinella).toHaveLength(10);
  const probabilities = details.quinella.map(([, , probability]) => probability);
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
  for (const [one, other] of details.quinella) {
    expect(one).toBeLessThan(other);
    // Horse 3 of the eighteen does not start.
    expect([one, other]).not.toContain(3);
  }
  expect(detail(true).details.quinella).toEqual([]);
  expect(detail(true).details.why).toEqual(details.why);
});
