import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { deleteSeasonEntriesOfUser, listSeasonModels } from "#app/db/rankings/season.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

const SWITCHES_TRIED = 20;

/** Figures stay. Idempotent. */
export async function renameInSeason(
  deps: Deps,
  { userId, names }: { userId: number; names: { modelName: string; userName: string } },
): Promise<void> {
  const modelIds = new Set(await listSeasonModels(deps.db, { userId }));
  if (modelIds.size === 0) return;
  const store = createSeasonStore(deps.store);
  for (let tries = 1; tries <= SWITCHES_TRIED; tries++) {
    const current = await store.readBoard();
    if (current === null || !current.board.entries.some(({ modelId }) => modelIds.has(modelId))) return;
    const entries = current.board.entries.map((entry) =>
      modelIds.has(entry.modelId) ? { ...entry, ...names } : entry,
    );
    if (await store.writeBoard({ ...current.board, entries }, current.etag)) return;
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
