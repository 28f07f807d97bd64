/** Bets settled in the plainest way and by none of the product's code: each ticket is looked up in the payouts by itself. */

interface PayoutRow {
  betType: string;
  combination: string;
  payoutYen: number;
}

export interface RaceFacts {
  isCounted: boolean;
  starters: ReadonlySet<number>;
  payouts: readonly PayoutRow[];
}

const STAKE_YEN = 100;
type BetType = "win" | "place" | "quinella";

export function settleNaively(betType: BetType, picks: readonly number[], race: RaceFacts) {
  const settled = { stakeYen: 0, payoutYen: 0, hits: 0 };
  const pool = race.payouts.filter((payout) => payout.betType === betType && payout.payoutYen > 0);
  if (!race.isCounted || pool.length === 0) return settled;
  for (const horses of ticketsOf(betType, picks)) {
    if (!horses.every((horse) => race.starters.has(horse))) continue;
    settled.stakeYen += STAKE_YEN;
    const ascending = horses.toSorted((one, other) => one - other).join("-");
    const special = pool.find((payout) => payout.payoutYen < STAKE_YEN);
    const paid = special ?? pool.find((payout) => payout.combination === ascending);
    if (paid === undefined) continue;
    settled.payoutYen += paid.payoutYen;
    if (paid.payoutYen >= STAKE_YEN) settled.hits += 1;
  }
  return settled;
}

/** Win on the first two, place on the first, quinella on the first and on the second with the others of five. */
function ticketsOf(betType: BetType, picks: readonly number[]): number[][] {
  if (betType === "win") return picks.slice(0, 2).map((horse) => [horse]);
  if (betType === "place") return picks.slice(0, 1).map((horse) => [horse]);
  const pairs = picks
    .slice(0, 5)
    .flatMap((one, place) => picks.slice(place + 1, 5).map((other) => [one, other] as const));
  return pairs.filter(([one]) => picks.indexOf(one) < 2).map((pair) => [...pair]);
}
