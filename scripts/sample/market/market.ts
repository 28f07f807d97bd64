/** The betting pools: the public's opinion determines stakes; stakes and takeout determine odds and payouts. */

import { type BetType, VenueType } from "#app/domain/racing/race.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { Stream } from "#scripts/sample/random.ts";
import type { Chances } from "./chances.ts";

type Takeout = Readonly<Record<TicketKind, number>>;

const SINGLES = { win: 0.2, place: 0.2 } as const;
const CENTRAL: Takeout = {
  ...SINGLES,
  bracket: 0.225,
  quinella: 0.225,
  wide: 0.225,
  exacta: 0.25,
  trio: 0.25,
  trifecta: 0.275,
};
const REGIONAL: Takeout = {
  ...SINGLES,
  bracket: 0.25,
  quinella: 0.25,
  wide: 0.25,
  exacta: 0.25,
  trio: 0.275,
  trifecta: 0.275,
};
const HOKKAIDO: Takeout = { ...REGIONAL, wide: 0.2, trio: 0.3, trifecta: 0.3 };

export function takeoutOf(venueType: VenueType): Takeout {
  if (venueType === VenueType.central) return CENTRAL;
  return venueType === VenueType.monbetsu ? HOKKAIDO : REGIONAL;
}

const TICKET_YEN = 100;
/** A hit pays at least the stake; the odds board shows at least 1.1 unless only the stake is returned. */
const MIN_PAYOUT_YEN = 110;
const HIGHEST_WIN_ODDS = 999.9;
/** Upper bound of the public's place probability. */
const MOST_CERTAIN = 0.97;

/**
 * Japan's favourite–longshot bias, which depends on the chance alone, so that no model can exploit it. Chances are
 * raised to a power, and part of the money is spread evenly.
 */
const CROWD = {
  win: { power: 0.98, evenShare: 0.001 },
  place: { power: 0.87, evenShare: 0.0005 },
  quinella: { power: 1, evenShare: 0.03 },
} as const satisfies Record<BetType, Crowd>;

interface Crowd {
  power: number;
  evenShare: number;
}

/** Random error of a single pool's shares, as the standard deviation of the logarithm. */
const ASTRAY_SD = 0.03;

export interface Pools {
  /** Stakes in yen by horse number. Horses without an entry have no bets (withdrawn: refunded). */
  win: Map<number, number>;
  place: Map<number, number>;
  /** Stakes on a pair; computed on demand for the winning pairs, instead of storing 153 pairs per race. */
  quinella: (a: number, b: number) => number;
  quinellaTotal: number;
  placesSold: 0 | 2 | 3;
  takeout: Takeout;
}

/** Places by the number of runners when sales opened: 8 or more three, 5–7 two, fewer none. */
export function placesSoldFor(runnersAtOpening: number): 0 | 2 | 3 {
  if (runnersAtOpening >= 8) return 3;
  return runnersAtOpening >= 5 ? 2 : 0;
}

/**
 * @param chances the public's probabilities, in the order of `horseNums`
 * @param poolYen stakes in the win pool; the other pools are in proportion
 */
export function openPools(
  horseNums: readonly number[],
  chances: Chances,
  {
    poolYen,
    placesSold,
    takeout,
    stream,
  }: { poolYen: number; placesSold: 0 | 2 | 3; takeout: Takeout; stream: Stream },
): Pools {
  const tickets = (yen: number): number => Math.max(1, Math.round(yen / TICKET_YEN)) * TICKET_YEN;
  const byHorse = (yen: number, betType: BetType, weightOf: (at: number) => number) => {
    const shares = crowdShares(
      horseNums.map((_, at) => weightOf(at)),
      CROWD[betType],
    );
    return new Map(horseNums.map((horseNum, at) => [horseNum, tickets(yen * (shares[at] ?? 0))]));
  };
  const astray = (): number => Math.exp(ASTRAY_SD * stream.normal());
  const win = byHorse(poolYen, "win", (at) => chances.first(at));
  const place =
    placesSold === 0
      ? new Map()
      : byHorse(0.8 * poolYen, "place", (at) => placeWeight(chances.placed(at, placesSold)) * astray());
  const quinellaTotal = tickets(2 * poolYen);
  const places = new Map(horseNums.map((horseNum, at) => [horseNum, { at, astray: astray() }]));
  const pairCount = (horseNums.length * (horseNums.length - 1)) / 2;
  const { evenShare } = CROWD.quinella;
  const quinella = (a: number, b: number): number => {
    const [one, other] = [places.get(a), places.get(b)];
    if (one === undefined || other === undefined) return 0;
    const known = chances.firstTwo(one.at, other.at) * one.astray * other.astray;
    return tickets(quinellaTotal * ((1 - evenShare) * known + evenShare / pairCount));
  };
  return { win, place, quinella, quinellaTotal, placesSold, takeout };
}

/** Stakes are proportional to a power of the weights, plus an even part. @returns shares that sum to 1 */
function crowdShares(weights: readonly number[], { power, evenShare }: Crowd): number[] {
  const powers = weights.map((weight) => weight ** power);
  const sum = powers.reduce((total, weight) => total + weight, 0);
  return powers.map((weight) => ((1 - evenShare) * weight) / sum + evenShare / weights.length);
}

/** Gives all place tickets about the same value: winners get their stake back and a part of the others'. */
function placeWeight(chance: number): number {
  const likely = Math.min(chance, MOST_CERTAIN);
  return likely / (1 - likely);
}

/**
 * Official payout per 100 yen: the stake and its part of the losing stakes, less the takeout, rounded down to 10 yen.
 * @param winners number of combinations sharing the pool
 */
export function payoutYen(
  winnerStakeYen: number,
  { losingStakeYen, winners, takeout }: { losingStakeYen: number; winners: number; takeout: number },
): number {
  const ratio = ((winnerStakeYen + losingStakeYen / winners) / winnerStakeYen) * (1 - takeout);
  return Math.max(MIN_PAYOUT_YEN, Math.floor(ratio * 10 + 1e-9) * 10);
}

/** Win odds on the board after closing, one decimal, by horse number; the board has four digits. */
export function winOddsOf(pools: Pools): Map<number, number> {
  const total = sumOf(pools.win);
  return new Map(
    [...pools.win].map(([horseNum, stake]) => [
      horseNum,
      Math.min(
        HIGHEST_WIN_ODDS,
        payoutYen(stake, { losingStakeYen: total - stake, winners: 1, takeout: pools.takeout.win }) / TICKET_YEN,
      ),
    ]),
  );
}

export function payoutsYen(takeout: number, totalYen: number, stakes: readonly number[]): number[] {
  const losingStakeYen = totalYen - stakes.reduce((sum, stake) => sum + stake, 0);
  const terms = { losingStakeYen, winners: stakes.length, takeout };
  return stakes.map((stake) => payoutYen(stake, terms));
}

/** 1 = most money; ties: smaller number first. */
export function popularityOf(pools: Pools): Map<number, number> {
  const order = [...pools.win].sort(([a, stakeA], [b, stakeB]) => stakeB - stakeA || a - b);
  return new Map(order.map(([horseNum], index) => [horseNum, index + 1]));
}

export const sumOf = (stakes: ReadonlyMap<unknown, number>): number =>
  [...stakes.values()].reduce((sum, yen) => sum + yen, 0);
