import { max, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { deliveredDays } from "#app/db/schema/records.server.ts";

/** When what pages show of races last changed. */

const KEY_PREFIX = "changed-at:";

type Subject = "odds" | "weights" | "results";

/** Notes in a batch that something has changed now, if `isChanged`. */
export function noteChange(db: Database, subject: Subject, { now, isChanged }: { now: number; isChanged: SQL }) {
  return db
    .insert(appState)
    .select(sql`select ${KEY_PREFIX + subject}, ${String(now)} where ${isChanged}`)
    .onConflictDoUpdate({ target: appState.key, set: { value: excluded(appState.value) } });
}

/** When odds, weights and results last changed, and the live door was last used; null: never. One round trip. */
export async function readFreshness(db: Database): Promise<Record<Subject | "delivery", number | null>> {
  const [changes, deliveries] = await db.batch([
    db
      .select()
      .from(appState)
      .where(sql`${appState.key} glob ${`${KEY_PREFIX}*`}`),
    db.select({ at: max(deliveredDays.lastAt) }).from(deliveredDays),
  ]);
  const changedAt = (subject: Subject): number | null => {
    const change = changes.find(({ key }) => key === KEY_PREFIX + subject);
    return change === undefined ? null : Number(change.value);
  };
  return {
    odds: changedAt("odds"),
    weights: changedAt("weights"),
    results: changedAt("results"),
    delivery: deliveries[0]?.at ?? null,
  };
}
