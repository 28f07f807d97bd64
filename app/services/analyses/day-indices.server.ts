import { listDayIndices } from "#app/db/analyses/day-indices.server.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { indicesCsv } from "#app/domain/scoring/indices-csv.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** The newest of each model and race. Null: a future day. */
export async function exportIndices(
  deps: Deps,
  { user, date }: { user: PlanHolder; date: string },
): Promise<string | null> {
  if (!mayOpenDay(user.plan, { date, today: japanDay(deps.now()) })) return null;
  const analyses = await listDayIndices(deps.db, { userId: user.id, date });
  const newest = new Map<string, (typeof analyses)[number]>();
  for (const analysis of analyses) {
    const key = `${analysis.race.raceId} ${analysis.modelId}`;
    if (!newest.has(key)) newest.set(key, analysis);
  }
  return indicesCsv([...newest.values()]);
}
