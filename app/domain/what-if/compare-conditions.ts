/** Compares a race's indexes under its own and other conditions, with the causes. */

import { featureKeyOf } from "#app/domain/features/chosen-features.ts";
import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { explainRace, type RunnerParts, roundToSum } from "#app/domain/scoring/explain-race.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import type { ChangedRace } from "./changed-race.ts";
import type { Conditions, Entry } from "./conditions.ts";

type Figures = Pick<Score, "index" | "probability">;

/** A feature whose values changed, or (null) all others together. Two decimals. */
interface MovedPart {
  feature: string | null;
  contribution: number;
}

export type ComparedHorse = ReturnType<typeof compareConditions>[number];

interface Comparison {
  artifact: Pick<Artifact, "temperature" | "sigma" | "orderExponents" | "choice" | "venueType">;
  predictor: Predictor;
  isLearntFrom: boolean;
  entries: readonly Entry[];
  conditions: Conditions;
  before: RaceFeatures;
  after: ChangedRace;
}

/** Starters by chance (or index) under the other conditions, then the others. */
export function compareConditions(comparison: Comparison) {
  const { artifact, predictor, isLearntFrom, entries, conditions, before, after } = comparison;
  const scoresOf = (race: RaceFeatures) => scoreRace({ artifact, predictor, isLearntFrom, race, runners: entries });
  const now = scoresOf(before);
  const placeOf = new Map(now.map(({ horseNum }, place) => [horseNum, place + 1]));
  const nowOf = new Map(now.map((score) => [score.horseNum, score]));
  const thenAt = new Map(scoresOf(after.race).map((score) => [score.horseNum, score]));
  const parts = explainBoth(comparison);
  const horses = after.horseNums.map((horseNum, row) => {
    const entry = entries.find((one) => one.horseNum === horseNum);
    const then = thenAt.get(after.race.horseNums[row] ?? 0);
    const own = nowOf.get(horseNum);
    if (entry === undefined || then === undefined || own === undefined) throw new Error(`no score of ${horseNum}`);
    const starts = isStarter(entry.status);
    return {
      horseNum,
      bracketNum: entry.bracketNum,
      horseName: entry.horseName,
      /** By index under its own conditions, counted from 1. */
      place: placeOf.get(horseNum) ?? 0,
      /** Under its own conditions; and under the others. */
      isStarter: starts,
      isLeft: starts && !conditions.out.includes(horseNum),
      before: figuresOf(own),
      after: figuresOf(then),
      /** They sum to the shown difference; empty without a change. */
      parts: parts === null ? [] : movedParts(parts, horseNum, row, then.index - own.index),
    };
  });
  return horses.sort(
    (one, other) =>
      Number(other.isLeft) - Number(one.isLeft) ||
      (other.after.probability ?? 0) - (one.after.probability ?? 0) ||
      other.after.index - one.after.index ||
      one.horseNum - other.horseNum,
  );
}

function figuresOf({ index, probability }: Score): Figures {
  return { index, probability };
}

interface BothExplained {
  /** By the number on the card. */
  before: ReadonlyMap<number, RunnerParts>;
  /** By row. */
  after: readonly RunnerParts[];
  /** Features with a changed value of the row's horse, by row. */
  ownFeatures: readonly ReadonlySet<string>[];
}

/** Null if no value changed. */
function explainBoth({ artifact, predictor, before, after }: Comparison): BothExplained | null {
  const rowOf = new Map(before.horseNums.map((horseNum, row) => [horseNum, row]));
  const ownFeatures = after.horseNums.map(() => new Set<string>());
  for (const [id, column] of after.race.codes) {
    const own = before.codes.get(id);
    const feature = featureKeyOf(id);
    if (own === undefined || feature === null) continue;
    after.horseNums.forEach((horseNum, row) => {
      if (own[rowOf.get(horseNum) ?? 0] !== column[row]) ownFeatures[row]?.add(feature);
    });
  }
  if (ownFeatures.every(({ size }) => size === 0)) return null;
  return {
    before: new Map(explainRace({ artifact, predictor, race: before }).map((runner) => [runner.horseNum, runner])),
    after: explainRace({ artifact, predictor, race: after.race }),
    ownFeatures,
  };
}

function movedParts({ before, after, ownFeatures }: BothExplained, horseNum: number, row: number, moved: number) {
  const earlier = new Map(before.get(horseNum)?.parts.map(({ feature, contribution }) => [feature, contribution]));
  const own: { feature: string; contribution: number }[] = [];
  let others = 0;
  for (const { feature, contribution } of after[row]?.parts ?? []) {
    const difference = contribution - (earlier.get(feature) ?? 0);
    if (ownFeatures[row]?.has(feature)) own.push({ feature, contribution: difference });
    else others += difference;
  }
  const shown = roundToSum([...own.map(({ contribution }) => contribution), others], moved);
  const named = own.map(({ feature }, line): MovedPart => ({ feature, contribution: shown[line] ?? 0 }));
  const rest = shown.at(-1) ?? 0;
  return rest === 0 ? named : [...named, { feature: null, contribution: rest }];
}
