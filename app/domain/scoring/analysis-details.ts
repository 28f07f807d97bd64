import type { RaceFeatures } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { type OrderExponents, quinellaProbabilities } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { Predictor } from "#app/domain/learning/learner.ts";
import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import { explainRace, type Part, selectParts, type Why } from "./explain-race.ts";
import type { Score } from "./score.ts";
import { sumByGroup } from "./view-groups.ts";

export type HorseWhy = Why & {
  horseNum: number;
  /** See view-groups.ts; absent in older analyses. */
  groups?: (number | null)[];
  /** Indexes of earlier starts by scores that had not seen them; absent without any. */
  past?: PastIndex[];
};

/** Day number of the start, and its index. */
type PastIndex = [day: number, index: number];

/** Stored as JSON in `analyses.details`. */
export interface AnalysisDetails {
  why: HorseWhy[];
  /** By horse numbers, most likely first; empty if the model was trained on the race. */
  quinella: [one: number, other: number, probability: number][];
  /** For places and pairs after withdrawals; absent: the usual ones. */
  orderExponents?: OrderExponents;
}

const PAIRS_KEPT = 10;
/** Values kept per feature, those with the largest contributions. */
const VALUES_KEPT = 3;

interface DetailTask {
  artifact: Pick<Artifact, "sigma" | "choice" | "venueType" | "orderExponents">;
  predictor: Pick<Predictor, "explain">;
  /** With the predictor's columns and all columns of the choice. */
  race: RaceFeatures;
  scores: readonly Score[];
  past?: ReadonlyMap<number, PastIndex[]>;
}

/** About 20 KB for 18 runners. */
export function detailAnalysis({ artifact, predictor, race, scores, past }: DetailTask): AnalysisDetails {
  const indexOf = new Map(scores.map(({ horseNum, index }) => [horseNum, index]));
  return {
    why: explainRace({ artifact, predictor, race }).map(({ horseNum, parts }) => {
      const why = selectParts({ parts }, indexOf.get(horseNum) ?? 0);
      const groups = sumByGroup({ parts }, why.index);
      const known = past?.get(horseNum);
      return {
        ...{ horseNum, ...why, up: why.up.map(shorten), down: why.down.map(shorten), groups },
        ...(known === undefined ? {} : { past: known }),
      };
    }),
    quinella: likeliestPairs(scores, artifact),
    orderExponents: artifact.orderExponents,
  };
}

function shorten(part: Part): Part {
  const values = part.values.slice(0, VALUES_KEPT).map((each) => ({
    ...each,
    // No step is finer than four decimals.
    value: roundTo(each.value, 4),
  }));
  return { ...part, values };
}

/** None if the model was trained on the race. */
export function likeliestPairs(
  scores: readonly Score[],
  { orderExponents }: Pick<Artifact, "orderExponents">,
): AnalysisDetails["quinella"] {
  const runners = scores.toSorted((a, b) => a.horseNum - b.horseNum);
  const wins: number[] = [];
  for (const { probability } of runners) {
    if (probability === null) return [];
    wins.push(probability);
  }
  return quinellaProbabilities(wins, orderExponents)
    .filter(({ probability }) => probability > 0)
    .sort((one, other) => other.probability - one.probability || one.a - other.a || one.b - other.b)
    .slice(0, PAIRS_KEPT)
    .map(({ a, b, probability }) => [runners[a]!.horseNum, runners[b]!.horseNum, roundTo(probability, 4)]);
}
