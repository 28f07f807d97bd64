import type { Bets } from "#app/domain/own-records/record-entry.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";

/** Stake, payout, hits: a record has thousands. */
export type PackedBets = [stakeYen: number, payoutYen: number, hits: number][];

export function packBets(bets: Bets): PackedBets {
  return BET_TYPES.map((betType) => [bets[betType].stakeYen, bets[betType].payoutYen, bets[betType].hits]);
}

export function unpackBets(packed: PackedBets): Bets {
  const bets = BET_TYPES.map((betType, index) => {
    const [stakeYen, payoutYen, hits] = packed[index] ?? [0, 0, 0];
    return [betType, { stakeYen, payoutYen, hits }];
  });
  return Object.fromEntries(bets) as Bets;
}
