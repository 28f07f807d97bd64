import { queueFailedJob } from "#app/db/operations/job-again.server.ts";
import { isJobKind, RUN_AGAIN_KINDS } from "#app/domain/job-kinds.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { auditEntry } from "./audit.server.ts";

/** Refused: not failed, not of {@link RUN_AGAIN_KINDS}, or another is open. */
export async function rerunJob(
  deps: Deps,
  { staff, jobId, reason }: { staff: { id: number }; jobId: string; reason: string },
): Promise<{ kind: "queued" } | Refused<"not-again">> {
  const entry = auditEntry(deps, { staff, action: "job.rerun", subject: `job:${jobId}`, reason });
  const queued = await queueFailedJob(deps.db, { jobId, kinds: RUN_AGAIN_KINDS, now: deps.now(), entry });
  if (queued === null || !isJobKind(queued.kind)) return refused("not-again");
  await wakeJob(deps, { id: jobId, kind: queued.kind, queue: queued.queue });
  return { kind: "queued" };
}
