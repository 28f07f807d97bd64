import * as accountDeletion from "#app/db/accounts/account-deletion.server.ts";
import * as emailChanges from "#app/db/accounts/email-changes.server.ts";
import * as mailCodes from "#app/db/accounts/mail-codes.server.ts";
import * as ownLimits from "#app/db/accounts/own-limits.server.ts";
import * as passkeys from "#app/db/accounts/passkeys.server.ts";
import * as personalData from "#app/db/accounts/personal-data.server.ts";
import * as personalDataStatements from "#app/db/accounts/personal-data-statements.server.ts";
import * as profiles from "#app/db/accounts/profiles.server.ts";
import * as rateLimits from "#app/db/accounts/rate-limits.server.ts";
import * as secondFactors from "#app/db/accounts/second-factors.server.ts";
import * as sessions from "#app/db/accounts/sessions.server.ts";
import type * as usage from "#app/db/accounts/usage.server.ts";
import * as users from "#app/db/accounts/users.server.ts";
import { EMPTY_PROFILE } from "#app/domain/profile.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const user = { userId: 1 };
const byCode = { codeHash: "code", now: NOW };
const code = { id: "c", codeHash: "hash of c", email: "c@example.com", now: NOW, expiresAt: NOW + 9 };
const { now: _, ...newCode } = { ...code, id: "d", codeHash: "hash of d" };
const PROOFS = {
  step: { kind: "step", step: 1 },
  recovery: { kind: "recovery", codeHash: "h", now: NOW },
  passkey: { kind: "passkey", credentialId: "none", counter: 1, challengeHash: "h", now: NOW },
} as const;
const mail = { jobId: "told of a factor", now: NOW };
const permit = { key: "k", limit: 1, windowSeconds: 60 };

const deletionCalls: Calls<typeof accountDeletion> = {
  deleteUser: ({ db }) => accountDeletion.deleteUser(db, { userId: 9, jobId: "erase", limitKeys: ["k"], now: NOW }),
  findUnerased: ({ db }) => accountDeletion.findUnerased(db, user),
  listAddresses: ({ db }) => accountDeletion.listAddresses(db, user),
  listUnerased: ({ db }) => accountDeletion.listUnerased(db, { deletedBefore: NOW, limit: 1 }),
  noteErased: ({ db }) => accountDeletion.noteErased(db, { userId: 9, now: NOW }),
};

const emailChangeCalls: Calls<typeof emailChanges> = {
  changeEmailByCode: ({ db }) => emailChanges.changeEmailByCode(db, { ...byCode, jobId: "told", billingJobId: "look" }),
  findAskingAddress: ({ db }) => emailChanges.findAskingAddress(db, { codeId: "c", now: NOW }),
  findEmailChange: ({ db }) => emailChanges.findEmailChange(db, byCode),
  findEmailChangedBy: ({ db }) => emailChanges.findEmailChangedBy(db, byCode),
  insertEmailChange: ({ db }) =>
    emailChanges.insertEmailChange(db, {
      ...{ ...user, passwordHash: "none", changes: {}, code: newCode, now: NOW },
      jobs: [{ id: "asked", subject: "asked", payload: {} }],
    }),
};

const mailCodeCalls: Calls<typeof mailCodes> = {
  findMailCodeById: ({ db }) => mailCodes.findMailCodeById(db, { id: "c", now: NOW }),
  findResetCode: ({ db }) => mailCodes.findResetCode(db, byCode),
  findSignUpCode: ({ db }) => mailCodes.findSignUpCode(db, byCode),
  insertMailCode: ({ db }) => mailCodes.insertMailCode(db, { ...code, kind: "sign-up", attribution: "" }),
  renewResetCode: ({ db }) => mailCodes.renewResetCode(db, { ...code, id: "e", codeHash: "hash of e" }),
};

