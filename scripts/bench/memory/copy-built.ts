import { jobs } from "#app/db/schema/operations.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createBuiltJobs } from "#test/integration/support/workerd/built-jobs.ts";
import { type MemoryFigures, sampleHeap } from "./heap-samples.ts";

/** Small rows, as of runners and bets, and large ones of text and of bytes, as of analyses and records. */
const SMALL_ROWS = 300_000;
const LARGE_ROWS = 10_000;
const AT_ONCE = 1_000;

/** A copy of some 200 MB of rows in the built Worker for heavy jobs. */
export async function measureCopy(): Promise<MemoryFigures> {
  await using site = await createBuiltJobs({ instances: 1, isInspected: true });
  const { db, d1 } = site.database;
  const insert = async (into: string, values: string, count: number) => {
    for (let from = 0; from < count; from += AT_ONCE)
      await d1
        .prepare(
          `insert into ${into} with recursive n(v) as (select ?1 union all select v + 1 from n where v + 1 < ?2) select ${values} from n`,
        )
        .bind(from, from + AT_ONCE)
        .run();
  };
  await insert("odds (race_id, kind, order_key, odds)", "'r' || v, 'O1', 'k', hex(randomblob(60))", SMALL_ROWS);
  await insert("race_records (race_id, records, version)", "'r' || v, randomblob(10000), 1", LARGE_ROWS);
  await enqueueJob(createTestDeps(site.database), { kind: "copy-database", subject: "2026-11-21" });
  const memory = sampleHeap({ inspector: await site.inspectorUrl(), worker: "heavy-0" });
  for (;;) {
    const [job] = await db.select().from(jobs);
    if (job === undefined || job.status === "failed") throw new Error(`the copy failed: ${job?.error}`);
    if (job.status === "done") break;
    await site.deliver("background", [{ instance: 0, jobId: job.id }]);
  }
  return { what: `copy of ${SMALL_ROWS + LARGE_ROWS} rows`, ...(await memory()) };
}
