import { hasOpenLedgerJob } from "#app/db/rankings/ledger.server.ts";
import { type RankedDay, type RankingState, readRankingState } from "#app/db/rankings/rankings.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type CountedPeriod, listDuePeriods, listPeriods } from "#app/domain/rankings/calendar.ts";
import { ledgerFrom } from "#app/domain/rankings/ledger.ts";
import { KEPT_PERIODS } from "#app/domain/rankings/ranking-lists.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

/** All days are settled. */
export interface CountablePeriod {
  period: CountedPeriod;
  /** Data version and revision of every day. */
  ledgerState: string;
}

/** Includes missed periods. Periods before the first paid plan count only if they are the newest. */
export async function findDueRankings(deps: Deps) {
  const now = deps.now();
  const state = await readRankingState(deps.db, { to: japanDay(now) });
  const periods = listKnownPeriods(state, now);
  const counted = new Map(state.builds.map((build) => [`${build.cadence} ${build.periodKey}`, build]));
  const buildOf = ({ cadence, key }: CountedPeriod) => counted.get(`${cadence} ${key}`);
  const complete = (await deps.demo?.areRankingsAwaited(deps))
    ? []
    : periods.flatMap((period) => findCountable(state, period));
  return {
    /** Newest first. */
    known: periods,
    builds: state.builds,
    /** Due, but never built. */
    uncounted: periods.filter((period) => buildOf(period) === undefined),
    /** Newest first: never built, or the ledger has changed. */
    countable: complete.filter(({ period, ledgerState }) => buildOf(period)?.ledgerState !== ledgerState),
    /** Could be built now. */
    complete,
    /** Still named. */
    deletedUsers: state.deletedUsers,
    /** Too old to be shown. */
    outdated: (["weekly", "monthly"] as const).flatMap((cadence) =>
      state.builds
        .filter((build) => build.cadence === cadence)
        .sort((a, b) => (a.periodKey < b.periodKey ? 1 : -1))
        .slice(KEPT_PERIODS),
    ),
  };
}

/** Newest first. */
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
    // Earlier days are never settled, so such a month could never be built.
    period.raceDays.every((date) => date >= from || byDate.get(date)?.settledVersion !== null);
  const known = listDuePeriods(raceDays, { at: now, since: earliest, isBuilt: (period) => !isKnown(period) });
  return (["weekly", "monthly"] as const)
    .flatMap((cadence) => known.filter((period) => period.cadence === cadence).slice(-KEPT_PERIODS))
    .sort((a, b) => b.dueAt - a.dueAt);
}

/** Empty while results or jobs are outstanding. */
function findCountable({ days, openDates }: RankingState, period: CountedPeriod): CountablePeriod[] {
  const held = days.filter(({ date }) => period.raceDays.includes(date));
  if (!held.every((day) => isSettled(day) && !openDates.has(day.date))) return [];
  const ledgerState = held.map(({ date, dataVersion, revision }) => `${date}:${dataVersion ?? 0}.${revision}`).join();
  return [{ period, ledgerState }];
}

function isSettled({ isPending, isAwaited, isBet, dataVersion, settledVersion }: RankedDay): boolean {
  // Ranks would soon change.
  if (isPending || isAwaited) return false;
  return settledVersion === null ? !isBet : settledVersion >= (dataVersion ?? 0);
}

/** Builds whatever is due; other subjects name a period. */
const ALL = "all";

/** Hourly. Also marks periods as counting and removes deleted users. */
export async function enqueueDueRankings(deps: Deps): Promise<void> {
  const { uncounted, countable, deletedUsers } = await findDueRankings(deps);
  if (uncounted.length + countable.length + deletedUsers.length === 0) return;
  await enqueueJob(deps, { kind: "build-rankings", subject: ALL });
}

/** After a settlement: only the last open job checks, as that reads every race day. */
export async function enqueueSettledRankings(deps: Deps): Promise<void> {
  if (!(await hasOpenLedgerJob(deps.db))) await enqueueDueRankings(deps);
}

/** For bets settled during a build. */
export async function enqueueCountable(deps: Deps): Promise<void> {
  if ((await findDueRankings(deps)).countable.length > 0) {
    await enqueueJob(deps, { kind: "build-rankings", subject: ALL });
  }
}
