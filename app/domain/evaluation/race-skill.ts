import { SMALLEST_PROBABILITY } from "#app/domain/learning/calibration/probabilities.ts";
import type { TrainingRaces } from "#app/domain/learning/training-races.ts";
import type { ForecastRunner } from "./forecast-race.ts";

const LAST_PLACED = 3;

export interface PickRates {
  winRate: number;
  /** 複勝率: first three, regardless of field size. Returns count what place bets actually paid. */
  placeRate: number;
}

export type RaceSkill = ReturnType<typeof measureRace>;

type Measured = Pick<ForecastRunner, "horseNum" | "probability" | "finishPosition" | "winOdds">;

/** @param starters starters of a race with an official winner, by horse number */
export function measureRace(starters: readonly Measured[]) {
  const odds = starters.map(({ winOdds }) => winOdds ?? 0);
  const hasMarket = odds.every((each) => each > 0);
  const inverseSum = odds.reduce((sum, each) => sum + 1 / each, 0);
  return {
    /** Mean of −ln p over the race's winners. */
    loss: lossOf(
      starters,
      starters.map(({ probability }) => probability),
    ),
    uniformLoss: Math.log(starters.length),
    /** Loss of p ∝ 1 / win odds; null unless all starters have odds. */
    marketLoss: hasMarket
      ? lossOf(
          starters,
          odds.map((each) => 1 / each / inverseSum),
        )
      : null,
    /** For the starter with the highest probability (ties: smaller number): 0 or 1. */
    top: ratesOf(bestOf(starters, ({ probability }) => probability)),
    /** For the starter with the lowest odds (ties: smaller number); null unless all starters have odds. */
    favourite: hasMarket ? ratesOf(bestOf(starters, ({ winOdds }) => -winOdds!)) : null,
    /** Expected rates of a starter drawn by lot. */
    random: {
      winRate: mean(starters.map((starter) => ratesOf(starter).winRate)),
      placeRate: mean(starters.map((starter) => ratesOf(starter).placeRate)),
    },
  };
}

/** By horse number. @param probabilities per row of the races */
export function startersOf(races: TrainingRaces, race: number, probabilities: Float64Array) {
  const starters = [];
  const { horseNum, winOdds } = races.index;
  const shift = races.sourceStart[race]! - races.raceStart[race]!;
  for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
    if (races.isStarter[row] !== 1) continue;
    starters.push({
      horseNum: horseNum[row + shift]!,
      probability: probabilities[row]!,
      finishPosition: races.place[row]!,
      winOdds: winOdds[row + shift]!,
    });
  }
  return starters;
}

export type SkillFigures = ReturnType<typeof summariseSkill>;

/** The last bits depend on the order of the races; at least one. */
export function summariseSkill(races: readonly RaceSkill[]) {
  const logLoss = mean(races.map(({ loss }) => loss));
  const uniformLogLoss = mean(races.map(({ uniformLoss }) => uniformLoss));
  const marketLosses: number[] = [];
  const marketUniform: number[] = [];
  const favourites: PickRates[] = [];
  for (const { marketLoss, uniformLoss, favourite } of races) {
    if (marketLoss === null || favourite === null) continue;
    marketLosses.push(marketLoss);
    marketUniform.push(uniformLoss);
    favourites.push(favourite);
  }
  return {
    races: races.length,
    /** Mean of −ln p(winner); a dead heat counts the mean over its winners. */
    logLoss,
    uniformLogLoss,
    pseudoR2: 1 - logLoss / uniformLogLoss,
    /** pseudoR2 of p ∝ 1 / win odds, on races where all starters have odds; null if there are none. */
    marketPseudoR2: marketLosses.length === 0 ? null : 1 - mean(marketLosses) / mean(marketUniform),
    marketRaces: marketLosses.length,
    top: meanRates(races.map(({ top }) => top)),
    /** On the same races; null if there are none. */
    favourite: favourites.length === 0 ? null : meanRates(favourites),
    random: meanRates(races.map(({ random }) => random)),
  };
}

function lossOf(starters: readonly Measured[], probabilities: readonly number[]): number {
  const losses: number[] = [];
  starters.forEach(({ finishPosition }, i) => {
    if (finishPosition === 1) losses.push(-Math.log(Math.max(SMALLEST_PROBABILITY, probabilities[i]!)));
  });
  return mean(losses);
}

export function bestOf<Starter>(starters: readonly Starter[], strengthOf: (starter: Starter) => number): Starter {
  return starters.reduce((best, starter) => (strengthOf(starter) > strengthOf(best) ? starter : best));
}

function ratesOf({ finishPosition }: Measured): PickRates {
  const place = finishPosition ?? 0;
  return { winRate: place === 1 ? 1 : 0, placeRate: place >= 1 && place <= LAST_PLACED ? 1 : 0 };
}

function meanRates(rates: readonly PickRates[]): PickRates {
  return {
    winRate: mean(rates.map(({ winRate }) => winRate)),
    placeRate: mean(rates.map(({ placeRate }) => placeRate)),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
