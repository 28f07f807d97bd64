import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { JobKind, QueueName } from "#app/domain/job-kinds.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { generateSample, sampleWindow } from "#scripts/sample/generate.ts";
import { insertImport } from "#test/integration/support/imports/feature-build-site.ts";
import { fillMonth, MONTH } from "#test/integration/support/rankings/fill-month.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createBuiltJobs } from "#test/integration/support/workerd/built-jobs.ts";
import { type MemoryFigures, sampleHeap } from "./heap-samples.ts";
import type { HeapUse } from "./sample-heap.ts";

const SEED = 20_260_101;
const NOW = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const CENTRAL = 1;
const ROWS_AT_ONCE = 2_000;
const MODELS = 10_000;
/** Buffers that a step leaves behind would be counted for longer: V8 collects late where nothing limits them, as here. */
const LOOK_MS = 500;

type BuiltJobs = Awaited<ReturnType<typeof createBuiltJobs>>;

/** The feature build of ten years of the sample's central racing in the built Worker for heavy jobs. */
export async function measureBuild(): Promise<MemoryFigures> {
  await using site = await createBuiltJobs({ instances: 1, isInspected: true });
  const { d1 } = site.database;
  await insertImport(site.database);
  const waiting: Record<"races" | "runners", Record<string, unknown>[]> = { races: [], runners: [] };
  const flush = async () => {
    await insertRows(d1, races, waiting.races.splice(0));
    await insertRows(d1, runners, waiting.runners.splice(0));
  };
  let rows = 0;
  for (const { race, runners: declared } of generateSample({
    seed: SEED,
    from: sampleWindow(NOW, "decade").from,
    now: NOW,
  })) {
    if (race.venueType !== CENTRAL) continue;
    rows += declared.length;
    waiting.races.push({ ...race, source: "real", runnerCount: declared.length, dataVersion: 1, contentHash: "" });
    for (const each of declared) waiting.runners.push({ ...each, raceId: race.raceId, contentHash: "" });
    if (waiting.runners.length > ROWS_AT_ONCE) await flush();
  }
  await flush();
  const memory = await runJob(site, { kind: "build-features", subject: "all", queue: "ingest" });
  return { what: `feature build of ten years, ${rows} runners`, ...memory };
}

/** The rankings of a month of 144 races for 10,000 models in the built Worker for heavy jobs. */
export async function measureBuiltRankings(): Promise<MemoryFigures> {
  const now = Date.parse(`${MONTH.builtOn}T12:00:00+09:00`) / 1000;
  await using site = await createBuiltJobs({ instances: 1, isInspected: true, now });
  await fillMonth(site.database.d1, MODELS);
  const payload = { cadence: "monthly", periodKey: MONTH.key };
  const job = { kind: "build-rankings", subject: `monthly:${MONTH.key}`, payload, queue: "background" } as const;
  return { what: `rankings of ${MODELS} models`, ...(await runJob(site, job)) };
}

/** Rows by the names of the schema; names that it does not have are left out. */
async function insertRows(d1: D1Database, table: SQLiteTable, rows: readonly Record<string, unknown>[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const values = rows.map((row) =>
    columns.map(([name, column]) => {
      const value = row[name] ?? null;
      return value === null ? null : column.mapToDriverValue(value);
    }),
  );
  const name = table === races ? "races" : "runners";
  await d1
    .prepare(
      `insert into ${name} (${columns.map(([, column]) => column.name).join()})
       select ${columns.map((_, place) => `value ->> ${place}`).join()} from json_each(?1)`,
    )
    .bind(JSON.stringify(values))
    .run();
}

/** Runs a job, and those that it has made, message by message to their ends. */
export async function runJob(
  site: BuiltJobs,
  { queue, ...job }: { kind: JobKind; subject: string; payload?: unknown; queue: QueueName },
): Promise<HeapUse> {
  const { db } = site.database;
  await enqueueJob(createTestDeps(site.database, { newId: () => crypto.randomUUID() }), job);
  const memory = sampleHeap({ inspector: await site.inspectorUrl(), worker: "heavy-0", lookEveryMs: LOOK_MS });
  for (;;) {
    const all = await db.select().from(jobs);
    const failed = all.find(({ status }) => status === "failed");
    if (failed !== undefined) throw new Error(`${failed.kind} failed: ${failed.error}`);
    const own = all.find(({ kind, subject }) => kind === job.kind && subject === job.subject);
    if (own?.status === "done") return memory();
    // What a job waits for was made after it.
    for (const { id } of all.filter(({ status }) => status === "queued").toReversed())
      await site.deliver(queue, [{ instance: 0, jobId: id }]);
  }
}
