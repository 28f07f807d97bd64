import { hasOpenLedgerJob } from "#app/db/rankings/ledger.server.ts";
import {
  type RankedDay,
  type RankingBuild,
  type RankingState,
  readRankingState,
} from "#app/db/rankings/rankings.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type CountedPeriod, listDuePeriods, listPeriods } from "#app/domain/rankings/calendar.ts";
import { ledgerFrom } from "#app/domain/rankings/ledger.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { KEPT_PERIODS } from "./rankings-switch.server.ts";

/** A period whose days are all in the ledger, and what the ledger holds of them. */
export interface CountablePeriod {
  period: CountedPeriod;
  /** Data and revision of every day; other bets, another text. */
  ledgerState: string;
}

interface DueRankings {
  /** Every period that is due and kept, the newest first. */
  known: CountedPeriod[];
  /** Due, and never counted. */
  uncounted: CountedPeriod[];
  /** To be counted now, the newest first: never counted, or the ledger has changed since. */
  countable: CountablePeriod[];
  /** Those of the known that could be counted now, whether or not they were. */
  complete: CountablePeriod[];
  /** Users who left and are still named. */
  leavers: number[];
  /** How periods were counted last. */
  builds: RankingBuild[];
  /** Those of them that are too old to be looked at. */
  outdated: RankingBuild[];
}

/**
 * What there is to count now. A missed firing, or three missed weeks, are found like any other; a period that nobody
 * could have taken part in, as the product had no plan yet, is left alone unless it is the newest.
 */
export async function findDueRankings(deps: Deps): Promise<DueRankings> {
  const now = deps.now();
  const state = await readRankingState(deps.d1, { to: japanDay(now) });
  const periods = listKnownPeriods(state, now);
  const counted = new Map(state.builds.map((build) => [`${build.cadence} ${build.periodKey}`, build]));
  const buildOf = ({ cadence, key }: CountedPeriod) => counted.get(`${cadence} ${key}`);
  const complete = (await deps.demo?.areRankingsAwaited(deps))
    ? []
    : periods.flatMap((period) => findCountable(state, period));
  return {
    known: periods,
    builds: state.builds,
    uncounted: periods.filter((period) => buildOf(period) === undefined),
    countable: complete.filter(({ period, ledgerState }) => buildOf(period)?.ledgerState !== ledgerState),
    complete,
    leavers: state.leavers,
    outdated: (["weekly", "monthly"] as const).flatMap((cadence) =>
      state.builds
        .filter((build) => build.cadence === cadence)
        .sort((a, b) => (a.periodKey < b.periodKey ? 1 : -1))
        .slice(KEPT_PERIODS),
    ),
  };
}

/** Due periods whose bets the ledger holds or will hold, the newest first. */
function listKnownPeriods(state: RankingState, now: number): CountedPeriod[] {
  const byDate = new Map(state.days.map((day) => [day.date, day]));
  const raceDays = [...byDate.keys()];
  const since = state.firstPlanAt ?? 0;
  const newest = (["weekly", "monthly"] as const).flatMap((cadence) =>
    listPeriods(cadence, raceDays)
      .filter(({ dueAt }) => dueAt <= now)
      .slice(-1),
  );
  const earliest = Math.min(since, ...newest.map(({ dueAt }) => dueAt));
  const from = ledgerFrom(now);
  const isKnown = (period: CountedPeriod) =>
    (period.dueAt >= since || newest.some(({ cadence, key }) => cadence === period.cadence && key === period.key)) &&
    // A day of before the ledger began is never settled: such a month would never be counted.
    period.raceDays.every((date) => date >= from || byDate.get(date)?.settledVersion !== null);
  const known = listDuePeriods(raceDays, { at: now, since: earliest, isBuilt: (period) => !isKnown(period) });
  return (["weekly", "monthly"] as const)
    .flatMap((cadence) => known.filter((period) => period.cadence === cadence).slice(-KEPT_PERIODS))
    .sort((a, b) => b.dueAt - a.dueAt);
}

/** Empty while a day's results, or the jobs that settle it, are not all in. */
function findCountable({ days, openDates }: RankingState, period: CountedPeriod): CountablePeriod[] {
  const held = days.filter(({ date }) => period.raceDays.includes(date));
  if (!held.every((day) => isSettled(day) && !openDates.has(day.date))) return [];
  const ledgerState = held.map(({ date, dataVersion, revision }) => `${date}:${dataVersion ?? 0}.${revision}`).join();
  return [{ period, ledgerState }];
}

function isSettled({ isPending, isAwaited, isBet, dataVersion, settledVersion }: RankedDay): boolean {
  // Without a race whose result is to come, ranks would be shown that are about to change.
  if (isPending === 1 || isAwaited === 1) return false;
  return settledVersion === null ? isBet === 0 : settledVersion >= (dataVersion ?? 0);
}

/** Payload of the one job that looks for itself; another one is given a period. */
const ALL = "all";

/**
 * Makes the job that counts what is due, shows what is being counted and forgets who left; none where there is nothing
 * to do. For the hourly message.
 */
export async function enqueueDueRankings(deps: Deps): Promise<void> {
  const { uncounted, countable, leavers } = await findDueRankings(deps);
  if (uncounted.length + countable.length + leavers.length === 0) return;
  await enqueueJob(deps, { kind: "build-rankings", subject: ALL });
}

/**
 * For the end of a settlement: only the last of many open ones asks what is due, which reads every race day and user. A
 * job that ends without a word leaves the question to the hourly message.
 */
export async function enqueueSettledRankings(deps: Deps): Promise<void> {
  if (!(await hasOpenLedgerJob(deps.d1))) await enqueueDueRankings(deps);
}

/** For the end of a build: what was settled meanwhile found its job still open. */
export async function enqueueCountable(deps: Deps): Promise<void> {
  if ((await findDueRankings(deps)).countable.length > 0) {
    await enqueueJob(deps, { kind: "build-rankings", subject: ALL });
  }
}
