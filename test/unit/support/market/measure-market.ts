import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import { drawLot, pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { generateSample, type SampleOptions } from "#scripts/sample/generate.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";
import { buildFeatures, type Features } from "./features.ts";
import { type MarketForecast, walkForward } from "./forecasts.ts";
import { secondStageGain } from "./second-stage.ts";
import { type JudgedRace, judgeRace, returnsOf, type TrueReturns } from "./true-returns.ts";

const CENTRAL = 1;

/** A sample and the features built from it. */
interface Market {
  features: Features;
  judged: ReadonlyMap<string, JudgedRace>;
}

/** Figures of a model, the market and the baselines on the same races, by the true chances. */
export interface MarketFigures {
  races: number;
  pseudoR2: number;
  marketPseudoR2: number;
  secondStageGain: number;
  model: Record<BetType, TrueReturns>;
  favourite: Record<BetType, TrueReturns>;
  lottery: Record<BetType, TrueReturns>;
}

export function openMarket(options: SampleOptions): Market {
  const races: SampleRace[] = [];
  const judged = new Map<string, JudgedRace>();
  for (const sample of generateSample({ ...options, withTickets: true })) {
    races.push({ ...sample, tickets: [] });
    const { venueType, surface, status, raceId } = sample.race;
    if (venueType === CENTRAL && surface !== "jump" && status === "result") judged.set(raceId, judgeRace(sample));
  }
  return { features: buildFeatures(races.map(({ race, runners }) => ({ ...race, runners }))), judged };
}

export async function measureModel({ features, judged }: Market, choice: FeatureChoice): Promise<MarketFigures> {
  const { forecasts, pseudoR2 } = await walkForward(features, choice);
  const bets = forecasts.map((forecast): [JudgedRace, MarketForecast] => {
    const race = judged.get(forecast.raceId);
    if (race === undefined) throw new Error(`${forecast.raceId} was not judged`);
    return [race, forecast];
  });
  const picked = bets.map(([race, { picks }]): [JudgedRace, readonly number[]] => [race, picks]);
  return {
    races: bets.length,
    pseudoR2,
    marketPseudoR2: marketSkill(bets.map(([race]) => race)),
    secondStageGain: await secondStageGain(bets),
    model: returnsOf(picked),
    favourite: returnsOf(bets.map(([race]) => [race, favouritesOf(race)])),
    lottery: returnsOf(bets.map(([race]) => [race, lotOf(race)])),
  };
}

function favouritesOf({ race, runners }: JudgedRace): number[] {
  const picks = pickFavourites(runners);
  if (picks === null) throw new Error(`${race.raceId} has no odds`);
  return picks;
}

function lotOf({ race, runners }: JudgedRace): number[] {
  return drawLot(
    race.raceId,
    runners.map(({ horseNum }) => horseNum),
  );
}

/** Mean pseudo-R² of the odds under the true chances. */
function marketSkill(races: readonly JudgedRace[]): number {
  let loss = 0;
  let uniform = 0;
  for (const { runners, winChances } of races) {
    const starters = runners.filter(({ winOdds }) => winOdds !== null);
    const sum = starters.reduce((total, { winOdds }) => total + 1 / (winOdds ?? Number.NaN), 0);
    for (const { horseNum, winOdds } of starters) {
      loss += (winChances.get(horseNum) ?? Number.NaN) * Math.log((winOdds ?? Number.NaN) * sum);
    }
    uniform += Math.log(starters.length);
  }
  return 1 - loss / uniform;
}
