import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";

/** Whose picks the product's bets (settlement's README, "The bets") were placed on. */
const BETTERS = ["model", "favourite"] as const;
type Better = (typeof BETTERS)[number];

/**
 * What the bets on a race came to: payout and stake in yen of each bet type, of the model's picks and then of the
 * favourites, as {@link RACE_BETS_WIDTH} numbers, as thousands of races are in memory at once. Both are 0 where nothing was
 * bet: not sold, refunded, or favourites without odds.
 */
export type RaceBets = readonly number[];

export const RACE_BETS_WIDTH = BETTERS.length * BET_TYPES.length * 2;

/** @param of the bets of one better and type: payout and stake in yen */
export function packRaceBets(of: (better: Better, betType: BetType) => readonly [number, number]): RaceBets {
  return BETTERS.flatMap((better) => BET_TYPES.flatMap((betType) => of(better, betType)));
}

export function readRaceBets(
  bets: RaceBets,
  better: Better,
  betType: BetType,
): { payoutYen: number; stakeYen: number } {
  const at = 2 * (BETTERS.indexOf(better) * BET_TYPES.length + BET_TYPES.indexOf(betType));
  return { payoutYen: bets[at]!, stakeYen: bets[at + 1]! };
}