const ownLimitCalls: Calls<typeof ownLimits> = {
  isPausing: null,
  isWithinOwnLimit: null,
  ownRefusalColumns: null,
  // In the batch of readDayFacts.
  selectOwnLimit: null,
  readOwnLimits: ({ db }) => ownLimits.readOwnLimits(db, { ...user, month: "2026-11", now: NOW }),
  setOwnLimit: ({ db }) => ownLimits.setOwnLimit(db, { ...user, kind: "budget", amount: 1, now: NOW }),
  takeBudget: ({ db }) => ownLimits.takeBudget(db, { ...user, raceId: "r1", month: "2026-11", yen: 1, now: NOW }),
  withdrawRaise: ({ db }) => ownLimits.withdrawRaise(db, { ...user, kind: "budget", now: NOW }),
};

const passkeyCalls: Calls<typeof passkeys> = {
  deletePasskey: ({ db }) => passkeys.deletePasskey(db, { userId: 9, credentialId: "none", proof: PROOFS.step, mail }),
  findPasskey: ({ db }) => passkeys.findPasskey(db, { ...user, credentialId: "none" }),
  insertChallenge: ({ db }) =>
    passkeys.insertChallenge(db, { ...user, challengeHash: "h", purpose: "register", expiresAt: NOW + 9, now: NOW }),
  insertPasskey: ({ db }) =>
    passkeys.insertPasskey(db, {
      ...{ ...user, credentialId: "new", name: "name", publicKey: "key", counter: 0, transports: "" },
      ...{ challengeHash: "other", sessionId: "none", mail },
    }),
  isStaffAccount: ({ db }) => passkeys.isStaffAccount(db, 1),
  listPasskeys: ({ db }) => passkeys.listPasskeys(db, 1),
  // In the batch of readSecurity.
  selectPasskeys: null,
  // In the batches of what a passkey opens.
  takePasskey: null,
};

const profileCalls: Calls<typeof profiles> = {
  profileColumns: null,
  updateProfile: ({ db }) => profiles.updateProfile(db, { ...user, changes: { name: "name", sex: 1 } }),
};

const rateLimitCalls: Calls<typeof rateLimits> = {
  countUp: ({ db }) => rateLimits.countUp(db, { counter: permit, now: NOW }),
  isExhausted: ({ db }) => rateLimits.isExhausted(db, { permit, now: NOW }),
  forgetLimits: ({ db }) => rateLimits.forgetLimits(db, ["k"]),
  // The statement of forgetLimits.
  deleteLimits: null,
  returnPermits: ({ db }) => rateLimits.returnPermits(db, { permits: [permit], now: NOW }),
  takePermits: ({ db }) => rateLimits.takePermits(db, { permits: [permit], now: NOW }),
  takeTurn: ({ db }) => rateLimits.takeTurn(db, { key: "k", seconds: 2, now: NOW }),
};

const sessionCalls: Calls<typeof sessions> = {
  deleteSession: async ({ db }) => {
    for (const deviceId of [null, 1]) await sessions.deleteSession(db, { sessionId: "none", deviceId });
  },
  deleteSessionsOfUser: ({ db }) => sessions.deleteSessionsOfUser(db, 9),
  findSessionUser: ({ db }) =>
    sessions.findSessionUser(db, { ...user, sessionId: "s", day: "2026-11-21", month: "2026-11", now: NOW }),
  insertSession: ({ db }) =>
    Promise.all(
      [null, ...Object.values(PROOFS)].map((proof) =>
        sessions.insertSession(
          db,
          { ...user, sessionId: "s", passwordHash: "none", device: "", now: NOW, expiresAt: NOW + 9, replaces: "none" },
          proof,
        ),
      ),
    ),
  readSecurity: ({ db }) => sessions.readSecurity(db, { ...user, now: NOW }),
  // In the batches of new sessions.
  endReplaced: null,
  endSession: ({ db }) => sessions.endSession(db, { userId: 9, sessionId: "none" }),
  endOtherSessions: ({ db }) => sessions.endOtherSessions(db, { userId: 9, sessionId: "none" }),
};

