import {
  type Curve,
  drawCurve,
  expectedLosingRun,
  longestLosingRun,
  monthStarts,
  worstFall,
} from "#app/domain/evaluation/balances.ts";
import { type Interval, resampleRatios, sumByDay } from "#app/domain/evaluation/resample-days.ts";
import { BET_TYPES, type BetType, byBetType } from "#app/domain/racing/race.ts";
import {
  type RecordEntry,
  type RecordResult,
  type Standing,
  type StandingEntry,
  standEntries,
} from "./record-entry.ts";
import { RECORD_DIMENSIONS, type RecordDimension, sliceBy } from "./slices.ts";

/** From this number of race days on a rate has an interval: with fewer the bootstrap's are far too narrow. */
const DAYS_FOR_INTERVAL = 8;
/** Below this number of races a slice has no figures. */
export const RACES_FOR_FIGURES = 30;
/** Bootstrap draws for the intervals of the sums, and of a slice. */
const RESAMPLES = { sums: 2000, slice: 400 };

/** The bets of one type: sums, and races with a stake that was not returned. */
export interface TicketSums {
  races: number;
  /** Races with a winning ticket. */
  hits: number;
  stakeYen: number;
  payoutYen: number;
}

interface TicketFigures extends TicketSums {
  /** 95 % of the hit rate and of payout ÷ stake, by bootstrap over race days; null with few days. */
  hitInterval: Interval | null;
  interval: Interval | null;
  favourite: TicketSums;
  /** Yen. */
  worstFall: number;
  favouriteWorstFall: number;
  /** Races in a row without any payout, and the longest such run to expect of this hit rate. */
  losingRun: number;
  expectedRun: number | null;
  curve: Curve;
}

/** Part of the record, by one condition. */
export interface RecordSlice {
  key: string;
  races: number;
  /** Null with too few races for figures. */
  tickets: Record<BetType, TicketSums & { interval: Interval | null; favourite: TicketSums }> | null;
  /** Payout less stake of all tickets, yen. */
  netYen: number;
}

export interface RecordFigures {
  /** Entries of each standing; those of them that were deleted and count. */
  counts: Record<Standing, number>;
  deleted: number;
  /** First and last race day of those that count. */
  from: string | null;
  to: string | null;
  days: number;
  /** How often the first pick won, and the favourite did. */
  firsts: { wins: number; interval: Interval | null; favouriteWins: number; favouriteRaces: number };
  tickets: Record<BetType, TicketFigures>;
  /** Months and the number of races before each: the curves' scale. */
  months: { month: string; before: number }[];
  slices: Record<RecordDimension, RecordSlice[]>;
}

type Counted = RecordEntry & { result: RecordResult };

/** All figures of a record. They depend on the entries only, not on their order. */
export function measureRecord(entries: readonly RecordEntry[], resamples = RESAMPLES): RecordFigures {
  const standing = standEntries(entries);
  const counted = standing.filter(isCounted).map(({ entry }) => entry);
  const dates = counted.map(({ date }) => date);
  const intervals = totalIntervals(counted, resamples.sums);
  return {
    counts: countStandings(standing),
    deleted: counted.filter(({ deletedAt }) => deletedAt !== null).length,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    days: new Set(dates).size,
    firsts: {
      wins: counted.filter(({ result }) => result.finish === 1).length,
      interval: intervals.firsts,
      favouriteWins: counted.filter(({ result }) => result.favourite?.finish === 1).length,
      favouriteRaces: counted.filter(({ result }) => result.favourite !== null).length,
    },
    tickets: byBetType((betType) => ticketFigures(counted, betType, intervals.tickets[betType])),
    months: monthStarts(counted),
    slices: Object.fromEntries(
      RECORD_DIMENSIONS.map((dimension) => [
        dimension,
        sliceBy(counted, dimension).map(({ key, entries: members }) => measureSlice(key, members, resamples.slice)),
      ]),
    ) as Record<RecordDimension, RecordSlice[]>,
  };
}

function isCounted(one: StandingEntry): one is { entry: Counted; standing: "counted" } {
  return one.standing === "counted";
}

function countStandings(standing: readonly StandingEntry[]): Record<Standing, number> {
  const counts = { counted: 0, awaited: 0, returned: 0, "left-out": 0, "after-start": 0, late: 0, replaced: 0 };
  for (const one of standing) counts[one.standing] += 1;
  return counts;
}

