import { mixChances, ratiosToMarket } from "#app/domain/betting/mixed-chances.ts";
import type { PricedRace } from "#app/domain/betting/price-formation.ts";
import { soldKinds } from "#app/domain/betting/ticket-kinds.ts";
import { countPaidPlaces } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { BettingAnalysis, RaceBets } from "#app/domain/views/race-bets.ts";

export interface BetRace {
  analysis: BettingAnalysis;
  priced: PricedRace;
  /** The best horse's probability by the model over that by the odds; null if the odds of a horse are unknown. */
  toMarket: number | null;
  kinds: [TicketKind, ...TicketKind[]];
}

/** Null without chances, for a cancelled race, and if too few start for any kind. */
export function betRaceOf({ race, analysis, odds }: RaceBets): BetRace | null {
  if (analysis === null || race.status === "cancelled") return null;
  const { scores, orderExponents, mix } = analysis;
  const horses = scores.flatMap(({ horseNum, bracketNum, probability }) =>
    probability === null ? [] : [{ horseNum, bracketNum, probability }],
  );
  const starters = horses
    .filter(({ probability }) => probability > 0)
    .map((horse) => ({ ...horse, odds: odds.win?.tickets.get(`${horse.horseNum}`)?.low ?? null }));
  const runnerCount = scores.length;
  const [first, ...others] = soldKinds(runnerCount, starters);
  if (starters.length < 2 || first === undefined) return null;
  const mixed = mix === null ? null : mixChances(starters, mix);
  const chances = {
    horses: mixed === null ? starters : starters.map((horse, place) => ({ ...horse, probability: mixed[place] ?? 0 })),
    orderExponents,
    paidPlaces: countPaidPlaces(runnerCount),
  };
  return {
    analysis,
    priced: { chances, isMixed: mixed !== null, odds, runnerCount },
    toMarket: ratiosToMarket(starters)?.[0] ?? null,
    kinds: [first, ...others],
  };
}
