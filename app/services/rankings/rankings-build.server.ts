import * as z from "zod";
import type { StoredRanking } from "#app/adapters/ranking-store.server.ts";
import {
  deleteBuild,
  deleteEntriesOfPeriod,
  saveBuild,
  saveEntries,
  takeBuildId,
} from "#app/db/rankings/ranking-builds.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Cadence, RankingPeriod } from "#app/domain/rankings/periods.ts";
import { MODELS_PER_RANGE, rankingsOf } from "#app/domain/rankings/ranges/range-count.ts";
import type { RankedEntry } from "#app/domain/rankings/rank-entries.ts";
import { wireEntry, wireRanking } from "#app/domain/rankings/rankings-file.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { countStepsAside } from "#app/services/models/steps-aside.server.ts";
import { rankingsOut } from "#app/services/notices/notice-words.ts";
import { buildSeason } from "#app/services/season/season-build.server.ts";
import { countRange, mergeRanking, readRaces } from "./rankings-count.server.ts";
import { type CountablePeriod, findDueRankings } from "./rankings-due.server.ts";
import { listRacers } from "./rankings-participants.server.ts";
import { countRanges, forgetRanges, splitRacers } from "./rankings-ranges.server.ts";
import { forgetOwner, showCounted, showCounting, sweepRankingObjects } from "./rankings-switch.server.ts";

/** Empty: everything that is due. With a period: that one, even if it was built before. */
const orderSchema = z.union([
  z.strictObject({ cadence: z.enum(["weekly", "monthly"]), periodKey: z.string() }),
  z.strictObject({}),
]);
export type RankingOrder = z.infer<typeof orderSchema>;

/** Yields to users' work for up to five minutes. */
const MAX_STEPS_ASIDE = 60;
/** An entry is about 800 bytes of JSON; D1 accepts two megabytes at once. */
const ENTRIES_PER_WRITE = 2_000;
const ENTRIES_PER_DELETE = 5_000;
/** Waits for counts of ranges grow from five seconds to a minute; after some three hours the hourly message begins again. */
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 60;
const MAX_WAITS = 180;
/** Rankings that were due earlier are built from imported history, or again: nobody is told. */
const NEWS_SECONDS = 7 * 86_400;

/**
 * Builds rankings (job "build-rankings"). First marks newly due periods as counting; then builds and publishes each
 * period whose ledger is complete, newest first. An interrupted run leaves the current rankings as they were, and the
 * next one starts over: publishing is one switch, and the build is recorded last.
 *
 * @param modelsPerRange more participants than this are counted by other jobs, range by range
 */
export async function buildRankings(
  context: JobContext,
  { modelsPerRange = MODELS_PER_RANGE }: { modelsPerRange?: number } = {},
): Promise<JobOutcome> {
  const { deps, job } = context;
  const order = orderSchema.parse(job.payload);
  const due = await findDueRankings(deps);
  for (const userId of due.leavers) await forgetOwner(deps, { userId });
  await showCounting(deps, due.uncounted);

  const aside = countStepsAside(context, MAX_STEPS_ASIDE);
  const ordered = chooseOrdered(order, due);
  for (const countable of ordered) {
    const { cadence, key } = countable.period;
    const isNewest = due.known.find((period) => period.cadence === cadence)?.key === key;
    if (await aside.isDue()) return aside.step();
    const built = await buildPeriod(context, { ...countable, isNewest }, { modelsPerRange, isStopped: aside.isDue });
    if (built === "stopped") return aside.step();
    if (built === "waiting") return waitForRanges(context);
    // Of large periods one a message: D1 answers a thousand queries of each.
    if (built === "merged" && countable !== ordered.at(-1)) return { kind: "again", delaySeconds: 0 };
  }

  for (const build of due.outdated) {
    await deleteEntries(context, build, null);
    await deleteBuild(deps.db, build);
  }
  // Users who left while the rankings were being written.
  for (const userId of (await findDueRankings(deps)).leavers) await forgetOwner(deps, { userId });
  await sweepRankingObjects(deps);
  return { kind: "done" };
}

const waitsSchema = z
  .object({ stepsAside: z.int().default(0), waits: z.int().default(0) })
  .catch({ stepsAside: 0, waits: 0 });

async function waitForRanges(context: JobContext): Promise<JobOutcome> {
  const { stepsAside, waits } = waitsSchema.parse(context.job.checkpoint);
  if (waits >= MAX_WAITS) return { kind: "failed", reason: "ranges of the participants were not counted" };
  await context.saveCheckpoint({ stepsAside, waits: waits + 1 });
  return { kind: "again", delaySeconds: Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(waits, 4)) };
}

