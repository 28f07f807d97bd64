import { createMovedBets, MovedBetsDamagedError } from "#app/adapters/rankings/moved-bets.server.ts";
import {
  deleteMovedRows,
  findDayToMove,
  listUnnamedParts,
  markMoved,
  readDayRows,
  stopReturn,
} from "#app/db/rankings/moved-days.server.ts";
import { movedBefore } from "#app/domain/rankings/ledger/ledger.ts";
import { type LedgerRow, type MovedPart, packBets } from "#app/domain/rankings/ledger/moved-bets.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { countStepsAside } from "#app/services/models/steps-aside.server.ts";

/** Yields to users' work for up to an hour: nobody waits for the old ledger. */
const MAX_STEPS_ASIDE = 720;
/** Of a part: some five hundred models on a day. */
const ROWS_PER_PART = 10_000;
const ROWS_PER_DELETE = 5_000;

/** Hourly: creates the job that moves days of the ledger to R2, if there are some to move. */
export async function enqueueDueMoves(deps: Deps): Promise<void> {
  if ((await findDayToMove(deps.db, { before: movedBefore(deps.now()) })) === null) return;
  await enqueueJob(deps, { kind: "move-ledger", subject: "all" });
}

/**
 * Moves settled days that are older than thirteen months to R2, one a message (job "move-ledger"). Cut off anywhere, repeated or
 * beside another run, a day's bets stand in D1 until R2 has all of them, and in R2 from then on; the rest is done by the next run.
 *
 * @param rowsPerPart tests have fewer
 */
export async function moveLedger(
  context: JobContext,
  { rowsPerPart = ROWS_PER_PART }: { rowsPerPart?: number } = {},
): Promise<JobOutcome> {
  const { deps } = context;
  const aside = countStepsAside(context, MAX_STEPS_ASIDE);
  if (await aside.isDue()) return aside.step();
  const date = await findDayToMove(deps.db, { before: movedBefore(deps.now()) });
  if (date === null) {
    await sweepParts(deps);
    return { kind: "done" };
  }
  const moved = await moveDay(context, { date, rowsPerPart, isStopped: aside.isDue });
  if (moved === "stopped") return aside.step();
  // A day whose bets changed while they were read has its turn again.
  return { kind: "again", delaySeconds: 0 };
}

async function moveDay(
  { deps: { db, store }, breathe }: JobContext,
  { date, rowsPerPart, isStopped }: { date: string; rowsPerPart: number; isStopped: () => Promise<boolean> },
): Promise<"moved" | "changed" | "stopped"> {
  const bets = createMovedBets(store);
  const parts: MovedPart[] = [];
  const raceIds = new Set<string>();
  let revision: number | null = null;
  for (let after = 0; ; ) {
    const read = await readDayRows(db, { date, after, limit: rowsPerPart });
    if (read === null) return "changed";
    if (read.movedTo !== null) {
      // Rows that were left, in whichever state another run was cut off.
      await stopReturn(db, date);
      return deleteRows({ db, breathe }, { date, bets, parts: read.movedTo });
    }
    // Every page is of the day as it stood at one revision.
    revision ??= read.revision;
    if (read.revision !== revision) return "changed";
    const rows = withoutLastModel(read.rows, rowsPerPart);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) break;
    const key = await bets.write(packBets(date, rows));
    parts.push({ key, from: first.modelId, to: last.modelId, rows: rows.length });
    for (const { raceId } of rows) raceIds.add(raceId);
    after = last.modelId;
    await breathe();
    if (await isStopped()) return "stopped";
    if (read.rows.length < rowsPerPart) break;
  }
  if (revision === null || parts.length === 0) return "changed";
  if (!(await markMoved(db, { date, revision, parts, raceIds: [...raceIds] }))) return "changed";
  return deleteRows({ db, breathe }, { date, bets, parts });
}

/** All of a page's models but the last, whose rows may go on in the next page. */
function withoutLastModel(rows: LedgerRow[], limit: number): LedgerRow[] {
  const last = rows.at(-1);
  if (last === undefined || rows.length < limit) return rows;
  const whole = rows.filter(({ modelId }) => modelId !== last.modelId);
  if (whole.length === 0) throw new RangeError(`model ${last.modelId} has ${limit} bets on one day`);
  return whole;
}

async function deleteRows(
  { db, breathe }: Pick<Deps, "db"> & Pick<JobContext, "breathe">,
  { date, bets, parts }: { date: string; bets: ReturnType<typeof createMovedBets>; parts: readonly MovedPart[] },
): Promise<"moved"> {
  for (const { key } of parts) if (!(await bets.exists(key))) throw new MovedBetsDamagedError(`${key} is lost`);
  while ((await deleteMovedRows(db, { date, limit: ROWS_PER_DELETE })) === ROWS_PER_DELETE) await breathe();
  return "moved";
}

/** Deletes parts that neither a day nor any copy of D1 can name. */
async function sweepParts({ db, store, machineNow }: Deps): Promise<void> {
  const bets = createMovedBets(store);
  const now = machineNow();
  for (let cursor: string | null = null; ; ) {
    const page: { keys: string[]; next: string | null } = await bets.listOld(cursor, now);
    const unnamed = page.keys.length === 0 ? [] : await listUnnamedParts(db, page.keys);
    for (const key of unnamed) await bets.deleteOld(key, now);
    if (page.next === null) return;
    cursor = page.next;
  }
}
