import { createMovedBets, MovedBetsDamagedError } from "#app/adapters/rankings/moved-bets.server.ts";
import {
  beginReturn,
  countDayRows,
  endReturn,
  findMovedTo,
  insertReturned,
} from "#app/db/rankings/moved-days.server.ts";
import { listBetGroups } from "#app/db/rankings/rankings.server.ts";
import { groupPacked, type MovedPart, unpackBets } from "#app/domain/rankings/ledger/moved-bets.ts";
import type { BetGroup } from "#app/domain/rankings/tally.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** The ledger wherever a day's bets stand: rankings read both places alike, corrections bring a day back to D1 first. */

/** A row is about 150 bytes of JSON; D1 accepts two megabytes at once. */
const ROWS_PER_INSERT = 5_000;
/** A part that is gone was one that a correction replaced: the day says where it stands now. */
const READS_TRIED = 3;

/** The bets of a range of models on a day, grouped by what they came to. */
export async function readBetGroups(
  { db, store }: Pick<Deps, "db" | "store">,
  { date, ...range }: { date: string; fromModelId: number; toModelId: number },
): Promise<BetGroup[]> {
  for (let reads = 1; ; reads++) {
    const read = await listBetGroups(db, { date, ...range });
    if (read.movedTo === null) return read.groups;
    const parts = read.movedTo.filter(({ from, to }) => from <= range.toModelId && range.fromModelId <= to);
    try {
      const groups: BetGroup[] = [];
      for (const { key } of parts) groups.push(...groupPacked(await createMovedBets(store).read(key), range));
      return groups;
    } catch (error) {
      if (!(error instanceof MovedBetsDamagedError) || reads === READS_TRIED) throw error;
    }
  }
}

/**
 * Has a day's bets stand in D1, where they can be settled again. Whatever of it is done already is not done again, so a run that
 * was cut off, and others at once, end alike; their jobs are open until then, so the day does not move away meanwhile.
 *
 * @returns here: they stood in D1; returned: they do now; hindered: ask again later, as the database is being copied
 */
export async function returnDay(
  { db, store }: Pick<Deps, "db" | "store">,
  date: string,
  breathe: () => Promise<void>,
): Promise<"here" | "returned" | "hindered"> {
  if ((await findMovedTo(db, date)) === null) return "here";
  await beginReturn(db, date);
  // Read again: another run may have returned the day, and the day have moved anew, before this one began.
  const parts = await findMovedTo(db, date);
  if (parts === null) return "returned";
  for (const part of parts) await returnPart({ db, store }, { date, parts, part, breathe });
  return (await endReturn(db, { date, parts })) ? "returned" : "hindered";
}

async function returnPart(
  { db, store }: Pick<Deps, "db" | "store">,
  {
    date,
    parts,
    part,
    breathe,
  }: { date: string; parts: readonly MovedPart[]; part: MovedPart; breathe: () => Promise<void> },
): Promise<void> {
  const moved = createMovedBets(store);
  // For copies of D1 that name it: from now on no row may.
  await moved.renew(part.key);
  if ((await countDayRows(db, { date, ...part })) === part.rows) return;
  const packed = await moved.read(part.key);
  for (let from = 0; from < part.rows; from += ROWS_PER_INSERT) {
    await insertReturned(db, { date, parts, rows: unpackBets(packed, { from, to: from + ROWS_PER_INSERT }) });
    await breathe();
  }
}
