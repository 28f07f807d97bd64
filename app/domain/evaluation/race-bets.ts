import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import type { Bet } from "./balances.ts";

/** The product's bets are in settlement's README, "The bets". */
const BETTERS = ["model", "favourite"] as const;
type Better = (typeof BETTERS)[number];

/**
 * Payout and stake in yen of each bet type, for the model's picks and then the favourites. An array of {@link
 * RACE_BETS_WIDTH} numbers, as thousands of races are in memory at once. Both are 0 without a bet: not sold, refunded,
 * or favourites without odds.
 */
export type RaceBets = readonly number[];

export const RACE_BETS_WIDTH = BETTERS.length * BET_TYPES.length * 2;

export function packRaceBets(of: (better: Better, betType: BetType) => readonly [number, number]): RaceBets {
  return BETTERS.flatMap((better) => BET_TYPES.flatMap((betType) => of(better, betType)));
}

export function readRaceBets(bets: RaceBets, better: Better, betType: BetType): Bet {
  const at = 2 * (BETTERS.indexOf(better) * BET_TYPES.length + BET_TYPES.indexOf(betType));
  return { payoutYen: bets[at]!, stakeYen: bets[at + 1]! };
}
