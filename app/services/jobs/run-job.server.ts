import { errorReason, errorStack } from "#app/adapters/error-text.server.ts";
import { isOutage } from "#app/adapters/outage.server.ts";
import {
  bringJobForward,
  claimJob,
  finishJob,
  hasWaitingUserJob,
  LEASE_SECONDS,
  releaseJob,
  renewLease,
  saveJobCheckpoint,
} from "#app/db/jobs/jobs.server.ts";
import { isJobKind, type JobKind, USER_QUEUES } from "#app/domain/job-kinds.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobHandler } from "./job-context.server.ts";
import { wakeJob } from "./jobs.server.ts";

export const MAX_ATTEMPTS = 4;

/** After 5 s, 10 s, … then every ten minutes: about a day, so quotas are new and the reconciliation has run. */
export const MAX_OUTAGES = 150;
const FIRST_OUTAGE_SECONDS = 5;
const LONGEST_OUTAGE_SECONDS = 600;

/** A run that did not renew for this long has lost its lease. */
export const SILENT_SECONDS = 2 * LEASE_SECONDS;

const RENEW_AFTER_SECONDS = LEASE_SECONDS / 4;
/** By count, as the clock may stand still between I/O: about 6 s. */
const RENEW_AFTER_BREATHS = 400;

/** The handler must stop and write nothing more. */
class JobLostError extends Error {
  override name = "JobLostError";
}

type RunOutcome = "done" | "again" | "retried" | "failed" | "not-claimed" | "lost";

/** Repeatable and concurrent: only the holder of a claim works, and the rows record what remains. */
export async function runJob(
  deps: Deps,
  handlers: Record<JobKind, JobHandler>,
  { jobId, yieldToEventLoop }: { jobId: string; yieldToEventLoop: () => Promise<void> },
): Promise<RunOutcome> {
  const owner = deps.newId();
  const row = await claimJob(deps.db, { jobId, owner, now: deps.now(), leaseSeconds: onMachine(deps, LEASE_SECONDS) });
  if (row === null) return "not-claimed";
  if (!isJobKind(row.kind)) throw new Error(`job ${jobId} has an unknown kind: ${row.kind}`);
  const { outages, ...claimed } = row;
  const job: ClaimedJob = { ...claimed, kind: row.kind };
  const handler = handlers[job.kind];

  const fail = async (reason: string): Promise<RunOutcome> => {
    // The subject first: after a crash the job fails again.
    await handler.onFailed(deps, job, reason);
    await finishJob(deps.db, { jobId, owner, now: deps.now(), status: "failed", error: reason });
    return "failed";
  };
  // From runs that died without an error.
  if (job.attempts > MAX_ATTEMPTS) return fail("the job did not survive its attempts");

  try {
    const outcome = await handler.run(createJobContext(deps, job, owner, yieldToEventLoop));
    switch (outcome.kind) {
      case "done":
        return (await finishJob(deps.db, { jobId, owner, now: deps.now(), status: "done", error: null }))
          ? "done"
          : "lost";
      case "again": {
        const runAfter = deps.now() + onMachine(deps, outcome.delaySeconds);
        await releaseJob(deps.db, { jobId, owner, runAfter, cause: "again" });
        const hasCome = (await outcome.hasCome?.()) ?? false;
        if (hasCome) await bringJobForward(deps.db, { jobId, runAfter: deps.now() });
        await wakeJob(deps, job, { delaySeconds: hasCome ? 0 : outcome.delaySeconds });
        return "again";
      }
      case "failed":
        return await fail(outcome.reason);
      default:
        return outcome satisfies never;
    }
  } catch (error) {
    if (error instanceof JobLostError) return "lost";
    console.error(
      JSON.stringify({
        event: "job.threw",
        isOutage: isOutage(error),
        jobId,
        kind: job.kind,
        attempts: job.attempts,
        error: errorStack(error),
      }),
    );
    const cause = isOutage(error) ? "outage" : "attempt";
    const isLast = cause === "outage" ? outages >= MAX_OUTAGES : job.attempts >= MAX_ATTEMPTS;
    if (isLast) return fail(errorReason(error));
    const delaySeconds = cause === "outage" ? outageSeconds(outages) : 2 ** job.attempts;
    await releaseJob(deps.db, { jobId, owner, runAfter: deps.now() + onMachine(deps, delaySeconds), cause });
    await wakeJob(deps, job, { delaySeconds });
    return "retried";
  }
}

/** Machine seconds. */
function outageSeconds(outages: number): number {
  return Math.min(LONGEST_OUTAGE_SECONDS, FIRST_OUTAGE_SECONDS * 2 ** outages);
}

/** Leases and back-off are real time. */
function onMachine({ clockSpeed }: Deps, seconds: number): number {
  return Math.ceil(seconds * clockSpeed);
}

function createJobContext(
  deps: Deps,
  job: ClaimedJob,
  owner: string,
  yieldToEventLoop: () => Promise<void>,
): JobContext {
  let renewedAt = deps.now();
  let breaths = 0;
  const leaseSeconds = onMachine(deps, LEASE_SECONDS);
  return {
    deps,
    job,
    async yieldAndRenewLease() {
      await yieldToEventLoop();
      breaths += 1;
      const now = deps.now();
      if (now - renewedAt < onMachine(deps, RENEW_AFTER_SECONDS) && breaths < RENEW_AFTER_BREATHS) return;
      if (!(await renewLease(deps.db, { jobId: job.id, owner, now, leaseSeconds }))) throw new JobLostError(job.id);
      renewedAt = now;
      breaths = 0;
    },
    async saveCheckpoint(checkpoint) {
      if (!(await saveJobCheckpoint(deps.db, { jobId: job.id, owner, checkpoint }))) throw new JobLostError(job.id);
    },
    isUserWorkWaiting: (queues = USER_QUEUES) => hasWaitingUserJob(deps.db, { queues, now: deps.now() }),
  };
}
