import { listPages } from "#app/adapters/r2.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { deleteRestored, findRestored } from "#app/db/backups/last-backup.server.ts";
import { deleteStoppedShares, listLiving } from "#app/db/backups/restored-rows.server.ts";
import { findUnnamed, listShared } from "#app/db/operations/checks/object-rows.server.ts";
import { deleteRows } from "#app/services/accounts/account-deletion.server.ts";
import { stopShares } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { listDeletions } from "./deletion-notes.server.ts";

const SHARES_PREFIX = "shares/";
const SHARES_AT_ONCE = 500;

/** Hourly after a restore, once: repeats deletions and takes pages down. */
export async function repeatRemovals(deps: Deps): Promise<void> {
  const since = await findRestored(deps.db);
  if (since === null) return;
  const deletions = await listDeletions(deps, { since });
  const living = await listLiving(
    deps.db,
    deletions.map(({ userId }) => userId),
  );
  for (const { userId, at } of deletions) if (living.includes(userId)) await deleteRows(deps, { userId, now: at });
  await deleteStoppedState(deps);
  await stopLost(deps);
  await deleteRestored(deps.db);
}

/** Pages taken down since the backup. */
async function deleteStoppedState(deps: Deps): Promise<void> {
  const shares = createShareStore(deps.store);
  for (let after = ""; ; ) {
    const analysisIds = await listShared(deps.db, { after, limit: SHARES_AT_ONCE });
    const stopped: number[] = [];
    for (const analysisId of analysisIds) if ((await shares.findVersion(analysisId)) === null) stopped.push(analysisId);
    await deleteStoppedShares(deps.db, stopped);
    const last = analysisIds.at(-1);
    if (last === undefined || analysisIds.length < SHARES_AT_ONCE) return;
    after = String(last);
  }
}

/** Pages of analyses made or shared after the backup. */
async function stopLost(deps: Deps): Promise<void> {
  const pages = listPages(deps.store, { prefix: SHARES_PREFIX, limit: SHARES_AT_ONCE, include: ["customMetadata"] });
  for await (const { objects } of pages) {
    const shown = objects.filter(({ customMetadata }) => customMetadata?.state === "shared");
    const analysisIds = shown.map(({ key }) => Number.parseInt(key.slice(SHARES_PREFIX.length), 10));
    const unnamed = await findUnnamed(deps.db, { artifacts: [], importIds: [], analysisIds });
    await stopShares(deps, unnamed.analysisIds);
  }
}
