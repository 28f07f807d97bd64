import { createShareStore } from "#app/adapters/share-store.server.ts";
import { findSharedOutcome, listSharedOfImport } from "#app/db/analyses/sharing.server.ts";
import { withOutcome } from "#app/domain/scoring/shared-analysis.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

/** Each costs three calls; a Worker has a thousand. */
const PAGES_PER_MESSAGE = 100;

/** Conflicts are rare. */
const PUT_TRIES = 5;

export async function enqueueSharedResults(deps: Deps, { importId }: { importId: number }): Promise<void> {
  const shared = await listSharedOfImport(deps.db, { importId, after: 0, limit: 1 });
  if (shared.length > 0) await enqueueJob(deps, { kind: "show-results", subject: String(importId) });
}

/** Writes only pages that change, so it can be repeated. */
export async function showResults({ deps, job, yieldAndRenewLease, saveCheckpoint }: JobContext): Promise<JobOutcome> {
  const after = typeof job.checkpoint === "number" ? job.checkpoint : 0;
  const importId = Number(job.subject);
  const analysisIds = await listSharedOfImport(deps.db, { importId, after, limit: PAGES_PER_MESSAGE });
  for (const analysisId of analysisIds) {
    await yieldAndRenewLease();
    await showResult(deps, analysisId);
  }
  const last = analysisIds.at(-1);
  if (last === undefined || analysisIds.length < PAGES_PER_MESSAGE) return { kind: "done" };
  await saveCheckpoint(last);
  return { kind: "again", delaySeconds: 0 };
}

/** Replaces only the version read: a stop wins. */
async function showResult(deps: Deps, analysisId: number): Promise<void> {
  const shares = createShareStore(deps.store);
  for (let tries = 1; tries <= PUT_TRIES; tries++) {
    const found = await shares.findMarked(analysisId);
    // Stopped, or being shared: the share includes the result.
    if (found === null) return;
    const outcome = await findSharedOutcome(deps.db, analysisId);
    if (outcome === null) return;
    const shown = withOutcome(found.shared, outcome);
    if (JSON.stringify(shown) === JSON.stringify(found.shared)) return;
    if (await shares.put(shown, { replaces: found.mark })) return;
  }
  throw new Error(`the result of analysis ${analysisId} could not be shown in ${PUT_TRIES} tries`);
}
