import { and, eq } from "drizzle-orm";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { buildRankings } from "#app/services/rankings/rankings-build.server.ts";
import { countPlannedRange } from "#app/services/rankings/rankings-ranges.server.ts";
import { watchMemory } from "#scripts/bench/memory/watch-memory.ts";
import { cpuSeconds, listWorkerds } from "#scripts/bench/pages/process-cpu.ts";
import { countCalls } from "#test/integration/support/rankings/count-calls.ts";
import { fillMonth, MONTH } from "#test/integration/support/rankings/fill-month.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

/** What building the rankings of a month took. */
export interface RankingsFigures {
  models: number;
  races: number;
  participants: number;
  /** Of this process, which counts; and of D1 and R2, whose answers by HTTP are in both. */
  cpuSeconds: number;
  storesCpuSeconds: number;
  wallSeconds: number;
  /** Calls of D1 by message; a batch is one. */
  queries: number[];
  /** Heap and buffers above those at the start, at most. */
  peakMegabytes: number;
}

/** Builds the month's seven rankings of so many models, three an owner, from a ledger of 144 races. */
export async function measureRankings(models: number): Promise<RankingsFigures> {
  await using database = await createTestDatabase();
  const races = await fillMonth(database.d1, models);
  const queries = { count: 0 };
  const deps = createTestDeps({ ...database, db: openDatabase(countCalls(database.d1, queries)) });
  deps.clock.now = Date.parse(`${MONTH.builtOn}T12:00:00+09:00`) / 1000;
  const { breathe, peakMegabytes } = watchMemory();
  const stores = () => listWorkerds().reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0);
  const began = { at: performance.now(), cpu: process.cpuUsage(), stores: stores() };
  const messages: number[] = [];
  await build({ ...deps }, breathe, { queries, messages });
  const { user, system } = process.cpuUsage(began.cpu);
  const storesCpuSeconds = stores() - began.stores;
  const wallSeconds = (performance.now() - began.at) / 1000;
  const manifest = (await createRankingStore(deps.store).readManifest())?.manifest;
  const objectKey = manifest?.rankings.monthly[0]?.objectKey ?? null;
  const ranking = objectKey === null ? null : await createRankingStore(deps.store).readRanking(objectKey);
  return {
    ...{ models, races, participants: ranking?.participants ?? 0 },
    ...{ cpuSeconds: (user + system) / 1e6, storesCpuSeconds, wallSeconds, queries: messages },
    peakMegabytes: peakMegabytes(),
  };
}

/** The build and the jobs that count ranges for it, one after the other; `messages` gets the calls of D1 of each. */
async function build(
  deps: Deps,
  breathe: () => Promise<void>,
  { queries, messages }: { queries: { count: number }; messages: number[] },
): Promise<void> {
  const run = async (job: ClaimedJob, handle: (context: JobContext) => Promise<JobOutcome>) => {
    const saveCheckpoint = async (checkpoint: unknown) => {
      job.checkpoint = checkpoint;
    };
    const before = queries.count;
    const outcome = await handle({ deps, job, breathe, isUserWorkWaiting: async () => false, saveCheckpoint });
    messages.push(queries.count - before);
    return outcome;
  };
  const job: ClaimedJob = {
    ...{ id: "bench", kind: "build-rankings", subject: `monthly:${MONTH.key}`, checkpoint: null, attempts: 1 },
    payload: { cadence: "monthly", periodKey: MONTH.key },
  };
  while ((await run(job, (context) => buildRankings(context))).kind !== "done") {
    const isWaiting = and(eq(jobs.kind, "count-rankings"), eq(jobs.status, "queued"));
    const waiting = await deps.db.select().from(jobs).where(isWaiting);
    if (waiting.length === 0) throw new Error("the build waits for nothing");
    for (const { id, subject, payload } of waiting) {
      const parsed: unknown = JSON.parse(payload);
      const counting = { id, subject, payload: parsed, kind: "count-rankings" as const, checkpoint: null, attempts: 1 };
      await run(counting, countPlannedRange);
      await deps.db.update(jobs).set({ status: "done" }).where(eq(jobs.id, id));
    }
  }
}

export function describeRankings(figures: RankingsFigures): string {
  const { models, races, participants, queries } = figures;
  const round = (value: number) => value.toFixed(1);
  return (
    `${models} models × ${races} races, ${participants} ranked: ${round(figures.cpuSeconds + figures.storesCpuSeconds)} s of ` +
    `processor time, ${round(figures.storesCpuSeconds)} of them D1's and R2's, ${round(figures.wallSeconds)} s in all; ` +
    `${queries.join(" + ")} calls of D1; at most ${round(figures.peakMegabytes)} MB`
  );
}
