import { and, eq, inArray, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { RankingEntry } from "#app/domain/rankings/ranking-entry.ts";
import { readWireEntry, type WireEntry } from "#app/domain/rankings/rankings-file.ts";

export interface OwnEntryRecord {
  buildId: string;
  rankingKey: RankingKey;
  entry: RankingEntry;
}

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

type Row = Awaited<ReturnType<typeof selectOwnEntries>>[number];

export function toOwnEntryRecord({ buildId, rankingKey, entry }: Row): OwnEntryRecord {
  return {
    buildId,
    rankingKey,
    entry: readWireEntry(JSON.parse(entry) as WireEntry),
  };
}
