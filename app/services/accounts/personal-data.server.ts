import { readPersonalData } from "#app/db/accounts/personal-data.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Exports a user's data. Times are unix seconds, as in the API. */
export async function exportPersonalData(deps: Deps, { user }: { user: PlanHolder }): Promise<Record<string, unknown>> {
  return { version: 1, generated_at: deps.now(), ...(await readPersonalData(deps.db, user.id)) };
}
