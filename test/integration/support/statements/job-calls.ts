import * as devMails from "#app/db/jobs/dev-mails.server.ts";
import * as jobs from "#app/db/jobs/jobs.server.ts";
import * as newJobs from "#app/db/jobs/new-jobs.server.ts";
import { USER_QUEUES } from "#app/domain/job-kinds.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const claim = { jobId: "job", owner: "owner" };
const job = { id: "job", kind: "send-mail", subject: "job", now: NOW } as const;

const devMailCalls: Calls<typeof devMails> = {
  insertDevMail: ({ db }) =>
    devMails.insertDevMail(db, { jobId: "job", to: "a@example.com", subject: "", text: "", html: "", sentAt: NOW }),
  listDevMails: ({ db }) => devMails.listDevMails(db),
};

const jobCalls: Calls<typeof jobs> = {
  bringJobForward: ({ db }) => jobs.bringJobForward(db, { jobId: "job", runAfter: NOW }),
  claimJob: ({ db }) => jobs.claimJob(db, { ...claim, now: NOW, leaseSeconds: 60 }),
  deleteExpired: ({ db }) => jobs.deleteExpired(db, { now: 1, machineNow: 1 }),
  findJob: ({ db }) => jobs.findJob(db, "job"),
  findOpenJob: ({ db }) => jobs.findOpenJob(db, "send-mail", "job"),
  finishJob: ({ db }) => jobs.finishJob(db, { ...claim, now: NOW, status: "done", error: null }),
  freeAllJobs: ({ db }) => jobs.freeAllJobs(db, NOW),
  hasWaitingUserJob: ({ db }) => jobs.hasWaitingUserJob(db, { queues: USER_QUEUES, now: NOW }),
  insertJobOnce: ({ db }) => jobs.insertJobOnce(db, { ...job, id: "once", subject: "once" }),
  takeStaleJobs: ({ db }) => jobs.takeStaleJobs(db, { now: NOW, limit: 1, clockSpeed: 1 }),
  releaseJob: async ({ db }) => {
    await jobs.releaseJob(db, { ...claim, runAfter: NOW, cause: "attempt" });
    await jobs.releaseJob(db, { ...claim, runAfter: NOW, cause: "again" });
  },
  renewLease: ({ db }) => jobs.renewLease(db, { ...claim, now: NOW, leaseSeconds: 60 }),
  takeWaitingJobs: ({ db }) => jobs.takeWaitingJobs(db, { kinds: ["score-race"], now: NOW, until: NOW + 30, limit: 1 }),
  saveJobCheckpoint: ({ db }) => jobs.saveJobCheckpoint(db, { ...claim, checkpoint: {} }),
};

const newJobCalls: Calls<typeof newJobs> = {
  insertJob: ({ db }) => newJobs.insertJob(db, job),
  queuedJob: null,
};

export const JOB_CALLS = {
  "app/db/jobs/dev-mails.server.ts": devMailCalls,
  "app/db/jobs/jobs.server.ts": jobCalls,
  "app/db/jobs/new-jobs.server.ts": newJobCalls,
  "app/db/jobs/open-jobs.server.ts": {},
};
