import { SMALLEST_PROBABILITY, winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";
import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import type { WeightedMember } from "./crowd-weights.ts";

interface CrowdRunner {
  horseNum: number;
  /** Sums to 1 over the runners. */
  chance: number;
  /** Eight of ten unweighted members are between these. */
  low: number;
  high: number;
  /** Share of unweighted members that have it first. */
  firsts: number;
  /** Win odds when the forecast was fixed; null: unknown. */
  odds: number | null;
}

/** Stored and sealed. */
export interface CrowdForecast {
  /** Best first. */
  runners: CrowdRunner[];
  members: number;
  /** Build of the season board with the weights' skills. */
  weightsOf: string;
  seal?: string;
}

export interface MemberForecast {
  member: WeightedMember;
  chances: ReadonlyMap<number, number>;
}

/**
 * The weighted mean of log chances. Members with other runners are left out: a missing horse would count as impossible.
 */
export function joinForecasts(
  forecasts: readonly MemberForecast[],
  {
    horseNums,
    oddsOf,
    weightsOf,
  }: { horseNums: readonly number[]; oddsOf: (horseNum: number) => number | null; weightsOf: string },
): CrowdForecast | null {
  const members = forecasts.filter(
    ({ chances }) => chances.size === horseNums.length && horseNums.every((horseNum) => chances.has(horseNum)),
  );
  const total = members.reduce((sum, { member }) => sum + member.weight, 0);
  if (total === 0 || horseNums.length < 2) return null;
  const logs = horseNums.map((horseNum) =>
    members.reduce(
      (sum, { member, chances }) =>
        sum + (member.weight / total) * Math.log(Math.max(SMALLEST_PROBABILITY, chances.get(horseNum)!)),
      0,
    ),
  );
  const everyone = logs.map(() => true);
  const chances = winProbabilities(logs, everyone, 1);
  const firsts = members.map(({ chances: own }) => firstOf(horseNums, own));
  const runners = horseNums.map((horseNum, i): CrowdRunner => {
    const spread = members.map((each) => each.chances.get(horseNum)!).sort((a, b) => a - b);
    return {
      horseNum,
      chance: round(chances[i]!),
      low: round(quantileOf(spread, 0.1)),
      high: round(quantileOf(spread, 0.9)),
      firsts: round(firsts.filter((first) => first === horseNum).length / members.length),
      odds: oddsOf(horseNum),
    };
  });
  runners.sort((a, b) => b.chance - a.chance || a.horseNum - b.horseNum);
  return { runners, members: members.length, weightsOf };
}

function firstOf(horseNums: readonly number[], chances: ReadonlyMap<number, number>): number {
  return horseNums.reduce((best, each) => (chances.get(each)! > chances.get(best)! ? each : best));
}

/** Interpolated quantile of ascending values; NaN without values. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

const round = (value: number) => roundTo(value, 4);

/**
 * 混戦度, (1 / Σp² − 1) / (runners − 1) × 100: 0 where one horse is certain, 100 where all are equal; and the number of
 * equal horses that would be as open.
 */
export function measureOpenness(chances: readonly number[]) {
  const sum = chances.reduce((all, chance) => all + chance, 0);
  const equalHorses = sum ** 2 / chances.reduce((all, chance) => all + chance * chance, 0);
  return { degree: chances.length < 2 ? 0 : ((equalHorses - 1) / (chances.length - 1)) * 100, equalHorses };
}

/** Inverse odds normalised to sum to 1; null unless all runners have odds. */
export function chancesByOdds(odds: readonly (number | null)[]): number[] | null {
  if (odds.some((each) => each === null || each <= 0)) return null;
  const inverse = odds.map((each) => 1 / each!);
  const sum = inverse.reduce((all, each) => all + each, 0);
  return inverse.map((each) => each / sum);
}
