import { type AnalysisRecord, selectNewestAnalyses, toAnalysisRecord } from "./analyses.server.ts";
import type { Database } from "./database.server.ts";
import { type ModelRecord, selectModels, toModelRecord } from "./models.server.ts";

/** A user's models, in no order, and newest analyses, in one round trip (index models_user_id_created_at, and analyses'). */
export async function readHome(
  db: Database,
  { userId, analyses: limit }: { userId: number; analyses: number },
): Promise<{ models: ModelRecord[]; analyses: AnalysisRecord[] }> {
  const [models, analyses] = await db.batch([
    selectModels(db, { userId }),
    selectNewestAnalyses(db, { userId, limit }),
  ]);
  return { models: models.map(toModelRecord), analyses: analyses.map(toAnalysisRecord) };
}
