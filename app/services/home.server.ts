import { readHome } from "#app/db/home.server.ts";
import type { Deps } from "./deps.server.ts";
import { summarizeModels } from "./models.server.ts";
import type { AnalysisSummary, ModelSummary, PlanHolder } from "./services.ts";

/** Analyses that /home shows; the rest is a tap away. */
const NEWEST_ANALYSES = 5;

/** What /home shows of a user's own: all models and the newest analyses. One round trip. */
export async function read(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{ models: ModelSummary[]; analyses: AnalysisSummary[] }> {
  const { models, analyses } = await readHome(deps.db, { userId: user.id, analyses: NEWEST_ANALYSES });
  return { models: summarizeModels(models, user), analyses };
}