function chooseOrdered(
  order: RankingOrder,
  { countable, complete }: Record<"countable" | "complete", CountablePeriod[]>,
): CountablePeriod[] {
  if (!("cadence" in order)) return countable;
  return complete.filter(({ period }) => period.cadence === order.cadence && period.key === order.periodKey);
}

/**
 * @returns stopped: users' work goes first; waiting: ranges are being counted; nothing was written of either. Otherwise
 * built, of counts by other jobs merged
 */
async function buildPeriod(
  context: JobContext,
  { period, ledgerState, isNewest }: CountablePeriod & { isNewest: boolean },
  { modelsPerRange, isStopped }: { modelsPerRange: number; isStopped: () => Promise<boolean> },
): Promise<"stopped" | "waiting" | "built" | "merged"> {
  const { deps, breathe } = context;
  const { cadence, key: periodKey, from, to } = period;
  const racers = await listRacers(deps, period, breathe);
  const ranges = splitRacers(racers, modelsPerRange);
  const isSplit = ranges.length > 1;
  const readPart = isSplit ? await countRanges(deps, { period, ledgerState }, ranges) : null;
  if (isSplit && readPart === null) return "waiting";
  const buildId = await takeBuildId(deps.db, { cadence, periodKey });
  const { races, baselineBets } = await readRaces(deps, period, breathe);
  const only = isSplit ? [] : await countRange(deps, { cadence, races, models: racers }, { breathe, isStopped });
  if (only === null) return "stopped";

  const leavers = new Set(racers.filter(({ isLeaver }) => isLeaver).map(({ userId }) => userId));
  const rankings: StoredRanking[] = [];
  for (const { ranking, races: own } of rankingsOf(cadence, races)) {
    const task = { races: own, ranges, baselineBets, readPart: readPart ?? (async () => only) };
    const { entries, baselines, luck } = await mergeRanking(ranking, task, breathe);
    await keepEntries(context, { buildId, periodKey, ranking, entries, leavers });
    const shown = { key: ranking.key, periodKey, participants: entries.length, luck, builtAt: 0, buildId };
    rankings.push({ ...shown, ...wireRanking({ period: { from, to }, status: "ready", entries, baselines }) });
  }
  const builtAt = deps.now();
  const later = await showCounted(
    deps,
    rankings.map((ranking) => ({ ...ranking, builtAt })),
  );
  if (cadence === "monthly" && isNewest) {
    await buildSeason(context, { buildId, month: periodKey, to, racers, leavers });
  }
  // If a later build was published, nobody else will delete this one's entries.
  await deleteEntries(context, { cadence, periodKey }, later ?? buildId);
  // Last: whatever is missing by then is done by another build.
  const build = {
    ...{ id: buildId, cadence, periodKey, fromDay: from, toDay: to, ledgerState, builtAt },
    participants: racers.length,
  };
  const isNews = period.dueAt > builtAt - NEWS_SECONDS;
  await saveBuild(deps.db, build, isNews ? { ...rankingsOut(period), day: japanDay(builtAt), now: builtAt } : null);
  if (isSplit) await forgetRanges(deps, period);
  return isSplit ? "merged" : "built";
}

/** Before the switch, as readers look up the entries of the current build. */
async function keepEntries(
  { deps, breathe }: JobContext,
  {
    buildId,
    periodKey,
    ranking,
    entries,
    leavers,
  }: {
    buildId: string;
    periodKey: string;
    ranking: RankingPeriod;
    entries: readonly RankedEntry[];
    /** Users who left: theirs are not stored for look-ups. */
    leavers: ReadonlySet<number>;
  },
): Promise<void> {
  for (let at = 0; at < entries.length; at += ENTRIES_PER_WRITE) {
    const rows = entries.slice(at, at + ENTRIES_PER_WRITE).flatMap((entry) => {
      const { modelId, userId } = entry;
      if (userId === null || leavers.has(userId)) return [];
      return [{ rankingKey: ranking.key, modelId, userId, entry: JSON.stringify(wireEntry(entry)) }];
    });
    await saveEntries(deps.db, { buildId, periodKey, rows });
    await breathe();
  }
}

async function deleteEntries(
  { deps, breathe }: JobContext,
  { cadence, periodKey }: { cadence: Cadence; periodKey: string },
  before: string | null,
): Promise<void> {
  const limit = ENTRIES_PER_DELETE;
  while ((await deleteEntriesOfPeriod(deps.db, { cadence, periodKey, before, limit })) === limit) await breathe();
}
