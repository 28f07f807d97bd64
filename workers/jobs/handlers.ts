import * as z from "zod";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { eraseAccount } from "#app/services/accounts/account-deletion.server.ts";
import { postSignUpNotice } from "#app/services/accounts/sign-up-notice.server.ts";
import { endFailedDay, enqueueDueDays, scoreDay } from "#app/services/analyses/day-scoring.server.ts";
import { renewMarks, wakeRenewals } from "#app/services/analyses/renewals.server.ts";
import { endFailedScoring, scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import { showResults } from "#app/services/analyses/sharing.server.ts";
import { backUpDatabase, deleteUnfinishedBackup } from "#app/services/backups/back-up-database.server.ts";
import { reconcileBilling } from "#app/services/billing/billing-reconciliation.server.ts";
import { runBillingSync } from "#app/services/billing/billing-sync.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { IMPORT_LIMITS, type ImportLimits } from "#app/services/imports/import-limits.server.ts";
import { abandonImport, runImport } from "#app/services/imports/imports.server.ts";
import { enqueueNames, enterPendingNames } from "#app/services/imports/search-names.server.ts";
import type { ClaimedJob, JobContext, JobHandler, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { sendMailOfJob } from "#app/services/mail/mails.server.ts";
import { buildFeatures, enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { endFailedSearch, searchChanges } from "#app/services/models/search-changes.server.ts";
import { endFailedTraining, trainModel } from "#app/services/models/training.server.ts";
import { wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";
import { pushNotificationOfJob } from "#app/services/notifications/notifications.server.ts";
import { postAlarm } from "#app/services/operations/alarms.server.ts";
import { enqueueRecordSettlement, settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { endFailedSettlement, settleBets } from "#app/services/rankings/ledger.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { buildRankings } from "#app/services/rankings/rankings-build.server.ts";
import { enqueueCountable, enqueueSettledRankings } from "#app/services/rankings/rankings-due.server.ts";
import { endFailedForecasts, enqueueDueForecasts, sealForecasts } from "#app/services/seal/forecasts.server.ts";
import { postHead } from "#app/services/seal/sealing.server.ts";
import { fixCrowd } from "#app/services/season/crowd-fixing.server.ts";

export function createIngestImport(limits: ImportLimits = IMPORT_LIMITS): JobHandler {
  return {
    isHeavy: true,
    run: (context) => runImport(context, limits),
    // If a feature build follows, the waiting jobs wait on for it.
    onDone: wakeWaitingForData,
    onFailed: (deps, job, reason) => abandonImport(deps, { importId: Number(job.subject), reason }),
  };
}

/** Heavy handlers run one at a time per isolate, because of their memory. */
export const handlers: Record<JobKind, JobHandler> = {
  "ingest-import": createIngestImport(),
  "build-features": {
    isHeavy: true,
    run: buildFeatures,
    async onDone(deps) {
      await wakeWaitingForData(deps);
      await wakeRenewals(deps);
      await enqueueDueFeatureBuild(deps);
      await enqueueDueDays(deps);
      await enqueueDueForecasts(deps);
      await enqueueDueSettlements(deps);
      await continueDemoModels(deps);
    },
    onFailed: staysDue,
  },
  "train-model": {
    isHeavy: true,
    run: withFeatures(trainModel),
    onDone: continueDemoModels,
    onFailed: endFailedTraining,
  },
  "suggest-changes": { isHeavy: true, run: withFeatures(searchChanges), onFailed: endFailedSearch },
  "score-race": { run: withFeatures(scoreAnalysis), onFailed: endFailedScoring },
  // Body weights that arrived during the job found it open.
  "score-day": { run: withFeatures(scoreDay), onDone: enqueueDueDays, onFailed: endFailedDay },
  "renew-marks": { run: withFeatures(renewMarks), onFailed: logFailure("renew-marks.failed") },
  "settle-bets": {
    isHeavy: true,
    run: withFeatures(settleBets),
    async onDone(deps) {
      // Before creating more demo models, whose settlement jobs would delay these rankings.
      await enqueueSettledRankings(deps);
      await continueDemoModels(deps);
    },
    onFailed: endFailedSettlement,
  },
  "build-rankings": {
    isHeavy: true,
    run: buildRankings,
    async onDone(deps) {
      await enqueueCountable(deps);
      await continueDemoModels(deps);
    },
    onFailed: staysDue,
  },
  "seal-forecasts": {
    isHeavy: true,
    run: withFeatures(sealForecasts),
    async onFailed(deps, job, reason) {
      await logFailure("seal-forecasts.failed")(deps, job, reason);
      await endFailedForecasts(deps);
    },
  },
  "fix-crowd": { isHeavy: true, run: withFeatures(fixCrowd), onFailed: staysDue },
  "settle-records": {
    run: settleRecords,
    async onDone(deps) {
      await enqueueRecordSettlement(deps);
      await continueDemoModels(deps);
    },
    onFailed: staysDue,
  },
  "show-results": { run: showResults, onFailed: logFailure("show-results.failed") },
  // An import may have finished during the job.
  "enter-names": { run: enterPendingNames, onDone: enqueueNames, onFailed: logFailure("enter-names.failed") },
  "back-up-database": {
    isHeavy: true,
    run: backUpDatabase,
    async onFailed(deps, job, reason) {
      await deleteUnfinishedBackup(deps, job.subject);
      await logFailure("backup.failed")(deps, job, reason);
    },
  },
  // The hourly check creates the job again.
  "erase-account": {
    run: ({ deps, job }) => eraseAccount(deps, { userId: Number(job.subject) }),
    onFailed: logFailure("account-erasure.failed"),
  },
  // Stripe does not redeliver an accepted event. The nightly reconciliation checks again.
  "sync-billing": { run: sends(runBillingSync), onFailed: logFailure("billing-sync.failed") },
  "reconcile-billing": {
    async run(context) {
      const again = await reconcileBilling(context);
      console.log(JSON.stringify({ event: "billing.reconciled", day: context.job.subject, lookedAtAgain: again }));
      return { kind: "done" };
    },
    onFailed: logFailure("billing-reconciliation.failed"),
  },
  "send-mail": {
    async run({ deps, job }) {
      const sent = await sendMailOfJob(deps, { jobId: job.id, payload: job.payload });
      return sent.kind === "refused" ? { kind: "failed", reason: sent.reason } : { kind: "done" };
    },
    onFailed: logFailure("mail.failed"),
  },
  // After a lost response these are posted a second time rather than not at all.
  "send-sign-up-notice": { run: sends(postSignUpNotice), onFailed: logFailure("sign-up-notice.failed") },
  "send-alarm": { run: sends(postAlarm), onFailed: logFailure("alarm.failed") },
  "post-head": { run: sends(postHead), onFailed: logFailure("post-head.failed") },
  // A late notification is worth nothing, so a failed one is not tried again.
  "push-notification": { run: pushNotification, onFailed: logFailure("push-notification.failed") },
};

function withFeatures(run: (context: JobContext, features: FeatureStore) => Promise<JobOutcome>): JobHandler["run"] {
  return (context) => run(context, createFeatureStore(context.deps.store));
}

function sends(send: (deps: Deps, job: ClaimedJob) => Promise<unknown>): JobHandler["run"] {
  return async ({ deps, job }) => {
    await send(deps, job);
    return { kind: "done" };
  };
}

async function continueDemoModels(deps: Deps): Promise<void> {
  await deps.demo?.continueModels(deps);
}

/** Nothing to mark: the work stays due, and a cron creates another job for it. */
async function staysDue(): Promise<void> {}

function logFailure(event: string): JobHandler["onFailed"] {
  return async (_deps, { id, subject }, reason) => {
    console.error(JSON.stringify({ event, jobId: id, subject, reason }));
  };
}

const pushPayloadSchema = z.object({ notificationId: z.int() });
/** Ids of the browsers' subscriptions that earlier messages of the job reached. */
const reachedSchema = z.array(z.int()).catch([]);

/** Again later to browsers that could not be reached. */
async function pushNotification({ deps, job, saveCheckpoint, yieldAndRenewLease }: JobContext): Promise<JobOutcome> {
  const { notificationId } = pushPayloadSchema.parse(job.payload);
  const progress = { reached: reachedSchema.parse(job.checkpoint), recordReached: saveCheckpoint, yieldAndRenewLease };
  const pushed = await pushNotificationOfJob(deps, { notificationId, progress });
  return pushed.kind === "done" ? pushed : { kind: "again", delaySeconds: pushed.delaySeconds };
}
