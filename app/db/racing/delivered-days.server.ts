import { and, eq, isNull, lte, max, min, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, excluded, existsIn, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { insertJobWhere, type NewJob } from "#app/db/jobs/new-jobs.server.ts";
import { isVisibleRace, startsAt } from "#app/db/racing/races.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { deliveredDays } from "#app/db/schema/records.server.ts";

export async function recordDelivery(
  db: Database,
  { days, now }: { days: readonly string[]; now: number },
): Promise<void> {
  const row = { day: jsonField<string>("day"), lastAt: now, alertedAt: null };
  const from = jsonRows(days.map((day) => ({ day })));
  await insertWhere(db, deliveredDays, row, { from }).onConflictDoUpdate({
    target: deliveredDays.day,
    set: { lastAt: sql`max(${deliveredDays.lastAt}, ${excluded(deliveredDays.lastAt)})` },
  });
}

/** In seconds. */
interface SilenceRules {
  silence: number;
  /** First start and last one. */
  before: number;
  after: number;
  repeat: number;
}

/** One statement with its job, so that two sweeps book one. A delivery ends a silence. */
export async function bookSilenceAlert(
  db: Database,
  { day, now, rules, job }: { day: string; now: number; rules: SilenceRules; job: NewJob },
): Promise<boolean> {
  const { lastAt, alertedAt } = deliveredDays;
  const isOfDay = and(eq(races.date, day), eq(races.source, "real"), isVisibleRace);
  const start = (pick: typeof min | typeof max): SQL => {
    const time = startsAt(pick(races.startTime));
    return sql`(${db.select({ time }).from(races).where(isOfDay)})`;
  };
  const [booked] = await db.batch([
    db
      .update(deliveredDays)
      .set({ alertedAt: now })
      .where(
        and(
          eq(deliveredDays.day, day),
          lte(lastAt, now - rules.silence),
          or(isNull(alertedAt), lte(alertedAt, lastAt), lte(alertedAt, now - rules.repeat)),
          existsIn(races, and(isOfDay, eq(races.status, "scheduled"))),
          // Nothing comes in the night before.
          sql`${start(min)} <= ${now + rules.before - rules.silence}`,
          sql`${start(max)} >= ${now - rules.after}`,
        ),
      ),
    insertJobWhere(db, job, { from: deliveredDays, where: and(eq(deliveredDays.day, day), CHANGED_ONE) }),
  ]);
  return booked.meta.changes === 1;
}

export async function findDeliveredDay(db: Database, { day }: { day: string }) {
  const { lastAt, alertedAt } = deliveredDays;
  return (await db.select({ lastAt, alertedAt }).from(deliveredDays).where(eq(deliveredDays.day, day)).get()) ?? null;
}
