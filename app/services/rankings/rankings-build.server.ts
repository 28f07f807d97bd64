import * as z from "zod";
import type { StoredRanking } from "#app/adapters/ranking-store.server.ts";
import {
  deleteBuild,
  deleteEntriesOfPeriod,
  reserveBuildId,
  saveBuild,
  saveEntries,
} from "#app/db/rankings/ranking-builds.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import type { Cadence, RankingPeriod } from "#app/domain/rankings/periods.ts";
import type { RankedEntry } from "#app/domain/rankings/rank-entries.ts";
import { wireEntry, wireRanking } from "#app/domain/rankings/rankings-file.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { countYields } from "#app/services/models/wait-for-data.server.ts";
import { rankingsOut } from "#app/services/notifications/notification-words.ts";
import { buildSeason } from "#app/services/season/season-build.server.ts";
import { countRanking, listRankedModels, readRaces, tallyRankings } from "./rankings-count.server.ts";
import { type CountablePeriod, findDueRankings } from "./rankings-due.server.ts";
import { deleteFromRankings, showCounted, showCounting, sweepRankingObjects } from "./rankings-switch.server.ts";

/** Empty: all due periods. A named period is built again. */
const orderSchema = z.union([
  z.strictObject({ cadence: z.enum(["weekly", "monthly"]), periodKey: z.string() }),
  z.strictObject({}),
]);
export type RankingOrder = z.infer<typeof orderSchema>;

/** Up to five minutes. */
const MAX_YIELDS = 60;
/** 800 bytes of JSON an entry; D1 accepts 2 MB. */
const ENTRIES_PER_WRITE = 2_000;
const ENTRIES_PER_DELETE = 5_000;
const LARGE_PERIOD = 5_000;
/** Older rankings are imported history or rebuilt: no notification. */
const NEWS_SECONDS = 7 * 86_400;

/**
 * Marks due periods as counting, then builds each complete one, newest first. An interrupted run changes nothing:
 * publishing is one switch, and the build is recorded last.
 */
export async function buildRankings(context: JobContext): Promise<JobOutcome> {
  const { deps, job } = context;
  const order = orderSchema.parse(job.payload);
  const due = await findDueRankings(deps);
  for (const userId of due.deletedUsers) await deleteFromRankings(deps, { userId });
  await showCounting(deps, due.uncounted);

  const aside = countYields(context, MAX_YIELDS);
  const ordered = chooseOrdered(order, due);
  for (const countable of ordered) {
    const { cadence, key } = countable.period;
    const isNewest = due.known.find((period) => period.cadence === cadence)?.key === key;
    if (await aside.isDue()) return aside.step();
    const participants = await buildPeriod(context, { ...countable, isNewest }, aside.isDue);
    if (participants === null) return aside.step();
    // One large period per message: D1 allows 1,000 queries per invocation.
    if (participants > LARGE_PERIOD && countable !== ordered.at(-1)) return { kind: "again", delaySeconds: 0 };
  }

  for (const build of due.outdated) {
    await deleteEntries(context, build, null);
    await deleteBuild(deps.db, build);
  }
  // Deleted while the rankings were written.
  for (const userId of (await findDueRankings(deps)).deletedUsers) await deleteFromRankings(deps, { userId });
  await sweepRankingObjects(deps);
  return { kind: "done" };
}

function chooseOrdered(
  order: RankingOrder,
  { countable, complete }: Record<"countable" | "complete", CountablePeriod[]>,
): CountablePeriod[] {
  if (!("cadence" in order)) return countable;
  return complete.filter(({ period }) => period.cadence === order.cadence && period.key === order.periodKey);
}

