import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { deliveredDays } from "#app/db/schema/records.server.ts";

/** Notes that records about some days have come. */
export async function noteDelivery(
  db: Database,
  { days, now }: { days: readonly string[]; now: number },
): Promise<void> {
  await db
    .insert(deliveredDays)
    .select(
      db
        .select(rowSelection(deliveredDays, { day: jsonField<string>("day"), lastAt: now, alertedAt: null }))
        .from(jsonRows(days.map((day) => ({ day }))))
        // SQLite would read the conflict clause as the condition of a join.
        .where(sql`true`),
    )
    .onConflictDoUpdate({
      target: deliveredDays.day,
      set: { lastAt: sql`max(${deliveredDays.lastAt}, ${excluded(deliveredDays.lastAt)})` },
    });
}
