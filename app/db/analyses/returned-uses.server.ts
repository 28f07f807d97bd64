import { and, eq, type SQL } from "drizzle-orm";
import { returnUses } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";

import { analyses } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";

/**
 * For the batch that ends a change of races. Each use is returned once.
 * @param isChanged races that the batch changes
 */
export function returnUsesOfCancelled(db: Database, { isChanged, now }: { isChanged: SQL | undefined; now: number }) {
  const ofCancelled = db
    .select({ id: analyses.id })
    .from(races)
    .innerJoin(analyses, eq(analyses.raceId, races.raceId))
    .where(and(isChanged, eq(races.status, "cancelled")));
  return returnUses(db, { of: ofCancelled, now });
}
