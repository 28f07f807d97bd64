import { SMALLEST_PROBABILITY } from "#app/domain/learning/calibration/probabilities.ts";
import type { WeightedMember } from "./crowd-weights.ts";

/** A runner in everybody's forecast. */
interface CrowdRunner {
  horseNum: number;
  /** Sums to 1 over the runners. */
  chance: number;
  /** Eight of ten members, unweighted, give it a chance between these. */
  low: number;
  high: number;
  /** Share of members, unweighted, that have it first. */
  firsts: number;
  /** Odds to win when the forecast was fixed; null: unknown then. */
  odds: number | null;
}

/** Everybody's forecast of a race, as stored and sealed. */
export interface CrowdForecast {
  /** Best first. */
  runners: CrowdRunner[];
  members: number;
  /** The build of the season board whose skills were the weights. */
  weightsOf: string;
  /** Hash of its seal, for the link to the proof; missing in older rows. */
  seal?: string;
}

/** A member's chances of the race's runners, by horse number. */
export interface MemberForecast {
  member: WeightedMember;
  chances: ReadonlyMap<number, number>;
}

/**
 * The weighted mean of the members' log chances, made to sum to 1. Members whose runners are not the same are left out: a
 * horse that one of them does not know would be counted as impossible.
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
  const chances = softmax(logs);
  const firsts = members.map(({ chances: own }) => firstOf(horseNums, own));
  const runners = horseNums.map((horseNum, i): CrowdRunner => {
    const spread = members.map((each) => each.chances.get(horseNum)!).sort((a, b) => a - b);
    return {
      ...{
        horseNum,
        chance: round(chances[i]!),
        low: round(quantileOf(spread, 0.1)),
        high: round(quantileOf(spread, 0.9)),
      },
      firsts: round(firsts.filter((first) => first === horseNum).length / members.length),
      odds: oddsOf(horseNum),
    };
  });
  runners.sort((a, b) => b.chance - a.chance || a.horseNum - b.horseNum);
  return { runners, members: members.length, weightsOf };
}

function softmax(logs: readonly number[]): number[] {
  const highest = Math.max(...logs);
  const parts = logs.map((log) => Math.exp(log - highest));
  const sum = parts.reduce((all, part) => all + part, 0);
  return parts.map((part) => part / sum);
}

function firstOf(horseNums: readonly number[], chances: ReadonlyMap<number, number>): number {
  return horseNums.reduce((best, each) => (chances.get(each)! > chances.get(best)! ? each : best));
}

/** The value below which a share of ascending values lies, between two of them in proportion. Of no values NaN. */
export function quantileOf(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(sorted.length - 1, below + 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

export interface Openness {
  /** 混戦度: 0 where one horse is certain, 100 where all are equal. */
  degree: number;
  /** As many equal horses would be as open. */
  equalHorses: number;
}

/** How open a race is by its chances: (1 / Σp² − 1) / (runners − 1) × 100. */
export function measureOpenness(chances: readonly number[]): Openness {
  const sum = chances.reduce((all, chance) => all + chance, 0);
  const equalHorses = sum ** 2 / chances.reduce((all, chance) => all + chance * chance, 0);
  return { degree: chances.length < 2 ? 0 : ((equalHorses - 1) / (chances.length - 1)) * 100, equalHorses };
}

/** Chances by odds: inverse odds made to sum to 1; null unless all runners have odds. */
export function chancesByOdds(odds: readonly (number | null)[]): number[] | null {
  if (odds.some((each) => each === null || each <= 0)) return null;
  const inverse = odds.map((each) => 1 / each!);
  const sum = inverse.reduce((all, each) => all + each, 0);
  return inverse.map((each) => each / sum);
}
