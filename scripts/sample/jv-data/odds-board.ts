import { combinationsOf } from "#app/domain/jv-data/odds/packed-odds.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import { type LongKind, quoteOf, type Range, strengthsOf } from "../market/long-odds.ts";
import { type Pools, payoutsYen, sumOf } from "../market/market.ts";
import { createStream, type Stream, StreamPurpose } from "../random.ts";
import type { SampleRace } from "../run-race.ts";
import type { RaceChanges } from "./changes.ts";

/** The odds of one combination; `high` is the upper end of a range. */
export interface Quote {
  horses: readonly number[];
  low: number;
  high: number;
  rank: number;
}

export interface Board {
  placesSold: 0 | 2 | 3;
  /** Numbers of the horses withdrawn by then, and whether bets on them had been sold. */
  withdrawn: ReadonlyMap<number, { isAfterSales: boolean }>;
  win: Quote[];
  place: Quote[];
  quinella: Quote[];
  /** Computed when it is needed: 4,896 trifectas take a while. */
  long: (kind: LongKind, combinations: readonly (readonly number[])[]) => Quote[];
  stakesYen: Record<BetType, number>;
}

/** Part of the money that is staked early, and minutes in which the rest grows by a factor of e. */
const EARLY_SHARE = 0.08;
const GROWTH_MINUTES = 30;
/** How far early odds are from the last ones, as the standard deviation of the logarithm. */
const DRIFT_SD = 0.4;
/** A horse that will be withdrawn draws this part of the average stake until then. */
const WITHDRAWN_SHARE = 0.6;
const YEN_PER_TICKET = 100;
const MINUTE = 60;

/** The board at these seconds before the start; null if the race was not run. */
export function boardAt(seed: number, sample: SampleRace, changes: RaceChanges, secondsBefore: number): Board | null {
  const { pools, race, runners } = sample;
  if (pools === null) return null;
  const minutes = Math.max(0, secondsBefore / MINUTE);
  const courseCode = Number(race.raceId.split("-")[1]);
  const stream = createStream(seed, StreamPurpose.board, dayNumber(race.date), courseCode, race.raceNum);
  const drift = driftAt(
    minutes,
    stream,
    runners.map(({ horseNum }) => horseNum),
  );
  const growth = EARLY_SHARE + (1 - EARLY_SHARE) * Math.exp(-minutes / GROWTH_MINUTES);
  const absent = changes.withdrawals.filter((withdrawal) => withdrawal.secondsBefore >= secondsBefore);
  const doubtful = changes.withdrawals.filter((withdrawal) => withdrawal.secondsBefore < secondsBefore);
  const stakesIn = (pool: ReadonlyMap<number, number>): Map<number, number> => {
    const average = sumOf(pool) / Math.max(1, pool.size);
    const stakes = new Map([...pool].map(([horse, yen]) => [horse, tickets(yen * growth * (drift.get(horse) ?? 1))]));
    if (pool.size > 0) {
      for (const { runner } of doubtful) stakes.set(runner.horseNum, tickets(average * growth * WITHDRAWN_SHARE));
    }
    return new Map([...stakes].sort(([one], [other]) => one - other));
  };
  const win = stakesIn(pools.win);
  const place = stakesIn(pools.place);
  const horses = [...win.keys()];
  const winYen = sumOf(win);
  const pairs = combinationsOf("quinella", horses).map((pair): [readonly number[], number] => {
    const [one = 0, other = 0] = pair;
    const known = pools.quinella(one, other) * (drift.get(one) ?? 1) * (drift.get(other) ?? 1);
    // A horse to be withdrawn has no money in the pool: twice the product of both shares of the win pool.
    const guess = (2 * pools.quinellaTotal * (win.get(one) ?? 0) * (win.get(other) ?? 0)) / winYen ** 2;
    return [pair, tickets((known || guess) * growth)];
  });
  // At the end the pool is what was staked on all pairs, also on those that hold a rounded ticket only.
  const quinellaYen = minutes === 0 ? pools.quinellaTotal : pairs.reduce((sum, [, yen]) => sum + yen, 0);
  const { takeout } = pools;
  const brackets = new Map(runners.map(({ horseNum, bracketNum }) => [horseNum, bracketNum ?? 0]));
  const market = { strengths: strengthsOf(win), brackets, takeout };
  return {
    placesSold: pools.placesSold,
    withdrawn: new Map(absent.map(({ runner, isAfterSales }) => [runner.horseNum, { isAfterSales }])),
    win: ranked([...win].map(([horse, yen]) => [[horse], yen, single(takeout.win, sumOf(win), yen)])),
    place: ranked([...place].map(([horse, yen]) => [[horse], yen, placeRange(pools, place, horse)])),
    quinella: ranked(pairs.map(([pair, yen]) => [pair, yen, single(takeout.quinella, quinellaYen, yen)])),
    long: (kind, combinations) =>
      ranked(
        combinations.flatMap((numbers) => {
          const quote = quoteOf(kind, numbers, market);
          return quote === null ? [] : [[numbers, quote.chance, quote.range] as const];
        }),
      ),
    stakesYen: { win: sumOf(win), place: sumOf(place), quinella: quinellaYen },
  };
}

const tickets = (yen: number): number => Math.max(1, Math.round(yen / YEN_PER_TICKET)) * YEN_PER_TICKET;

/** Each horse's stake as a factor of its last one; neighbouring instants have neighbouring factors. */
function driftAt(minutes: number, stream: Stream, horses: readonly number[]): Map<number, number> {
  const spread = DRIFT_SD * (1 - Math.exp(-minutes / GROWTH_MINUTES));
  const phase = Math.log1p(minutes);
  return new Map(
    horses.map((horse) => {
      const wave = stream.normal() * Math.cos(phase) + stream.normal() * Math.sin(phase);
      return [horse, Math.exp(spread * wave)];
    }),
  );
}

function single(takeout: number, totalYen: number, stakeYen: number): Range {
  const odds = (payoutsYen(takeout, totalYen, [stakeYen])[0] ?? 0) / YEN_PER_TICKET;
  return [odds, odds];
}

/** Lowest with the two most backed others, highest with the two least backed. */
function placeRange({ placesSold, takeout }: Pools, stakes: ReadonlyMap<number, number>, horse: number): Range {
  const own = stakes.get(horse) ?? 0;
  const others = [...stakes]
    .flatMap(([other, yen]) => (other === horse ? [] : [yen]))
    .sort((one, other) => other - one);
  const oddsWith = (company: readonly number[]): number =>
    (payoutsYen(takeout.place, sumOf(stakes), [own, ...company])[0] ?? 0) / YEN_PER_TICKET;
  const count = placesSold - 1;
  return [oddsWith(others.slice(0, count)), oddsWith(others.slice(-count))];
}

function ranked(items: readonly (readonly [readonly number[], stake: number, Range])[]): Quote[] {
  const order = [...items].sort(([, one], [, other]) => other - one);
  const ranks = new Map(order.map(([horses], index) => [horses, index + 1]));
  return items.map(([horses, , [low, high]]) => ({ horses, low, high, rank: ranks.get(horses) ?? 0 }));
}
