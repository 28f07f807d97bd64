import * as alarms from "#app/db/operations/alarms.server.ts";
import * as auditLog from "#app/db/operations/audit-log.server.ts";
import * as accountWalks from "#app/db/operations/checks/account-walks.server.ts";
import * as ledgerWalks from "#app/db/operations/checks/ledger-walks.server.ts";
import * as objectRows from "#app/db/operations/checks/object-rows.server.ts";
import * as workWalks from "#app/db/operations/checks/work-walks.server.ts";
import * as jobAgain from "#app/db/operations/job-again.server.ts";
import * as siteStatus from "#app/db/operations/site-status.server.ts";
import * as staff from "#app/db/operations/staff.server.ts";
import * as userFiles from "#app/db/operations/user-files.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const account = { email: "user1@example.com" };

const alarm = { key: "wait:send-mail", level: "attention", text: "t", raisedAt: NOW } as const;
const teller = { id: "teller", kind: "send-alarm", subject: "s", now: NOW } as const;

const alarmCalls: Calls<typeof alarms> = {
  endAlarm: ({ db }) => alarms.endAlarm(db, { id: 1, now: NOW, tellers: [teller] }),
  listAlarms: ({ db }) => alarms.listAlarms(db, { limit: 10 }),
  listOpenAlarms: ({ db }) => alarms.listOpenAlarms(db),
  raiseAlarm: ({ db }) => alarms.raiseAlarm(db, { alarm, tellers: [teller] }),
};

const entry = { at: NOW, staffId: 1, action: "job.rerun", subject: "job:1", reason: "r" } as const;

const auditCalls: Calls<typeof auditLog> = {
  insertAuditEntry: ({ db }) => auditLog.insertAuditEntry(db, entry),
  insertAuditEntryIfChanged: ({ db }) => auditLog.insertAuditEntryIfChanged(db, entry),
  listAuditEntries: async ({ db }) => {
    await auditLog.listAuditEntries(db, { limit: 10 });
    await auditLog.listAuditEntries(db, { subject: "job:1", limit: 10 });
  },
};

const jobAgainCalls: Calls<typeof jobAgain> = {
  queueFailedJob: ({ db }) => jobAgain.queueFailedJob(db, { jobId: "job", kinds: ["send-mail"], now: NOW, entry }),
};

const siteStatusCalls: Calls<typeof siteStatus> = {
  listImports: ({ db }) => siteStatus.listImports(db, { limit: 10 }),
  readOpenWork: ({ db }) => siteStatus.readOpenWork(db, { now: NOW, machineNow: NOW, since: NOW, builtVersion: 0 }),
  readStock: ({ db }) => siteStatus.readStock(db, { since: NOW }),
};

const staffCalls: Calls<typeof staff> = {
  upsertStaff: ({ db }) => staff.upsertStaff(db, { ...account, totpSeed: "seed", now: NOW }),
  deleteStaff: ({ db }) => staff.deleteStaff(db, account),
  endStaffSession: ({ db }) => staff.endStaffSession(db, { sessionId: "s" }),
  findStaffSession: ({ db }) => staff.findStaffSession(db, { sessionId: "s", userId: 1, now: NOW }),
  listStaff: ({ db }) => staff.listStaff(db),
  openByPasskey: ({ db }) =>
    staff.openByPasskey(db, {
      ...{ userId: 1, sessionId: "s", until: NOW },
      proof: { kind: "passkey", credentialId: "none", counter: 1, challengeHash: "h", now: NOW },
    }),
  takeTotpStep: ({ db }) => staff.takeTotpStep(db, { userId: 1, step: 1, sessionId: "s", until: NOW }),
};

const userFileCalls: Calls<typeof userFiles> = {
  findUsers: ({ db }) => userFiles.findUsers(db, { text: "a", userId: 1 }),
  readUserAddress: ({ db }) => userFiles.readUserAddress(db, 1),
  readUserFile: ({ db }) => userFiles.readUserFile(db, { userId: 1, day: "2026-11-21", month: "2026-11", now: NOW }),
  setNameHidden: ({ db }) => userFiles.setNameHidden(db, { userId: 1, at: null, entry }),
};

const walk = { after: "", limit: 10, now: NOW, clockSpeed: 1, isIdle: false, today: "2026-11-21" };

const accountWalkCalls: Calls<typeof accountWalks> = {
  listCustomerOwners: ({ db }) => accountWalks.listCustomerOwners(db, { userIds: [1] }),
  listCustomers: ({ db }) => accountWalks.listCustomers(db, walk),
  readQuotaFacts: ({ db }) => accountWalks.readQuotaFacts(db, walk),
  walkAccounts: ({ db }) => accountWalks.walkAccounts(db, walk),
  walkCodes: ({ db }) => accountWalks.walkCodes(db, walk),
  walkPayments: ({ db }) => accountWalks.walkPayments(db, walk),
  walkPasskeys: ({ db }) => accountWalks.walkPasskeys(db, walk),
  walkSessions: ({ db }) => accountWalks.walkSessions(db, walk),
};

const ledgerWalkCalls: Calls<typeof ledgerWalks> = {
  findBadEntries: ({ db }) => ledgerWalks.findBadEntries(db, { buildId: "b", rankingKey: "weekly", to: "2026-11-21" }),
  walkBets: ({ db }) => ledgerWalks.walkBets(db, walk),
  walkLedgerDays: ({ db }) => ledgerWalks.walkLedgerDays(db, walk),
};

const objectRowCalls: Calls<typeof objectRows> = {
  findUnnamed: ({ db }) => objectRows.findUnnamed(db, { artifacts: ["a"], importIds: [1], analysisIds: [1] }),
  listArtifacts: ({ db }) => objectRows.listArtifacts(db, walk),
  listImportFiles: ({ db }) => objectRows.listImportFiles(db, walk),
  listShared: ({ db }) => objectRows.listShared(db, walk),
};

const workWalkCalls: Calls<typeof workWalks> = {
  walkAnalyses: ({ db }) => workWalks.walkAnalyses(db, walk),
  walkImports: ({ db }) => workWalks.walkImports(db, walk),
  walkModels: ({ db }) => workWalks.walkModels(db, walk),
  walkNotices: ({ db }) => workWalks.walkNotices(db, walk),
  walkOpenJobs: ({ db }) => workWalks.walkOpenJobs(db, walk),
  walkRaces: ({ db }) => workWalks.walkRaces(db, walk),
  walkUses: ({ db }) => workWalks.walkUses(db, walk),
};

export const OPERATION_CALLS = {
  "app/db/operations/alarms.server.ts": alarmCalls,
  "app/db/operations/audit-log.server.ts": auditCalls,
  "app/db/operations/checks/account-walks.server.ts": accountWalkCalls,
  "app/db/operations/checks/ledger-walks.server.ts": ledgerWalkCalls,
  "app/db/operations/checks/object-rows.server.ts": objectRowCalls,
  "app/db/operations/checks/work-walks.server.ts": workWalkCalls,
  "app/db/operations/job-again.server.ts": jobAgainCalls,
  "app/db/operations/site-status.server.ts": siteStatusCalls,
  "app/db/operations/staff.server.ts": staffCalls,
  "app/db/operations/user-files.server.ts": userFileCalls,
};
