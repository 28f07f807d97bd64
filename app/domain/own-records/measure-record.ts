import {
  type Curve,
  drawCurve,
  expectedLosingRun,
  longestLosingRun,
  monthStarts,
  netOf,
  worstFall,
} from "#app/domain/evaluation/balances.ts";
import { type Interval, resampleRatios, sumByDay } from "#app/domain/evaluation/resample-days.ts";
import {
  type BetSums,
  type ComparedBets,
  type ComparedBetsWithHits,
  hitRateOf,
  sumBets,
} from "#app/domain/evaluation/returns.ts";
import { FEWEST_DAYS, FEWEST_RACES } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType, byBetType } from "#app/domain/racing/race.ts";
import {
  type RecordEntry,
  type RecordResult,
  type Standing,
  type StandingEntry,
  standEntries,
} from "./record-entry.ts";
import { RECORD_DIMENSIONS, type RecordDimension, sliceBy } from "./slices.ts";

const RECENT_RACES = 20;

const RESAMPLES = { sums: 2000, slice: 400 };

interface TicketFigures extends ComparedBetsWithHits {
  /** Yen. */
  worstFall: number;
  favouriteWorstFall: number;
  /** Races in a row without payout, and the run to expect of this hit rate. */
  losingRun: number;
  expectedRun: number | null;
  curve: Curve;
}

interface RecordSlice {
  key: string;
  races: number;
  /** Null with too few races for figures. */
  tickets: Record<BetType, ComparedBets> | null;
  /** Payout less stake of all tickets, yen. */
  netYen: number;
}

export interface RecordFigures {
  /** Entries by standing, and counted entries that were deleted. */
  counts: Record<Standing, number>;
  deleted: number;
  /** Counted entries with a seal. */
  sealed: number;
  /** The first pick's places, newest first; null if unknown. */
  recent: (number | null)[];
  /** First and last counted race day. */
  from: string | null;
  to: string | null;
  days: number;
  /** Wins of the first pick and of the favourite. */
  firsts: { wins: number; interval: Interval | null; favouriteWins: number; favouriteRaces: number };
  tickets: Record<BetType, TicketFigures>;
  /** Months with the number of races before each: the curves' scale. */
  months: { month: string; before: number }[];
  slices: Record<RecordDimension, RecordSlice[]>;
}

type Counted = RecordEntry & { result: RecordResult };

/** Depends on the entries only, not on their order. */
export function measureRecord(entries: readonly RecordEntry[], resamples = RESAMPLES): RecordFigures {
  const standing = standEntries(entries);
  const counted = standing.filter(isCounted).map(({ entry }) => entry);
  const dates = counted.map(({ date }) => date);
  const intervals = totalIntervals(counted, resamples.sums);
  return {
    counts: countStandings(standing),
    deleted: counted.filter(({ deletedAt }) => deletedAt !== null).length,
    sealed: counted.filter(({ sealedAt }) => sealedAt !== null).length,
    recent: counted
      .slice(-RECENT_RACES)
      .map(({ result }) => result.finish)
      .reverse(),
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
        sliceBy(counted, dimension).map(({ key, races: members }) => measureSlice(key, members, resamples.slice)),
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
  const bets = entries.map(({ result }) => result.bets[betType]);
  const sums = sumBets(bets);
  const nets = bets.map(netOf);
  const favouriteNets = entries.map(({ result: { favourite } }) =>
    favourite === null ? null : netOf(favourite.bets[betType]),
  );
  const hitRate = hitRateOf(sums);
  return {
    ...sums,
    hitInterval: intervals.hit,
    interval: intervals.rate,
    favourite: sumFavourites(entries, betType),
    worstFall: worstFall(nets),
    favouriteWorstFall: worstFall(favouriteNets.map((net) => net ?? 0)),
    losingRun: longestLosingRun(bets.filter(({ stakeYen }) => stakeYen > 0).map(({ payoutYen }) => payoutYen)),
    expectedRun: hitRate === null ? null : expectedLosingRun(sums.races, hitRate),
    curve: drawCurve(nets, favouriteNets),
  };
}

function sumFavourites(entries: readonly Counted[], betType: BetType): BetSums {
  return sumBets(entries.flatMap(({ result }) => result.favourite?.bets[betType] ?? []));
}

/** Intervals of ratios by race days; none with few days. @param read numerator and denominator of each ratio */
function drawIntervals(entries: readonly Counted[], read: (result: RecordResult) => number[], resamples: number) {
  const days = sumByDay(entries, ({ result }) => read(result));
  return days.length < FEWEST_DAYS ? [] : resampleRatios(days, resamples);
}

/** All intervals of the sums, from the same draws. */
function totalIntervals(entries: readonly Counted[], resamples: number) {
  const drawn = drawIntervals(
    entries,
    ({ finish, bets }) => [
      ...[finish === 1 ? 1 : 0, 1],
      ...BET_TYPES.flatMap((betType) => {
        const { stakeYen, payoutYen, hits } = bets[betType];
        return stakeYen === 0 ? [0, 0, 0, 0] : [payoutYen, stakeYen, hits > 0 ? 1 : 0, 1];
      }),
    ],
    resamples,
  );
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
    (sum, { result: { bets } }) => sum + BET_TYPES.reduce((net, betType) => net + netOf(bets[betType]), 0),
    0,
  );
  if (entries.length < FEWEST_RACES) return { key, races: entries.length, tickets: null, netYen };
  const drawn = drawIntervals(
    entries,
    ({ bets }) => BET_TYPES.flatMap((betType) => [bets[betType].payoutYen, bets[betType].stakeYen]),
    resamples,
  );
  return {
    ...{ key, races: entries.length, netYen },
    tickets: byBetType((betType) => ({
      ...sumBets(entries.map(({ result }) => result.bets[betType])),
      interval: drawn[BET_TYPES.indexOf(betType)] ?? null,
      favourite: sumFavourites(entries, betType),
    })),
  };
}
