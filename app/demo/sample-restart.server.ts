import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { createRankingStore, createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { deleteSample, listSharedOfSample } from "#app/demo/db/sample-restart.server.ts";
import { stopShares } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Deletes a sample of another version of the generator, which the new one does not continue. Safe to repeat.
 * @returns how many races were deleted; null in production, where nothing is deleted
 */
export async function restartSample(deps: Deps): Promise<{ races: number } | null> {
  if (deps.config.environment !== "development") return null;
  await stopShares(deps, await listSharedOfSample(deps.db));
  const races = await deleteSample(deps.db);
  // The stored features are of deleted races; without a manifest, a start waits for the next build.
  await deps.store.delete(CURRENT_MANIFEST_KEY);
  await createRankingStore(deps.store).deleteManifest();
  await createSeasonStore(deps.store).deleteBoard();
  return { races };
}
