import { eq, lt, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { sealDays, sealHeads, sealWitnesses } from "#app/db/schema/seal.server.ts";

/** What a witness is sent of a head, or null if there is no such head (primary keys). */
export async function findPostedHead(
  db: Database,
  headId: string,
): Promise<{ date: string; previous: string; at: number; root: string; count: number } | null> {
  const row = await db
    .select({
      date: sealDays.day,
      previous: sealDays.previous,
      at: sealHeads.at,
      root: sealHeads.root,
      count: sealHeads.count,
    })
    .from(sealHeads)
    .innerJoin(sealDays, eq(sealDays.day, sealHeads.day))
    .where(eq(sealHeads.id, headId))
    .get();
  return row ?? null;
}

/** Stores a witness's response; the first success is kept, whatever a repeated post returns. */
export async function recordAnswer(
  db: Database,
  answer: { headId: string; witness: string; status: number; answer: string; at: number },
): Promise<void> {
  await db
    .insert(sealWitnesses)
    .values(answer)
    .onConflictDoUpdate({
      target: [sealWitnesses.headId, sealWitnesses.witness],
      set: {
        status: excluded(sealWitnesses.status),
        answer: excluded(sealWitnesses.answer),
        at: excluded(sealWitnesses.at),
      },
      setWhere: or(lt(sealWitnesses.status, 200), sql`${sealWitnesses.status} > 299`),
    });
}