function ticketFigures(
  entries: readonly Counted[],
  betType: BetType,
  intervals: { hit: Interval | null; rate: Interval | null },
): TicketFigures {
  const sums = sumTickets(entries, betType);
  const nets = entries.map(({ result }) => netOf(result, betType));
  const favouriteNets = entries.map(({ result }) =>
    result.favourite === null ? null : netOf(result.favourite, betType),
  );
  const bet = entries.filter(({ result }) => result.bets[betType].stakeYen > 0);
  return {
    ...sums,
    hitInterval: intervals.hit,
    interval: intervals.rate,
    favourite: sumFavourites(entries, betType),
    worstFall: worstFall(nets),
    favouriteWorstFall: worstFall(favouriteNets.map((net) => net ?? 0)),
    losingRun: longestLosingRun(bet.map(({ result }) => result.bets[betType].payoutYen)),
    expectedRun: sums.races === 0 ? null : expectedLosingRun(sums.races, sums.hits / sums.races),
    curve: drawCurve(nets, favouriteNets),
  };
}

function netOf({ bets }: Pick<RecordResult, "bets">, betType: BetType): number {
  return bets[betType].payoutYen - bets[betType].stakeYen;
}

function sumTickets(entries: readonly Counted[], betType: BetType): TicketSums {
  return sumBets(entries.map(({ result }) => result.bets[betType]));
}

function sumFavourites(entries: readonly Counted[], betType: BetType): TicketSums {
  return sumBets(entries.flatMap(({ result }) => result.favourite?.bets[betType] ?? []));
}

function sumBets(bets: readonly { stakeYen: number; payoutYen: number; hits: number }[]): TicketSums {
  const sums: TicketSums = { races: 0, hits: 0, stakeYen: 0, payoutYen: 0 };
  for (const { stakeYen, payoutYen, hits } of bets) {
    if (stakeYen === 0) continue;
    sums.races += 1;
    sums.hits += hits > 0 ? 1 : 0;
    sums.stakeYen += stakeYen;
    sums.payoutYen += payoutYen;
  }
  return sums;
}

/** Sums per ticket that its two rates are made of: payout ÷ stake, races hit ÷ races. */
const SUMS_PER_TICKET = 4;

/** All intervals of the sums from the same draws of race days; null with few days. */
function totalIntervals(entries: readonly Counted[], resamples: number) {
  const width = 2 + SUMS_PER_TICKET * BET_TYPES.length;
  const days = sumByDay(entries, width, (sums, { result }) => {
    sums[0]! += result.finish === 1 ? 1 : 0;
    sums[1]! += 1;
    for (const [index, betType] of BET_TYPES.entries()) {
      const { stakeYen, payoutYen, hits } = result.bets[betType];
      if (stakeYen === 0) continue;
      const at = 2 + SUMS_PER_TICKET * index;
      sums[at]! += payoutYen;
      sums[at + 1]! += stakeYen;
      sums[at + 2]! += hits > 0 ? 1 : 0;
      sums[at + 3]! += 1;
    }
  });
  const drawn = days.length < DAYS_FOR_INTERVAL ? [] : resampleRatios(days, resamples);
  return {
    firsts: drawn[0] ?? null,
    tickets: byBetType((betType) => {
      const at = 1 + 2 * BET_TYPES.indexOf(betType);
      return { rate: drawn[at] ?? null, hit: drawn[at + 1] ?? null };
    }),
  };
}

function measureSlice(key: string, entries: readonly Counted[], resamples: number): RecordSlice {
  const netYen = entries.reduce(
    (sum, { result }) => sum + BET_TYPES.reduce((bets, betType) => bets + netOf(result, betType), 0),
    0,
  );
  if (entries.length < RACES_FOR_FIGURES) return { key, races: entries.length, tickets: null, netYen };
  const days = sumByDay(entries, 2 * BET_TYPES.length, (sums, { result }) => {
    for (const [index, betType] of BET_TYPES.entries()) {
      sums[2 * index]! += result.bets[betType].payoutYen;
      sums[2 * index + 1]! += result.bets[betType].stakeYen;
    }
  });
  const drawn = days.length < DAYS_FOR_INTERVAL ? [] : resampleRatios(days, resamples);
  return {
    ...{ key, races: entries.length, netYen },
    tickets: byBetType((betType) => ({
      ...sumTickets(entries, betType),
      interval: drawn[BET_TYPES.indexOf(betType)] ?? null,
      favourite: sumFavourites(entries, betType),
    })),
  };
}