const secondFactorCalls: Calls<typeof secondFactors> = {
  beginSecondFactor: ({ db }) =>
    secondFactors.beginSecondFactor(db, { ...user, totpSeed: "seed", sessionId: "s", now: NOW }),
  confirmSecondFactor: ({ db }) =>
    secondFactors.confirmSecondFactor(db, {
      ...{ ...user, totpSeed: "other", sessionId: "s", begunAfter: 0, step: 1, codeHashes: ["h"], mail },
    }),
  consumeProof: ({ db }) => secondFactors.consumeProof(db, { userId: 9, proof: PROOFS.step }),
  // In the batch of deleteUser.
  deleteSecondFactor: null,
  dropSecondFactor: ({ db }) => secondFactors.dropSecondFactor(db, { userId: 9, mail }),
  endSecondFactor: ({ db }) => secondFactors.endSecondFactor(db, { userId: 9, proof: PROOFS.step, mail }),
  findSecondFactor: ({ db }) => secondFactors.findSecondFactor(db, 1),
  hasSecondFactor: null,
  factorMailSubject: null,
  // In the batches of the changes.
  insertFactorMail: null,
  replaceCodes: ({ db }) =>
    secondFactors.replaceCodes(db, { userId: 9, proof: PROOFS.recovery, codeHashes: ["h"], mail }),
  undoSecondFactor: ({ db }) => secondFactors.undoSecondFactor(db, { userId: 9, totpSeed: "s", onAfter: 0, mail }),
  // In the batch of readSecurity.
  selectSecondFactor: null,
  // In the batches of what asks for a proof.
  takeProof: null,
};

const userCalls: Calls<typeof users> = {
  createUserByCode: ({ db }) =>
    users.createUserByCode(db, {
      ...{ ...byCode, name: "name", passwordHash: "none", profile: EMPTY_PROFILE },
      session: { id: "new", expiresAt: NOW + 9, device: "" },
      replaces: "none",
      notice: { jobId: "notice", referer: "", userAgent: "" },
    }),
  setPasswordInSession: ({ db }) =>
    users.setPasswordInSession(db, {
      ...{ userId: 9, checkedHash: "none", passwordHash: "new", sessionId: "none", now: NOW },
      job: { id: "told of a password", kind: "send-mail", subject: "told", now: NOW },
    }),
  findCredentials: ({ db }) => users.findCredentials(db, "user1@example.com"),
  findCredentialsById: ({ db }) => users.findCredentialsById(db, 1),
  findUserContact: ({ db }) => users.findUserContact(db, 1),
  findUserEmail: ({ db }) => users.findUserEmail(db, 1),
  isDeletedUser: ({ db }) => users.isDeletedUser(db, 1),
  setPasswordByCode: ({ db }) => users.setPasswordByCode(db, { ...byCode, passwordHash: "none" }),
};

export const ACCOUNT_CALLS = {
  "app/db/accounts/account-deletion.server.ts": deletionCalls,
  "app/db/accounts/email-changes.server.ts": emailChangeCalls,
  "app/db/accounts/mail-codes.server.ts": mailCodeCalls,
  "app/db/accounts/own-limits.server.ts": ownLimitCalls,
  "app/db/accounts/passkeys.server.ts": passkeyCalls,
  "app/db/accounts/personal-data-statements.server.ts": {
    selectPersonalData: ({ db }) => Promise.all(Object.values(personalDataStatements.selectPersonalData(db, 1))),
  } satisfies Calls<typeof personalDataStatements>,
  "app/db/accounts/personal-data.server.ts": {
    readPersonalData: ({ db }) => personalData.readPersonalData(db, 1),
  } satisfies Calls<typeof personalData>,
  "app/db/accounts/profiles.server.ts": profileCalls,
  "app/db/accounts/rate-limits.server.ts": rateLimitCalls,
  "app/db/accounts/second-factors.server.ts": secondFactorCalls,
  "app/db/accounts/sessions.server.ts": sessionCalls,
  // Its statements are those of the batches that insert models and analyses.
  "app/db/accounts/usage.server.ts": { bookSubject: null } satisfies Calls<typeof usage>,
  "app/db/accounts/users.server.ts": userCalls,
};
