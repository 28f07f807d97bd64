import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { createPublicModelStore, withCodes } from "#app/adapters/share-store.server.ts";
import { deleteSeasonEntriesOfUser, listOwnSeasonEntries, listSeasonModels } from "#app/db/rankings/season.server.ts";
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

const SWITCHES_TRIED = 20;

/** Figures stay. Idempotent. */
export async function renameInSeason(
  deps: Deps,
  { userId, names }: { userId: number; names: { modelName: string; userName: string } },
): Promise<void> {
  const modelIds = new Set(await listSeasonModels(deps.db, { userId }));
  if (modelIds.size === 0) return;
  await switchBoard(deps, (board) => {
    if (!board?.entries.some(({ modelId }) => modelIds.has(modelId))) return null;
    return {
      ...board,
      entries: board.entries.map((entry) => (modelIds.has(entry.modelId) ? { ...entry, ...names } : entry)),
    };
  });
}

/** Repeats if another run switched meanwhile. @param change returns null to change nothing */
export async function switchBoard(
  deps: Pick<Deps, "store">,
  change: (board: SeasonBoard | null) => SeasonBoard | null,
): Promise<void> {
  const store = createSeasonStore(deps.store);
  for (let tries = 1; tries <= SWITCHES_TRIED; tries++) {
    const current = await store.readBoard();
    const next = change(current?.board ?? null);
    if (next === null || (await store.writeBoard(next, current?.etag ?? null))) return;
  }
  throw new Error("others switched the season board again and again");
}

/** Then deletes the entries that locate them. */
export async function deleteFromSeason(
  deps: Deps,
  { userId, names }: { userId: number; names: { modelName: string; userName: string } },
): Promise<void> {
  await renameInSeason(deps, { userId, names });
  await deleteSeasonEntriesOfUser(deps.db, { userId });
}
