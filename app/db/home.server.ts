import { type AnalysisRecord, selectNewestAnalyses, toAnalysisRecord } from "./analyses/analyses.server.ts";
import type { Database } from "./database.server.ts";
import { type ModelRecord, selectModels, toModelRecord } from "./models/models.server.ts";
import { type OwnEntryRecord, selectOwnEntries, toOwnEntryRecord } from "./rankings/own-rankings.server.ts";

/**
 * A user's models, in no order, newest analyses, and entries in some builds of rankings, in one round trip (index
 * models_user_id_created_at, and those of analyses and ranking entries).
 */
export async function readHome(
  db: Database,
  { userId, analyses: limit, buildIds }: { userId: number; analyses: number; buildIds: readonly string[] },
): Promise<{ models: ModelRecord[]; analyses: AnalysisRecord[]; entries: OwnEntryRecord[] }> {
  const [models, analyses, entries] = await db.batch([
    selectModels(db, { userId }),
    selectNewestAnalyses(db, { userId, limit }),
    selectOwnEntries(db, { userId, buildIds }),
  ]);
  return {
    models: models.map(toModelRecord),
    analyses: analyses.map(toAnalysisRecord),
    entries: entries.map(toOwnEntryRecord),
  };
}
