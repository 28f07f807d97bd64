import { IMPORTS_PREFIX, removeStaged } from "#app/adapters/imports/staging.server.ts";
import { listPages } from "#app/adapters/r2.server.ts";
import { failAbandonedImports, listOpenImports, listUnservedImports } from "#app/db/racing/imports.server.ts";
import { dropLostWrites } from "#app/db/racing/live-writes.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

const RECEIVED_WITHIN_SECONDS = 86_400;
/** A request or job that lasts this long is dead. */
const WRITTEN_WITHIN_SECONDS = 900;

/** Every minute. Each statement takes only what is older than anything alive. */
export async function sweepImports(deps: Deps) {
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

/** Hourly: left by killed processes. */
export async function removeOrphanedStages({ db, store }: Deps): Promise<void> {
  for await (const { delimitedPrefixes } of listPages(store, { prefix: IMPORTS_PREFIX, delimiter: "/" })) {
    const importIds = delimitedPrefixes.map((prefix) => Number(prefix.slice(IMPORTS_PREFIX.length, -1)));
    const open = new Set(importIds.length > 0 ? await listOpenImports(db, importIds) : []);
    for (const importId of importIds) if (!open.has(importId)) await removeStaged(store, importId);
  }
}
