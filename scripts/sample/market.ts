/** The betting pools: public opinion becomes stakes, stakes and the takeout become odds and payouts. */

import type { BetType, Payout } from "#app/domain/racing/race.ts";
import type { Stream } from "./random.ts";

/** Shares kept by the organiser. */
const TAKEOUT = { win: 0.2, place: 0.2, quinella: 0.225 } as const satisfies Record<BetType, number>;
const TICKET_YEN = 100;
/** A hit pays at least the stake; the odds board shows at least 1.1 unless only the stake comes back. */
const MIN_PAYOUT_YEN = 110;

export interface Pools {
  /** Stakes in yen by horse number; without an entry no bets on the horse remain (withdrawn: refunded). */
  win: Map<number, number>;
  place: Map<number, number>;
  /** Stakes on a pair; asked for the winning pairs only, so that 153 pairs a race need no room. */
  quinella: (a: number, b: number) => number;
  quinellaTotal: number;
  /** Places sold by the number of runners when sales opened. */
  placesSold: 0 | 2 | 3;
}

/** Place by the number of runners when sales opened: 8 or more three, 5–7 two, fewer none. */
export function placesSoldFor(runnersAtOpening: number): 0 | 2 | 3 {
  if (runnersAtOpening >= 8) return 3;
  return runnersAtOpening >= 5 ? 2 : 0;
}

/**
 * Opens the pools from the public's win probabilities.
 *
 * @param probabilities by horse number, summing to 1 over the starters
 * @param poolYen stakes in the win pool; the other pools are in proportion
 */
export function openPools(
  probabilities: ReadonlyMap<number, number>,
  { poolYen, placesSold, stream }: { poolYen: number; placesSold: 0 | 2 | 3; stream: Stream },
): Pools {
  const tickets = (yen: number): number => Math.max(1, Math.round(yen / TICKET_YEN)) * TICKET_YEN;
  const win = new Map([...probabilities].map(([horseNum, p]) => [horseNum, tickets(poolYen * p)]));
  const placeShares = [...probabilities].map(
    ([horseNum, p]) => [horseNum, placeChance(p, placesSold) * Math.exp(0.05 * stream.normal())] as const,
  );
  const placeSum = placeShares.reduce((sum, [, share]) => sum + share, 0);
  const place = new Map(
    placesSold === 0
      ? []
      : placeShares.map(([horseNum, share]) => [horseNum, tickets((0.8 * poolYen * share) / placeSum)]),
  );
  const quinellaTotal = tickets(2 * poolYen);
  const fancy = new Map([...probabilities].map(([horseNum]) => [horseNum, 0.06 * stream.normal()]));
  const quinella = (a: number, b: number): number => {
    const pa = probabilities.get(a) ?? 0;
    const pb = probabilities.get(b) ?? 0;
    const chance = (pa * pb) / (1 - pa) + (pa * pb) / (1 - pb);
    return tickets(quinellaTotal * chance * Math.exp((fancy.get(a) ?? 0) + (fancy.get(b) ?? 0)));
  };
  return { win, place, quinella, quinellaTotal, placesSold };
}

/** A plain curve through Harville's place chances: enough for a pool that the public fills. */
const placeChance = (p: number, places: number): number => 1 - (1 - p) ** (places === 2 ? 1.1 : 1.3);

/**
 * Official payout per 100 yen: the winner gets its stake and its part of the losing stakes, less the takeout, cut to
 * 10 yen.
 *
 * @param winners how many combinations share the pool
 */
export function payoutYen(
  winnerStakeYen: number,
  { losingStakeYen, winners, takeout }: { losingStakeYen: number; winners: number; takeout: number },
): number {
  const ratio = ((winnerStakeYen + losingStakeYen / winners) / winnerStakeYen) * (1 - takeout);
  return Math.max(MIN_PAYOUT_YEN, Math.floor(ratio * 10 + 1e-9) * 10);
}

/** Win odds as on the board after closing, one decimal, by horse number. */
export function winOddsOf(pools: Pools): Map<number, number> {
  const total = sumOf(pools.win);
  return new Map(
    [...pools.win].map(([horseNum, stake]) => [
      horseNum,
      payoutYen(stake, { losingStakeYen: total - stake, winners: 1, takeout: TAKEOUT.win }) / TICKET_YEN,
    ]),
  );
}

/** 1 = most money; equal money: smaller number first. */
export function popularityOf(pools: Pools): Map<number, number> {
  const order = [...pools.win].sort(([a, stakeA], [b, stakeB]) => stakeB - stakeA || a - b);
  return new Map(order.map(([horseNum], index) => [horseNum, index + 1]));
}

/**
 * Official payout rows of a result, dead heats included (readings.md §7).
 *
 * @param finishers horse number and official position of all who have one; a dead heat shares a position
 */
export function settlePools(raceId: string, pools: Pools, finishers: readonly (readonly [number, number])[]): Payout[] {
  const at = (position: number): number[] =>
    finishers.flatMap(([horseNum, finish]) => (finish === position ? [horseNum] : [])).sort((a, b) => a - b);
  const within = (places: number): number[] =>
    finishers.flatMap(([horseNum, finish]) => (finish <= places ? [horseNum] : [])).sort((a, b) => a - b);
  const rows = (betType: BetType, totalYen: number, winning: readonly (readonly [string, number])[]): Payout[] => {
    const losingStakeYen = totalYen - winning.reduce((sum, [, stake]) => sum + stake, 0);
    const terms = { losingStakeYen, winners: winning.length, takeout: TAKEOUT[betType] };
    return winning.map(([combination, stake]) => ({
      raceId,
      betType,
      combination,
      payoutYen: payoutYen(stake, terms),
    }));
  };
  const staked = (stakes: ReadonlyMap<number, number>, horseNums: readonly number[]) =>
    horseNums.map((horseNum) => [String(horseNum), stakes.get(horseNum) ?? 0] as const);
  const firsts = at(1);
  const pairs = winningPairs(firsts, at(2));
  return [
    ...rows("win", sumOf(pools.win), staked(pools.win, firsts)),
    ...(pools.placesSold === 0 ? [] : rows("place", sumOf(pools.place), staked(pools.place, within(pools.placesSold)))),
    ...rows(
      "quinella",
      pools.quinellaTotal,
      pairs.map(([a, b]) => [`${a}-${b}`, pools.quinella(a, b)] as const),
    ),
  ];
}

/** Two first: one pair; three first: three pairs; else the winner with each second. The smaller number comes first. */
export function winningPairs(firsts: readonly number[], seconds: readonly number[]): [number, number][] {
  const ordered = (a: number, b: number): [number, number] => (a < b ? [a, b] : [b, a]);
  const [first] = firsts;
  if (first !== undefined && firsts.length === 1) return seconds.map((second) => ordered(first, second));
  return firsts.flatMap((a, index) => firsts.slice(index + 1).map((b) => ordered(a, b)));
}

const sumOf = (stakes: ReadonlyMap<unknown, number>): number => [...stakes.values()].reduce((sum, yen) => sum + yen, 0);
