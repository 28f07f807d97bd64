import { errorText } from "#app/adapters/error-text.server.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { enqueueDueErasures } from "#app/services/accounts/account-deletion.server.ts";
import { enqueueDueDays } from "#app/services/analyses/day-scoring.server.ts";
import { stopSharesOfDeleted, stopSharesOfHidden } from "#app/services/analyses/sharing.server.ts";
import { repeatRemovals } from "#app/services/backups/after-restore.server.ts";
import { enqueueDueBackup } from "#app/services/backups/back-up-database.server.ts";
import { enqueueDueReconciliation } from "#app/services/billing/billing-reconciliation.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { sweepImports } from "#app/services/imports/lost-imports.server.ts";
import { enqueueNames } from "#app/services/imports/search-names.server.ts";
import { recordEnd, removeExpired, sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { type JobMessage, jobMessageSchema } from "#app/services/jobs/job-messages.ts";
import { readJob, wakeJob } from "#app/services/jobs/jobs.server.ts";
import { runJob, SILENT_SECONDS } from "#app/services/jobs/run-job.server.ts";
import { enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { listPublished } from "#app/services/models/public-models.server.ts";
import { deliverDueNotifications } from "#app/services/notifications/notifications.server.ts";
import { queueSummaries } from "#app/services/notifications/summaries.server.ts";
import { alertOfSilence, checkAlarms } from "#app/services/operations/alarms.server.ts";
import { enqueueRecordSettlement } from "#app/services/own-records/settle-records.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { enqueueDueForecasts } from "#app/services/seal/forecasts.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { enqueueDueCrowds } from "#app/services/season/crowd-fixing.server.ts";

/** Allows one heavy job at a time in an isolate (128 MB). Created once per isolate by the entry. */
export interface HeavyJobLock {
  isLocked: boolean;
  /** Number of the run that locked it last. */
  run?: number;
  /** When that run last paused, in milliseconds. */
  seenAt?: number;
}

const LOCK_RETRY_SECONDS = 1;
/** A local workerd has one thread for all Workers, and a page takes some twenty short steps. */
const YIELD_MS = 1;
/**
 * A run that was silent for this long has no lease. The platform may have ended it without its `finally`, and the lock
 * would stay closed for the isolate's life.
 */
const LOCK_STALE_MS = SILENT_SECONDS * 1000;

type Cron = Exclude<JobMessage["type"], "run-job">;
type Step = (deps: Deps) => Promise<unknown>;

const CRON_STEPS: Record<Cron, Record<string, Step>> = {
  sweep: {
    jobs: async (deps) => log("job.sweep", { woken: await sweepJobs(deps) }),
    seals: sealDue,
    imports: sweepImports,
    shares: stopSharesOfDeleted,
    published: listPublished,
    days: enqueueDueDays,
    crowds: enqueueDueCrowds,
    "own-records": enqueueRecordSettlement,
    silence: alertOfSilence,
    names: enqueueNames,
    notifications: deliverDueNotifications,
    summaries: queueSummaries,
    // Last, so that it reports failures of the steps before.
    alarms: checkAlarms,
  },
  hourly: {
    expired: removeExpired,
    removals: repeatRemovals,
    shares: stopSharesOfHidden,
    erasures: enqueueDueErasures,
    features: enqueueDueFeatureBuild,
    reconciliation: enqueueDueReconciliation,
    backup: enqueueDueBackup,
    forecasts: enqueueDueForecasts,
    settlements: enqueueDueSettlements,
    demo: async (deps) => deps.demo?.continueModels(deps),
    rankings: enqueueDueRankings,
  },
};

/** A failed step does not prevent the others. @throws if one failed: sent again, and no end recorded */
async function runCron(deps: Deps, cron: Cron): Promise<void> {
  const failed: string[] = [];
  for (const [step, run] of Object.entries(CRON_STEPS[cron])) {
    try {
      await run(deps);
    } catch (error) {
      failed.push(step);
      console.error(JSON.stringify({ event: "cron.step-failed", cron, step, error: errorText(error) }));
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} steps of ${cron} failed: ${failed.join(", ")}`);
  await recordEnd(deps, cron);
}

/**
 * Delivery policy of all queues. Every message is acked, because the job's row records what remains to be done. A
 * message is retried only if D1 did not respond.
 */
export async function consumeJobs(
  deps: Deps,
  handlers: Record<JobKind, JobHandler>,
  lock: HeavyJobLock,
  batch: Pick<MessageBatch, "messages" | "queue">,
): Promise<void> {
  for (const message of batch.messages) {
    const parsed = jobMessageSchema.safeParse(message.body);
    if (!parsed.success) {
      log("job.malformed", { queue: batch.queue, id: message.id, issues: parsed.error.issues.length });
      message.ack();
      continue;
    }
    if (batch.queue.endsWith("-dead")) {
      // The row still exists: the sweep wakes the job again until its attempts run out.
      console.error(JSON.stringify({ event: "job.dead-letter", queue: batch.queue, message: parsed.data }));
      message.ack();
      continue;
    }
    try {
      switch (parsed.data.type) {
        case "sweep":
        case "hourly":
          await runCron(deps, parsed.data.type);
          break;
        case "run-job":
          await runOne(deps, handlers, lock, parsed.data.jobId);
          break;
        default:
          parsed.data satisfies never;
      }
      message.ack();
    } catch (error) {
      log("job.delivery-failed", { queue: batch.queue, id: message.id, error: errorText(error) });
      message.retry({ delaySeconds: 5 * message.attempts });
    }
  }
}

async function runOne(deps: Deps, handlers: Record<JobKind, JobHandler>, lock: HeavyJobLock, jobId: string) {
  const job = await readJob(deps, jobId);
  if (job === null) return;
  const { kind } = job;
  const { isHeavy, onDone } = handlers[kind];
  const startedAt = Date.now();
  if (isHeavy && lock.isLocked && startedAt - (lock.seenAt ?? startedAt) < LOCK_STALE_MS) {
    await wakeJob(deps, job, { delaySeconds: LOCK_RETRY_SECONDS });
    return;
  }
  const run = (lock.run ?? 0) + 1;
  if (isHeavy) Object.assign(lock, { isLocked: true, run, seenAt: startedAt });
  const yieldToEventLoop = () => {
    if (isHeavy && lock.run === run) lock.seenAt = Date.now();
    return scheduler.wait(YIELD_MS);
  };
  try {
    const outcome = await runJob(deps, handlers, { jobId, yieldToEventLoop });
    log("job.ran", { jobId, kind, outcome, ms: Date.now() - startedAt });
    if (outcome === "done") await onDone?.(deps);
  } finally {
    if (isHeavy && lock.run === run) lock.isLocked = false;
  }
}

function log(event: string, fields: Record<string, unknown>): void {
  console.log(JSON.stringify({ event, ...fields }));
}
