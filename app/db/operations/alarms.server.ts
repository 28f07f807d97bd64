import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE } from "#app/db/fragments.server.ts";
import { insertJobWhere, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { alarms } from "#app/db/schema/staff.server.ts";

/** Only one of two sweeps reports a concern, or its end. */

export type Alarm = typeof alarms.$inferSelect;

export async function listOpenAlarms(db: Database): Promise<Alarm[]> {
  return db.select().from(alarms).where(isNull(alarms.endedAt));
}

export async function listAlarms(db: Database, { limit }: { limit: number }): Promise<Alarm[]> {
  return db.select().from(alarms).orderBy(desc(alarms.id)).limit(limit);
}

/** Unless one with its key is open. */
export async function raiseAlarm(
  db: Database,
  { alarm, tellers }: { alarm: Pick<Alarm, "key" | "level" | "text" | "raisedAt">; tellers: readonly NewJob[] },
): Promise<boolean> {
  const [raised] = await db.batch([
    db.insert(alarms).values(alarm).onConflictDoNothing(),
    ...tellers.map((job) => insertJobWhere(db, job, { where: CHANGED_ONE })),
  ]);
  return raised.meta.changes === 1;
}

/** Unless it has ended. */
export async function endAlarm(
  db: Database,
  { id, now, tellers }: { id: number; now: number; tellers: readonly NewJob[] },
): Promise<boolean> {
  const [ended] = await db.batch([
    db
      .update(alarms)
      .set({ endedAt: now })
      .where(and(eq(alarms.id, id), isNull(alarms.endedAt))),
    ...tellers.map((job) => insertJobWhere(db, job, { where: CHANGED_ONE })),
  ]);
  return ended.meta.changes === 1;
}
