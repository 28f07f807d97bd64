import { IMPORTS_PREFIX, removeStaged } from "#app/adapters/imports/staging.server.ts";
import { failAbandonedImports, listOpenImports, listUnservedImports } from "#app/db/racing/imports.server.ts";
import { dropLostWrites } from "#app/db/racing/live-writes.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

/** Imports that no process will end: theirs was killed, or their sender never came back. */

/** For all files of an import to arrive. */
const RECEIVED_WITHIN_SECONDS = 86_400;
/** For a write of records, which takes seconds: a request or a run of a job that lasts so long is dead. */
const WRITTEN_WITHIN_SECONDS = 900;

interface LostImports {
  /** Writes of records that died before they wrote anything. */
  dropped: number;
  /** Imports whose files never came to an end. */
  failed: number;
  /** Started imports that had no job. */
  woken: number;
}

/**
 * Every minute: removes the imports of lost writes, fails those whose files never came to an end, and gives a job to those that
 * lack one. Safe beside any import: each statement takes only what is older than anything alive, or not yet done.
 */
export async function sweepImports(deps: Deps): Promise<LostImports> {
  const now = deps.now();
  const before = (seconds: number) => now - Math.ceil(seconds * deps.clockSpeed);
  const dropped = await dropLostWrites(deps.db, { before: before(WRITTEN_WITHIN_SECONDS) });
  const failed = await failAbandonedImports(deps.db, {
    before: before(RECEIVED_WITHIN_SECONDS),
    error: { file: "-", line: 0, field: "import", reason: "its files were never completed" },
    now,
  });
  for (const importId of failed) await removeStaged(deps.store, importId);
  const unserved = await listUnservedImports(deps.db, { kind: "ingest-import" });
  for (const importId of unserved) await enqueueJob(deps, { kind: "ingest-import", subject: String(importId) });
  return { dropped, failed: failed.length, woken: unserved.length };
}

/** Hourly: removes objects of imports that are over, which a killed process left in the store. */
export async function removeOrphanedStages({ db, store }: Deps): Promise<void> {
  let cursor: string | undefined;
  do {
    const page = await store.list({
      prefix: IMPORTS_PREFIX,
      delimiter: "/",
      ...(cursor === undefined ? {} : { cursor }),
    });
    const importIds = page.delimitedPrefixes.map((prefix) => Number(prefix.slice(IMPORTS_PREFIX.length, -1)));
    const open = new Set(importIds.length > 0 ? await listOpenImports(db, importIds) : []);
    for (const importId of importIds) if (!open.has(importId)) await removeStaged(store, importId);
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}
