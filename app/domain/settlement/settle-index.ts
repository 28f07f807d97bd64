import { BET_TYPES, type BetType, isPaid, isStarter } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { type Settlement, settleRace } from "./settle-race.ts";
import { buildTickets } from "./tickets.ts";

/**
 * Settles the bets on an index (README, "The bets"). Null if nothing counts: no official payout yet, a cancelled race
 * (even with payouts), a jump race, or one the model was trained on.
 *
 * @param scores best index first, over the runners declared then; a horse no longer on the card did not start
 */
export function settleIndex({
  scores,
  isLearntFrom,
  race,
  runners,
  payouts,
}: {
  scores: readonly Pick<Score, "horseNum">[];
  isLearntFrom: boolean;
  race: Pick<Race, "surface" | "status">;
  runners: readonly Pick<Runner, "horseNum" | "status">[];
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}): Record<BetType, Settlement> | null {
  if (isLearntFrom || race.surface === "jump" || race.status === "cancelled") return null;
  if (!payouts.some((row) => isPaid(row) && BET_TYPES.some((known) => known === row.betType))) return null;
  const picks = scores.map(({ horseNum }) => horseNum);
  const starters = new Set(runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum));
  const nonStarters = new Set(picks.filter((horseNum) => !starters.has(horseNum)));
  return settleRace(buildTickets(picks), payouts, nonStarters);
}
