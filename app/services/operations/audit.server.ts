import { insertAuditEntry, listAuditEntries, type NewAuditEntry } from "#app/db/operations/audit-log.server.ts";
import { queueFailedJob } from "#app/db/operations/job-again.server.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { isJobKind, RUN_AGAIN_KINDS } from "#app/domain/job-kinds.ts";
import { type AuditAction, type AuditEntry, REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";

const LISTED = 200;

/** Before the action, so that interrupted ones are logged. Staff null: admin token. */
export async function recordAction(deps: Deps, action: Action): Promise<void> {
  await insertAuditEntry(deps.db, auditEntry(deps, action));
}

interface Action {
  staff: { id: number } | null;
  action: AuditAction;
  subject?: string;
  reason: string;
}

/** For the transaction of its action. */
export function auditEntry({ now }: Pick<Deps, "now">, { staff, action, subject = "", reason }: Action): NewAuditEntry {
  return {
    ...{ at: now(), staffId: staff?.id ?? null, action, subject },
    reason: cleanName(reason).slice(0, REASON_MAX),
  };
}

export async function listActions(deps: Deps, { subject }: { subject?: string } = {}): Promise<AuditEntry[]> {
  return listAuditEntries(deps.db, { ...(subject !== undefined && { subject }), limit: LISTED });
}

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
