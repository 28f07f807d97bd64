import { base32, findTotpStep, totpAddress, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { consumePermits, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import {
  consumeTotpStep,
  deleteStaff,
  endStaffSession,
  findStaffSession,
  listStaff,
  openByPasskey,
  upsertStaff,
} from "#app/db/operations/staff.server.ts";
import { normalizeEmail } from "#app/domain/accounts/email-address.ts";
import type { PasskeyRequest } from "#app/domain/accounts/passkeys.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import { logAuth } from "#app/services/accounts/auth-log.server.ts";
import { requestPasskey, tryPasskey } from "#app/services/accounts/passkeys.server.ts";
import { readSession } from "#app/services/accounts/sessions.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { recordAction } from "./audit.server.ts";

export interface Staff {
  id: number;
  name: string;
  /** Less than 12 hours ago. */
  isConfirmed: boolean;
}

const STAFF_SECONDS = 12 * 3600;
/** One guess in 700 days would hit. */
const TRIES = { limit: 5, windowSeconds: 15 * 60 };

/** Null for everybody else, whatever the plan. */
export async function findStaff(deps: Deps, { token }: { token: string }): Promise<Staff | null> {
  const found = await findSession(deps, token);
  return found && { id: found.id, name: found.name, isConfirmed: (found.staffUntil ?? 0) > deps.now() };
}

async function findSession(deps: Deps, token: string) {
  const session = await readSession(deps, { token });
  const found = session && (await findStaffSession(deps.db, { ...session, now: deps.now() }));
  return found && { ...found, sessionId: session.sessionId };
}

/** For 12 hours. Tries are counted before they are checked. */
export async function confirmStaff(
  deps: Deps,
  { token, code }: { token: string; code: string },
): Promise<{ kind: "confirmed" } | Refused<"not-staff" | "wrong-code"> | TooMany> {
  const found = await findSession(deps, token);
  if (found === null) return refused("not-staff");
  const { sessionId } = found;
  const permit = { key: `staff-code:${found.id}`, ...TRIES };
  const exceeded = await consumePermits(deps.db, { permits: [permit], now: deps.machineNow() });
  const event = { act: "console", factor: "code", account: { userId: found.id } } as const;
  if (exceeded !== null) {
    await logAuth(deps, { ...event, outcome: "limited" });
    return tooMany(exceeded);
  }
  const secret = await totpSecret(deps.config.sessionSecret, found.totpSeed);
  // Real time, as on the phone.
  const step = await findTotpStep(secret, { code, now: Math.floor(Date.now() / 1000) });
  const until = deps.now() + STAFF_SECONDS;
  if (step === null || !(await consumeTotpStep(deps.db, { userId: found.id, step, sessionId, until }))) {
    await logAuth(deps, { ...event, outcome: "failure" });
    return refused("wrong-code");
  }
  await logAuth(deps, { ...event, outcome: "success" });
  await returnPermits(deps.db, { permits: [permit], now: deps.machineNow() });
  await recordAction(deps, { staff: found, action: "staff.entered", reason: "" });
  return { kind: "confirmed" };
}

/** Registered while the console was open; its user is verified by finger or PIN. */
export async function confirmStaffByPasskey(
  deps: Deps,
  { token, answer }: { token: string; answer: unknown },
): Promise<{ kind: "confirmed" } | Refused<"not-staff" | "wrong-passkey"> | TooMany> {
  const found = await findSession(deps, token);
  if (found === null) return refused("not-staff");
  const { sessionId } = found;
  const until = deps.now() + STAFF_SECONDS;
  const proven = await tryPasskey(deps, { userId: found.id, answer, act: "console" }, (proof) =>
    openByPasskey(deps.db, { userId: found.id, proof, sessionId, until }),
  );
  if (proven.kind !== "proven") return proven;
  await recordAction(deps, { staff: found, action: "staff.entered", reason: "パスキー" });
  return { kind: "confirmed" };
}

/** Null: none opens it. */
export async function beginStaffPasskey(
  deps: Deps,
  { staff }: { staff: { id: number } },
): Promise<PasskeyRequest | null> {
  return requestPasskey(deps, { userId: staff.id, purpose: "console" });
}

/** The account stays logged in. */
export async function leaveConsole(deps: Deps, { token }: { token: string }): Promise<void> {
  const session = await readSession(deps, { token });
  if (session !== null) await endStaffSession(deps.db, session);
}

export interface SecondFactor {
  /** Base32. */
  secret: string;
  /** otpauth: address. */
  address: string;
}

/** The old factor ends. */
export async function addStaff(
  deps: Deps,
  { email, reason }: { email: string; reason: string },
): Promise<({ kind: "added" } & SecondFactor) | Refused<"unknown-address">> {
  const account = normalizeEmail(email);
  const totpSeed = deps.newId();
  const userId = await upsertStaff(deps.db, { email: account, totpSeed, now: deps.now() });
  if (userId === null) return refused("unknown-address");
  await recordAction(deps, { staff: null, action: "staff.added", subject: `user:${userId}`, reason });
  return { kind: "added", ...(await secondFactorOf(deps, { totpSeed, email: account })) };
}

export async function removeStaff(
  deps: Deps,
  { email, reason }: { email: string; reason: string },
): Promise<{ kind: "removed" } | Refused<"unknown-address">> {
  const userId = await deleteStaff(deps.db, { email: normalizeEmail(email) });
  if (userId === null) return refused("unknown-address");
  await recordAction(deps, { staff: null, action: "staff.removed", subject: `user:${userId}`, reason });
  return { kind: "removed" };
}

export async function readStaff(deps: Deps): Promise<{ email: string; addedAt: number }[]> {
  return listStaff(deps.db);
}

export async function secondFactorOf(
  { config }: Pick<Deps, "config">,
  { totpSeed, email }: { totpSeed: string; email: string },
): Promise<SecondFactor> {
  const secret = await totpSecret(config.sessionSecret, totpSeed);
  return { secret: base32(secret), address: totpAddress(secret, { issuer: PRODUCT_NAME, account: email }) };
}
