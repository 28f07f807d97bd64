import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext } from "#app/services/jobs/job-context.server.ts";
import { moveLedger } from "#app/services/rankings/ledger-move.server.ts";
import { readBetGroups } from "#app/services/rankings/moved-bets.server.ts";
import { contextOf } from "#test/integration/support/job-context.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";

/** Enough for two models with two races. */
const ROWS_PER_PART = 5;

/** Delivers the job that moves old days once, with few rows a part. */
export function moveOnce(deps: Deps, overrides: Partial<JobContext> = {}) {
  const job: ClaimedJob = {
    ...{ id: "move", kind: "move-ledger", subject: "all", payload: {}, checkpoint: null, attempts: 1 },
  };
  return moveLedger(contextOf(deps, job, overrides), { rowsPerPart: ROWS_PER_PART });
}

/** Delivers it until nothing is left to move. */
export async function moveAll(deps: Deps): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) if ((await moveOnce(deps)).kind === "done") return;
  throw new Error("the move does not end");
}

/** What rankings read of a day, wherever it stands: each bet as a line. */
export async function readBets(deps: Deps, date: string): Promise<string[]> {
  const groups = await readBetGroups(deps, { date, fromModelId: 0, toModelId: Number.MAX_SAFE_INTEGER });
  return groups
    .flatMap(({ raceId, bets, modelIds }) => modelIds.map((id) => `${id} ${raceId} ${JSON.stringify(bets)}`))
    .sort();
}

/** All columns of the day's rows in D1. */
export async function readRows({ d1 }: Pick<TestDatabase, "d1">, date: string) {
  const { results } = await d1
    .prepare("select * from settled_bets where date = ?1 order by model_id, race_id")
    .bind(date)
    .all();
  return results;
}

/** A job that settles bets of the day is open, or over. */
export async function openSettlement({ d1 }: Pick<TestDatabase, "d1">, date: string, isOpen: boolean): Promise<void> {
  await d1.prepare("delete from jobs where id = 'settling'").run();
  if (!isOpen) return;
  await d1
    .prepare(
      `insert into jobs (id, kind, queue, subject, payload, status, run_after, created_at)
       values ('settling', 'settle-bets', 'background', ?1, ?2, 'queued', 1, 1)`,
    )
    .bind(date, JSON.stringify({ dates: [date], fromModelId: 0, toModelId: 9 }))
    .run();
}
