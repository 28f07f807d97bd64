import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { createPublicModelStore, withCodes } from "#app/adapters/share-store.server.ts";
import { listOwnSeasonEntries } from "#app/db/rankings/season.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { isPaid } from "#app/domain/plans/plans.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Null before the first one. Reads R2 only. */
export async function readSeason(deps: Deps): Promise<SeasonBoard | null> {
  const [current, published] = await Promise.all([
    createSeasonStore(deps.store).readBoard(),
    createPublicModelStore(deps.store).read(),
  ]);
  return current && { ...current.board, entries: withCodes(current.board.entries, published.ids) };
}

/** Best first; nothing without a paid plan. */
export async function listOwnSeason(
  deps: Deps,
  { user, buildId }: { user: PlanHolder; buildId: string },
): Promise<(SeasonEntry & { modelName: string })[]> {
  if (!isPaid(user.plan)) return [];
  const entries = await listOwnSeasonEntries(deps.db, { userId: user.id, buildId });
  return entries.sort((a, b) => a.rank - b.rank);
}
