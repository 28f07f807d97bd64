import { readHome } from "#app/db/home.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { OwnRanking } from "#app/domain/rankings/ranking-entry.ts";
import type { AnalysisSummary } from "#app/domain/views/analyses.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { Deps } from "./deps.server.ts";
import { summarizeModels } from "./models/models.server.ts";
import { arrangeOwn, buildIdsOf, findStanding } from "./rankings/own-rankings.server.ts";

/** Analyses shown on /home. */
const NEWEST_ANALYSES = 5;

/** Data of /home: all models, the newest analyses and the ranking entries of a user. One round trip to D1. */
export async function read(
  deps: Deps,
  { user }: { user: PlanHolder },
): Promise<{ models: ModelSummary[]; analyses: AnalysisSummary[]; rankings: OwnRanking[] }> {
  const standing = await findStanding(deps, { user });
  const home = await readHome(deps.db, {
    userId: user.id,
    analyses: NEWEST_ANALYSES,
    buildIds: buildIdsOf(standing),
  });
  return {
    models: summarizeModels(home.models, user),
    analyses: home.analyses,
    rankings: arrangeOwn(standing, home.entries),
  };
}
