import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { deleteSample, listSharedOfSample } from "#app/demo/db/sample-restart.server.ts";
import { stopShares } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Makes room for a sample that another generator made: the races of the one before it cannot be continued, and what
 * models returned on them would mislead. For a local start, before it loads the new one; safe to repeat.
 * @returns how many races went; null in production, where nothing is ever deleted
 */
export async function restartSample(deps: Deps): Promise<{ races: number } | null> {
  if (deps.config.environment !== "development") return null;
  await stopShares(deps, await listSharedOfSample(deps.db));
  const races = await deleteSample(deps.db);
  // Features too are those of races that are gone: a start waits for the next ones.
  await deps.store.delete(CURRENT_MANIFEST_KEY);
  await createRankingStore(deps.store).deleteManifest();
  return { races };
}
