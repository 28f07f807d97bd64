import type { PricedRace } from "#app/domain/betting/price-formation.ts";
import { isSold, TICKET_KINDS, type TicketKind } from "#app/domain/betting/ticket-kinds.ts";
import { countPaidPlaces } from "#app/domain/learning/calibration/order-probabilities.ts";
import type { BettingAnalysis, RaceBets } from "#app/domain/views/race-bets.ts";

/** A race that tickets can be priced of. */
export interface BetRace {
  analysis: BettingAnalysis;
  priced: PricedRace;
  /** Horses that may start, best first. */
  picks: number[];
  /** Those that are sold. */
  kinds: [TicketKind, ...TicketKind[]];
}

/** Null without an analysis with chances, for a cancelled race, and if so few start that nothing is sold. */
export function betRaceOf({ race, analysis, odds }: RaceBets): BetRace | null {
  if (analysis === null || race.status === "cancelled") return null;
  const { scores, orderExponents } = analysis;
  const horses = scores.flatMap(({ horseNum, probability }) =>
    probability === null ? [] : [{ horseNum, probability }],
  );
  const picks = horses.filter(({ probability }) => probability > 0).map(({ horseNum }) => horseNum);
  const runnerCount = scores.length;
  const [first, ...others] = TICKET_KINDS.filter((kind) => isSold(kind, runnerCount));
  if (picks.length < 2 || first === undefined) return null;
  const chances = { horses, orderExponents, paidPlaces: countPaidPlaces(runnerCount) };
  return { analysis, priced: { chances, odds, runnerCount }, picks, kinds: [first, ...others] };
}
