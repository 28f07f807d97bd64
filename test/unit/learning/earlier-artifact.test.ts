import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openFor, parseArtifact } from "#app/domain/learning/artifact.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { makeCanaryRaces } from "#test/unit/support/canaries/canary-races.ts";
import { buildFeatures } from "#test/unit/support/market/features.ts";

/**
 * A model of before the ratings, trained by that release (96379fd0) on the first 432 of these races with 騎手, 斤量, 血統
 * and two averages, and its scores then: by race, rows of horse number, index, chance and place chance.
 */
interface Earlier {
  artifact: object;
  scores: Record<string, [number, number, number, number][]>;
}

const EARLIER: Earlier = JSON.parse(readFileSync(path.join(import.meta.dirname, "earlier-artifact.json"), "utf8"));

test("a model of an earlier catalogue of columns keeps its scores to the last digit, by its final fit and its refits", () => {
  const artifact = parseArtifact(new TextEncoder().encode(JSON.stringify(EARLIER.artifact)));
  const races = makeCanaryRaces({ races: 480, seed: 11, lasting: 1, weight: 0.4 });
  const { index, codes } = buildFeatures(races);
  const scored = Object.keys(EARLIER.scores).map((raceId) => {
    const at = index.raceIds.indexOf(raceId);
    const [from, to] = [index.raceStart[at]!, index.raceStart[at + 1]!];
    const { predictor } = openFor(artifact, races.find((race) => race.raceId === raceId)!.date);
    const scores = scoreRace({
      ...{ artifact, predictor, isLearntFrom: false, runners: [] },
      race: {
        raceId,
        horseNums: Array.from(index.horseNum.subarray(from, to)),
        isStarter: Array.from(index.isStarter.subarray(from, to), (flag) => flag === 1),
        codes: new Map(predictor.columnIds.map((id) => [id, codes.get(id)!.subarray(from, to)])),
      },
    });
    return [raceId, scores.map((score) => [score.horseNum, score.index, score.probability, score.placeProbability])];
  });
  expect(Object.fromEntries(scored)).toEqual(EARLIER.scores);
});
