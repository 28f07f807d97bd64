import { listDayIndices } from "#app/db/analyses/day-indices.server.ts";
import { venueCodes } from "#app/domain/jv-data/race-slot.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { indicesCsv } from "#app/domain/scoring/indices-csv.ts";
import { targetIndexCsv } from "#app/domain/scoring/target-index.ts";
import type { Deps } from "#app/services/deps.server.ts";

interface DayAsked {
  user: PlanHolder;
  date: string;
}

/** The newest of each model and race. Null: a future day. */
export async function exportIndices(deps: Deps, asked: DayAsked): Promise<string | null> {
  const newest = await listNewest(deps, asked);
  return newest === null ? null : indicesCsv(newest);
}

/** For TARGET frontier JV. Null: a future day, or no analysis by the model on that day. */
export async function exportTargetIndex(deps: Deps, asked: DayAsked & { modelId: number }): Promise<string | null> {
  const newest = await listNewest(deps, asked);
  if (newest === null || newest.length === 0) return null;
  return targetIndexCsv(
    newest.map((analysis) => ({ ...analysis, venueCode: venueCodes(analysis.race.venue, analysis.race.venueType)[0] })),
  );
}

async function listNewest(deps: Deps, { user, date, modelId }: DayAsked & { modelId?: number }) {
  if (!mayOpenDay(user.plan, { date, today: japanDay(deps.now()) })) return null;
  const analyses = await listDayIndices(deps.db, { userId: user.id, date, modelId });
  const newest = new Map<string, (typeof analyses)[number]>();
  for (const analysis of analyses) {
    const key = `${analysis.race.raceId} ${analysis.modelId}`;
    if (!newest.has(key)) newest.set(key, analysis);
  }
  return [...newest.values()];
}
