import { eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, columnsOf } from "#app/db/fragments.server.ts";
import { sealDays, sealHeads, sealWitnesses } from "#app/db/schema/seal.server.ts";

export async function findPostedHead(db: Database, headId: string) {
  const row = await db
    .select({
      date: sealDays.day,
      previous: sealDays.previous,
      ...columnsOf(sealHeads, "at", "root", "count"),
    })
    .from(sealHeads)
    .innerJoin(sealDays, eq(sealDays.day, sealHeads.day))
    .where(eq(sealHeads.id, headId))
    .get();
  return row ?? null;
}

/** The first success is kept. */
export async function recordAnswer(
  db: Database,
  answer: { headId: string; witness: string; status: number; answer: string; at: number },
): Promise<void> {
  await db
    .insert(sealWitnesses)
    .values(answer)
    .onConflictDoUpdate({
      target: [sealWitnesses.headId, sealWitnesses.witness],
      set: allExcluded(columnsOf(sealWitnesses, "status", "answer", "at")),
      setWhere: or(lt(sealWitnesses.status, 200), sql`${sealWitnesses.status} > 299`),
    });
}