/** @returns the number of participants; null: users' work goes first, nothing was written */
async function buildPeriod(
  context: JobContext,
  { period, ledgerState, isNewest }: CountablePeriod & { isNewest: boolean },
  isStopped: () => Promise<boolean>,
): Promise<number | null> {
  const { deps, yieldAndRenewLease } = context;
  const { cadence, key: periodKey, from, to } = period;
  const rankedModels = await listRankedModels(deps, period, yieldAndRenewLease);
  const buildId = await reserveBuildId(deps.db, { cadence, periodKey });
  const { races, baselineBets } = await readRaces(deps, period, yieldAndRenewLease);
  const tallied = await tallyRankings(deps, { cadence, races, rankedModels }, { yieldAndRenewLease, isStopped });
  if (tallied === null) return null;

  const deletedUsers = new Set(
    rankedModels.filter(({ isOfDeletedUser }) => isOfDeletedUser).map(({ userId }) => userId),
  );
  const rankings: StoredRanking[] = [];
  for (const each of tallied) {
    const { ranking } = each;
    const { entries, baselines, luck } = await countRanking(each, { rankedModels, baselineBets }, yieldAndRenewLease);
    await keepEntries(context, { buildId, periodKey, ranking, entries, deletedUsers });
    const shown = { key: ranking.key, periodKey, participants: entries.length, luck, builtAt: 0, buildId };
    rankings.push({ ...shown, ...wireRanking({ period: { from, to }, status: "ready", entries, baselines }) });
  }
  const builtAt = deps.now();
  const later = await showCounted(
    deps,
    rankings.map((ranking) => ({ ...ranking, builtAt })),
  );
  if (cadence === "monthly" && isNewest) {
    await buildSeason(context, { buildId, month: periodKey, to, rankedModels, deletedUsers });
  }
  // A build that lost to a later one must delete its own entries.
  await deleteEntries(context, { cadence, periodKey }, later ?? buildId);
  // Last: another build does what is missing by then.
  const build = {
    ...{ id: buildId, cadence, periodKey, fromDay: from, toDay: to, ledgerState, builtAt },
    participants: rankedModels.length,
  };
  const isNews = period.dueAt > builtAt - NEWS_SECONDS;
  await saveBuild(deps.db, build, isNews ? { ...rankingsOut(period), day: japanDay(builtAt), now: builtAt } : null);
  return rankedModels.length;
}

/** Before the switch: readers look up the current build. */
async function keepEntries(
  { deps, yieldAndRenewLease }: JobContext,
  {
    buildId,
    periodKey,
    ranking,
    entries,
    deletedUsers,
  }: {
    buildId: string;
    periodKey: string;
    ranking: RankingPeriod;
    entries: readonly RankedEntry[];
    /** Their entries are not stored. */
    deletedUsers: ReadonlySet<number>;
  },
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_WRITE) {
    const rows = entries.slice(at, at + ENTRIES_PER_WRITE).flatMap((entry) => {
      const { modelId, userId } = entry;
      if (userId === null || deletedUsers.has(userId)) return [];
      return [{ rankingKey: ranking.key, modelId, userId, entry: JSON.stringify(wireEntry(entry)) }];
    });
    await saveEntries(deps.db, { buildId, periodKey, rows });
    await yieldAndRenewLease();
  }
}

async function deleteEntries(
  { deps, yieldAndRenewLease }: JobContext,
  { cadence, periodKey }: { cadence: Cadence; periodKey: string },
  before: string | null,
): Promise<void> {
  const limit = ENTRIES_PER_DELETE;
  while ((await deleteEntriesOfPeriod(deps.db, { cadence, periodKey, before, limit })) === limit)
    await yieldAndRenewLease();
}

type OrderedRankings =
  /** `buildId`: another one means that the order is done. Null: never built. */
  | { kind: "ordered"; period: CountedPeriod; buildId: string | null }
  /** not-due: no stored period. not-settled: results or bets are missing. */
  | Refused<"not-due" | "not-settled">;

/** The newest period due at an instant. Idempotent. @param at unix seconds; not in the future */
export async function orderRankings(
  deps: Deps,
  { cadence, at }: { cadence: Cadence; at: number },
): Promise<OrderedRankings> {
  const { known, complete, builds } = await findDueRankings(deps);
  const period = known.find((each) => each.cadence === cadence && each.dueAt <= at);
  if (period === undefined) return refused("not-due");
  if (!complete.some((each) => each.period === period)) return refused("not-settled");
  const payload: RankingOrder = { cadence, periodKey: period.key };
  await enqueueJob(deps, { kind: "build-rankings", subject: `${cadence}:${period.key}`, payload });
  const build = builds.find((each) => each.cadence === cadence && each.periodKey === period.key);
  return { kind: "ordered", period, buildId: build?.id ?? null };
}
