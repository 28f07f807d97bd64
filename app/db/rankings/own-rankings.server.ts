import { and, eq, inArray, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import { readWireEntry, type WireEntry } from "#app/domain/rankings/rankings-file.ts";

export type OwnEntryRecord = ReturnType<typeof toOwnEntryRecord>;

/** Unordered. @param of buildIds: JSON list */
export function selectOwnEntries(
  db: Database,
  { userId, buildIds }: { userId: number | Placeholder; buildIds: string | Placeholder },
) {
  return db
    .select({
      buildId: rankingEntries.buildId,
      rankingKey: rankingEntries.rankingKey,
      entry: rankingEntries.entry,
    })
    .from(rankingEntries)
    .where(
      and(
        eq(rankingEntries.userId, userId),
        inArray(rankingEntries.buildId, sql`(select value from json_each(${buildIds}))`),
      ),
    );
}

export function toOwnEntryRecord({ entry, ...row }: Awaited<ReturnType<typeof selectOwnEntries>>[number]) {
  return { ...row, entry: readWireEntry(JSON.parse(entry) as WireEntry) };
}
