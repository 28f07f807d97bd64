import { BUSY } from "#app/adapters/password-hash.server.ts";
import { findResetCode, findSignUpCode, insertMailCode, renewResetCode } from "#app/db/accounts/mail-codes.server.ts";
import { readPersonalData } from "#app/db/accounts/personal-data.server.ts";
import { consumePermits, consumeTurn, deleteLimits, type Permit } from "#app/db/accounts/rate-limits.server.ts";
import {
  createUserByCode,
  findLivingUser,
  setPasswordByCode,
  setPasswordInSession,
} from "#app/db/accounts/users.server.ts";
import { normalizeEmail } from "#app/domain/accounts/email-address.ts";
import { EMPTY_PROFILE, type ProfileFields } from "#app/domain/accounts/profile.ts";
import { isWeakPassword } from "#app/domain/accounts/weak-passwords.ts";
import { isReservedName } from "#app/domain/clean-name.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob, wakeJob } from "#app/services/jobs/jobs.server.ts";
import { type MailJobPayload, mailCode } from "#app/services/mail/mail-jobs.server.ts";
import {
  mailReceiverPermit,
  mailSenderPermit,
  RESET_MAIL_PACE_SECONDS,
  resetMailPaceKey,
} from "#app/services/mail/mail-permits.server.ts";
import { logAuth } from "./auth-log.server.ts";
import { checkCurrentPassword } from "./current-password.server.ts";
import { accountFailuresKey, consumePermitsAtDoor } from "./limits.server.ts";
import { planSession, readSession, sessionOf } from "./sessions.server.ts";
import { planSignUpNotice } from "./sign-up-notice.server.ts";

const CODE_SECONDS = { "sign-up": 24 * 3600, "reset-password": 30 * 60 };

export async function requestSignUp(
  deps: Deps,
  { email, attribution, clientAddress }: { email: string; attribution: string; clientAddress: string },
): Promise<{ kind: "accepted" } | TooMany> {
  return requestCode(deps, { kind: "sign-up", email, attribution, clientAddress });
}

