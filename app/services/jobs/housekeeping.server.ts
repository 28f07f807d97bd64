import { claimStaleJobs, deleteExpired } from "#app/db/jobs/jobs.server.ts";
import { type Cron, recordCron } from "#app/db/racing/freshness.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { deleteOldImports } from "#app/services/imports/kept-before.server.ts";
import { removeOrphanedStages } from "#app/services/imports/lost-imports.server.ts";
import { thinOldOdds } from "#app/services/jv-data/odds.server.ts";
import { ofKnownKind, wakeJobs } from "./jobs.server.ts";

const STALE_JOBS_PER_SWEEP = 200;

/** Lost messages, killed processes, a restarted local queue. */
export async function sweepJobs(deps: Deps): Promise<number> {
  const stale = await claimStaleJobs(deps.db, {
    ...{ now: deps.now(), clockSpeed: deps.clockSpeed },
    limit: STALE_JOBS_PER_SWEEP,
  });
  await wakeJobs(deps, ofKnownKind(stale));
  return stale.length;
}

/** For /healthz. */
export async function recordEnd(deps: Deps, cron: Cron): Promise<void> {
  await recordCron(deps.db, cron, { now: deps.machineNow() });
}

/** Hourly. */
export async function removeExpired(deps: Deps): Promise<void> {
  await deleteExpired(deps.db, { now: deps.now(), machineNow: deps.machineNow() });
  await removeOrphanedStages(deps);
  await deleteOldImports(deps);
  await thinOldOdds(deps);
}