export async function requestPasswordReset(
  deps: Deps,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<{ kind: "accepted" } | TooMany> {
  return requestCode(deps, { kind: "reset-password", email, attribution: "", clientAddress });
}

/**
 * Identical for registered and unknown addresses. Beyond the receiver's limit there is no mail and no error. A valid
 * reset link is sent again, at least every {@link RESET_MAIL_PACE_SECONDS}, so that strangers cannot suppress it.
 */
async function requestCode(
  deps: Deps,
  input: { kind: keyof typeof CODE_SECONDS; email: string; attribution: string; clientAddress: string },
): Promise<{ kind: "accepted" } | TooMany> {
  const email = normalizeEmail(input.email);
  const take = async (permit: Permit) => consumePermits(deps.db, { permits: [permit], now: deps.machineNow() });
  const exceeded = await consumePermitsAtDoor(deps, {
    flood: "doors",
    permits: [await mailSenderPermit(input.clientAddress)],
    now: deps.machineNow(),
  });
  if (input.kind === "reset-password") {
    const outcome = exceeded === null ? "success" : "limited";
    await logAuth(deps, { act: "reset-request", factor: "mailed-link", outcome, account: { email } });
  }
  if (exceeded !== null) return tooMany(exceeded);
  const isOverLimit = (await take(await mailReceiverPermit(email))) !== null;
  if (isOverLimit && input.kind === "sign-up") return { kind: "accepted" };
  // Each mailed link sets the pace.
  if (input.kind === "reset-password") {
    const key = await resetMailPaceKey(email);
    const slowed = await consumeTurn(deps.db, { key, seconds: RESET_MAIL_PACE_SECONDS, now: deps.machineNow() });
    if (isOverLimit && slowed !== null) return { kind: "accepted" };
  }

  const now = deps.now();
  const id = deps.newId();
  const code = { id, codeHash: await sha256Hex(await mailCode(deps, id)), email, now };
  const expiresAt = now + CODE_SECONDS[input.kind];
  const { kind } = input;
  let codeId = id;
  if (kind === "reset-password") codeId = await renewResetCode(deps.db, { ...code, expiresAt });
  else await insertMailCode(deps.db, { ...code, kind, attribution: input.attribution.slice(0, 500), expiresAt });
  const payload: MailJobPayload = { about: "code", codeId };
  await enqueueJob(deps, { kind: "send-mail", subject: `code:${codeId}`, payload });
  return { kind: "accepted" };
}

export async function findSignUpEmail(deps: Deps, { code }: { code: string }): Promise<{ email: string } | null> {
  return findSignUpCode(deps.db, { codeHash: await sha256Hex(code), now: deps.now() });
}

export async function findResetEmail(deps: Deps, { code }: { code: string }): Promise<{ email: string } | null> {
  const found = await findResetCode(deps.db, { codeHash: await sha256Hex(code), now: deps.now() });
  return found === null ? null : { email: found.email };
}

interface SignUpInput {
  code: string;
  /** Must be the code's, if given. */
  email?: string;
  name: string;
  password: string;
  profile?: Partial<ProfileFields>;
  referer: string;
  userAgent: string;
  /** Token of the session that ends. */
  replaces?: string | null;
}

type RefusedByCode = Refused<"invalid-code" | "weak-password" | "busy">;

export async function signUp(
  deps: Deps,
  { code, email, name, password, profile, referer, userAgent, replaces = null }: SignUpInput,
): Promise<{ kind: "created"; userId: number; token: string } | RefusedByCode | Refused<"reserved-name">> {
  const codeHash = await sha256Hex(code);
  const found = await findSignUpCode(deps.db, { codeHash, now: deps.now() });
  if (found === null || (email !== undefined && normalizeEmail(email) !== found.email)) {
    return refused("invalid-code");
  }
  if (isReservedName(name)) return refused("reserved-name");
  if (isWeakPassword({ password, email: found.email })) return refused("weak-password");
  const passwordHash = await deps.passwords.hash(password, { visitor: codeHash });
  if (passwordHash === BUSY) return refused("busy");
  const session = await planSession(deps, { userAgent });
  const notice = planSignUpNotice(deps, { referer, userAgent });
  const userId = await createUserByCode(deps.db, {
    codeHash,
    name,
    passwordHash,
    profile: { ...EMPTY_PROFILE, ...profile },
    session,
    replaces: await sessionOf(deps, replaces),
    notice,
    now: deps.now(),
  });
  if (userId === null) return refused("invalid-code");
  if (notice !== null) await wakeJob(deps, { id: notice.jobId, kind: "send-sign-up-notice" });
  return { kind: "created", userId, token: await session.issueToken(userId) };
}

/** Ends every session. */
export async function resetPassword(
  deps: Deps,
  { code, password }: { code: string; password: string },
): Promise<{ kind: "changed" } | RefusedByCode> {
  const codeHash = await sha256Hex(code);
  const event = { act: "reset", factor: "mailed-link" } as const;
  const found = await findResetCode(deps.db, { codeHash, now: deps.now() });
  if (found === null) {
    await logAuth(deps, { ...event, outcome: "failure", account: null });
    return refused("invalid-code");
  }
  if (isWeakPassword({ password, email: found.email })) return refused("weak-password");
  const passwordHash = await deps.passwords.hash(password, { visitor: codeHash });
  if (passwordHash === BUSY) return refused("busy");
  const userId = await setPasswordByCode(deps.db, { codeHash, passwordHash, now: deps.now() });
  await logAuth(deps, { ...event, outcome: userId === null ? "failure" : "success", account: found });
  if (userId === null) return refused("invalid-code");
  // The mailbox's owner can log in at once.
  await deleteLimits(deps.db, [await accountFailuresKey(found.email)]);
  const payload: MailJobPayload = { about: "password-changed", userId };
  await enqueueJob(deps, { kind: "send-mail", subject: `password-changed:${userId}:${deps.now()}`, payload });
  return { kind: "changed" };
}

/** Ends other sessions and mails the owner. Idempotent. */
export async function changePassword(
  deps: Deps,
  {
    user,
    token,
    currentPassword,
    password,
  }: { user: { id: number }; token: string; currentPassword: string; password: string },
): Promise<{ kind: "changed" } | Refused<"wrong-password" | "weak-password" | "busy"> | TooMany> {
  const [own, session] = [await findLivingUser(deps.db, user.id), await readSession(deps, { token })];
  if (own === null || session === null) return refused("wrong-password");
  if (isWeakPassword({ password, email: own.email })) return refused("weak-password");
  const checked = await checkCurrentPassword(deps, { userId: user.id, password: currentPassword });
  if (checked.kind !== "right") {
    return checked.reason === "wrong-password" ? wasChanged(deps, { userId: user.id, password }) : checked;
  }
  const passwordHash = await deps.passwords.hash(password, { visitor: `user:${user.id}` });
  if (passwordHash === BUSY) return refused("busy");
  const now = deps.now();
  const jobId = deps.newId();
  const payload: MailJobPayload = { about: "password-changed", userId: user.id, others: true };
  const job = { id: jobId, kind: "send-mail" as const, subject: `password-changed:${user.id}:${jobId}`, payload, now };
  const { sessionId } = session;
  const change = { userId: user.id, checkedHash: checked.passwordHash, passwordHash, sessionId, job, now };
  if (!(await setPasswordInSession(deps.db, change))) return wasChanged(deps, { userId: user.id, password });
  await wakeJob(deps, job);
  return { kind: "changed" };
}

/** Costs a wrong password two tries. */
async function wasChanged(
  deps: Deps,
  input: { userId: number; password: string },
): Promise<{ kind: "changed" } | Refused<"wrong-password" | "busy"> | TooMany> {
  const checked = await checkCurrentPassword(deps, input);
  return checked.kind === "right" ? { kind: "changed" } : checked;
}

/** Exports a user's data. Times are unix seconds, as in the API. */
export async function exportPersonalData(deps: Deps, { user }: { user: PlanHolder }): Promise<Record<string, unknown>> {
  return { version: 1, generated_at: deps.now(), ...(await readPersonalData(deps.db, user.id)) };
}
