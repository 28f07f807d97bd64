import { BUSY, NOBODYS_HASH } from "#app/adapters/password-hash.server.ts";
import type { PasskeyProof } from "#app/db/accounts/passkeys.server.ts";
import { consumeTurn, countUp, deleteLimits, type Permit, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import type { SecondFactorProof } from "#app/db/accounts/second-factors.server.ts";
import {
  deleteSession,
  deleteSessionsOfUser,
  endOtherSessions,
  endSession,
  findSessionUser as findUserOfSession,
  insertSession,
  readSecurity,
} from "#app/db/accounts/sessions.server.ts";
import { findCredentials, findLivingUser, isDeletedUser } from "#app/db/accounts/users.server.ts";
import { normalizeEmail } from "#app/domain/accounts/email-address.ts";
import { type ListedPasskey, type PasskeyRequest, relyingParty } from "#app/domain/accounts/passkeys.ts";
import { isDemoAddress } from "#app/domain/demo-address.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { logAuth } from "./auth-log.server.ts";
import { type CheckedPassword, checkCurrentPassword } from "./current-password.server.ts";
import { accountFailuresKey, consumePermitsAtDoor, secondsBetweenTries } from "./limits.server.ts";
import { requestPasskey, tryPasskey } from "./passkeys.server.ts";
import { issueTicket, readTicket, type SecondFactorState, secondFactorState, tryCode } from "./second-factor.server.ts";
import { planSession, readSession, sessionOf } from "./sessions.server.ts";

const QUARTER_HOUR = 15 * 60;

/** Successes included, as each costs a hash. */
const LOG_INS = { limit: 30, windowSeconds: 60 };
/** Blocks that address only. */
const FAILURES_FROM_ADDRESS = { limit: 10, windowSeconds: QUARTER_HOUR };
/** Over all accounts. */
const ADDRESS_FAILURES = { limit: 50, windowSeconds: 3600 };

const BUSY_RETRY_SECONDS = 1;

/** Reads the primary, as a replica may lag. Null: ended or expired. */
export async function findSessionUser(deps: Deps, { token }: { token: string }): Promise<SessionUser | null> {
  const now = deps.now();
  const session = await readSession(deps, { token });
  if (session === null) return null;
  return findUserOfSession(deps.primary ?? deps.db, { ...session, day: japanDay(now), month: japanMonth(now), now });
}

type SignedIn = { kind: "signed-in"; token: string };
type SignInResult =
  | SignedIn
  | { kind: "second-factor"; ticket: string }
  | Refused<"wrong-credentials" | "wrong-code">
  | TooMany;

interface Visitor {
  userAgent?: string;
  /** The browser's former session ends. */
  replaces?: string | null | undefined;
}

/** Counts a failure, checks, undoes: concurrent tries cannot bypass the limit. Unknown addresses take as long. */
export async function signIn(
  deps: Deps,
  {
    email,
    password,
    code,
    clientAddress,
    ...visitor
  }: { email: string; password: string; code?: string | undefined; clientAddress: string } & Visitor,
): Promise<SignInResult> {
  const account = normalizeEmail(email);
  const now = deps.machineNow();
  const event = { act: "log-in", factor: "password" } as const;
  const counted = await countTry(deps, { account, clientAddress, now });
  if (counted.kind === "refused") {
    await logAuth(deps, { ...event, outcome: "limited", account: { email: account } });
    return counted;
  }
  const found = await findCredentials(deps.db, account);
  // By the account too: addresses can change.
  const isDemo = isDemoAddress(account) || found?.isDemo === true;
  const credentials = isDemo && deps.config.environment !== "development" ? null : found;
  const phc = credentials?.passwordHash ?? NOBODYS_HASH;
  const isRight = await deps.passwords.verify(password, phc, { visitor: counted.visitor });
  if (isRight === BUSY) {
    await returnPermitsOf(deps, { ...counted, permits: [...counted.failures, counted.logIn], now });
    return tooMany({ retryAfterSeconds: BUSY_RETRY_SECONDS });
  }
  const owner = credentials === null ? { email: account } : { userId: credentials.userId };
  if (!isRight || credentials === null) {
    await logAuth(deps, { ...event, outcome: "failure", account: owner });
    return refused("wrong-credentials");
  }
  if (credentials.hasSecondFactor) {
    await returnPermitsOf(deps, { ...counted, permits: counted.failures, now });
    await logAuth(deps, { ...event, outcome: "success", account: owner });
    if (code !== undefined) return proveSecondFactor(deps, { ...credentials, code, ...visitor });
    return { kind: "second-factor", ticket: await issueTicket(deps, credentials) };
  }
  const token = await openSession(deps, { ...credentials, ...visitor });
  await logAuth(deps, { ...event, outcome: token === null ? "failure" : "success", account: owner });
  if (token === null) return refused("wrong-credentials");
  await returnPermitsOf(deps, { ...counted, permits: counted.failures, now });
  return { kind: "signed-in", token };
}

/** late: the ticket expired. */
export async function confirmSignIn(
  deps: Deps,
  { ticket, code, ...visitor }: { ticket: string; code: string } & Visitor,
): Promise<SignedIn | Refused<"late" | "wrong-code"> | TooMany> {
  const holder = await holderOf(deps, ticket);
  return holder === null ? refused("late") : proveSecondFactor(deps, { ...holder, code, ...visitor });
}

/** @param input answer: the browser's JSON */
export async function confirmSignInByPasskey(
  deps: Deps,
  { ticket, answer, ...visitor }: { ticket: string; answer: unknown } & Visitor,
): Promise<SignedIn | Refused<"late" | "wrong-passkey"> | TooMany> {
  const holder = await holderOf(deps, ticket);
  if (holder === null) return refused("late");
  const { userId } = holder;
  const proven = await tryPasskey(deps, { userId, answer, act: "second-step" }, (proof) =>
    openSession(deps, { ...holder, ...visitor, proof }),
  );
  return proven.kind === "proven" ? { kind: "signed-in", token: proven.taken } : proven;
}

/** Null: no passkey, or the ticket expired. */
export async function beginPasskeySignIn(deps: Deps, { ticket }: { ticket: string }): Promise<PasskeyRequest | null> {
  const holder = await holderOf(deps, ticket);
  return holder === null ? null : requestPasskey(deps, { userId: holder.userId, purpose: "log-in" });
}

function holderOf(deps: Deps, ticket: string) {
  const findHash = async (userId: number) => (await findLivingUser(deps.db, userId))?.passwordHash ?? null;
  return readTicket(deps, { ticket, findHash });
}

async function proveSecondFactor(
  deps: Deps,
  { userId, passwordHash, code, ...visitor }: { userId: number; passwordHash: string; code: string } & Visitor,
): Promise<SignedIn | Refused<"wrong-code"> | TooMany> {
  const proven = await tryCode(deps, { userId, code, act: "second-step" }, (proof) =>
    openSession(deps, { userId, passwordHash, ...visitor, proof }),
  );
  return proven.kind === "proven" ? { kind: "signed-in", token: proven.taken } : proven;
}

/** isThis: the token's. */
export async function readOwnSecurity(
  deps: Deps,
  { user, token }: { user: { id: number; email: string }; token: string },
): Promise<{
  factor: SecondFactorState;
  /** Null: not offered. */
  passkeys: ListedPasskey[] | null;
  sessions: { id: string; device: string; createdAt: number; isThis: boolean }[];
}> {
  const own = await readSession(deps, { token });
  const { factor: found, sessions, passkeys } = await readSecurity(deps.db, { userId: user.id, now: deps.now() });
  const keys = passkeys.map(({ credentialId, name, createdAt, usedAt }) => ({ credentialId, name, createdAt, usedAt }));
  return {
    factor: await secondFactorState(deps, { user, found, sessionId: own?.sessionId ?? null }),
    // Those of a former host name can still be removed.
    passkeys: relyingParty(deps.config.publicUrl) === null && keys.length === 0 ? null : keys,
    sessions: sessions.map((session) => ({ ...session, isThis: session.id === own?.sessionId })),
  };
}

/** Requires the password. */
export async function endOwnSessions(
  deps: Deps,
  { user, token, password, which }: { user: { id: number }; token: string; password: string; which: "others" | string },
): Promise<{ kind: "ended" } | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  const own = which === "others" ? await readSession(deps, { token }) : null;
  if (which !== "others") await endSession(deps.db, { userId: user.id, sessionId: which });
  else if (own !== null) await endOtherSessions(deps.db, { userId: user.id, sessionId: own.sessionId });
  return { kind: "ended" };
}

interface CountedTry {
  kind: "counted";
  /** Client and account. */
  visitor: string;
  /** Undone if unchecked. */
  logIn: Permit;
  /** Undone if it was no failure. */
  failures: Omit<Permit, "limit">[];
  isSlowed: boolean;
}

async function countTry(
  deps: Deps,
  { account, clientAddress, now }: { account: string; clientAddress: string; now: number },
): Promise<CountedTry | TooMany> {
  const accountKey = await accountFailuresKey(account);
  const address = await sha256Hex(clientAddress);
  const visitor = `${accountKey}:from:${address}`;
  const logIn = { key: `${visitor}:all`, ...LOG_INS };
  const limited = [
    { key: visitor, ...FAILURES_FROM_ADDRESS },
    { key: `log-in:address:${address}`, ...ADDRESS_FAILURES },
  ];
  const exceeded = await consumePermitsAtDoor(deps, { flood: "doors", permits: [logIn, ...limited], now });
  if (exceeded !== null) return tooMany(exceeded);
  const everywhere = { key: accountKey, windowSeconds: QUARTER_HOUR };
  const seconds = secondsBetweenTries((await countUp(deps.db, { counter: everywhere, now })) - 1);
  const failures = [...limited, everywhere];
  const counted: CountedTry = { kind: "counted", visitor, logIn, failures, isSlowed: seconds > 0 };
  if (!counted.isSlowed) return counted;
  const slowed = await consumeTurn(deps.db, { key: turnKey(counted), seconds, now });
  if (slowed === null) return counted;
  await returnPermits(deps.db, { permits: failures, now });
  return tooMany(slowed);
}

function turnKey({ visitor }: Pick<CountedTry, "visitor">): string {
  return `${visitor}:turn`;
}

/** Undoes {@link countTry} and allows a retry at once. */
async function returnPermitsOf(
  deps: Deps,
  { permits, now, ...counted }: CountedTry & { permits: readonly Omit<Permit, "limit">[]; now: number },
): Promise<void> {
  await returnPermits(deps.db, { permits, now });
  if (counted.isSlowed) await deleteLimits(deps.db, [turnKey(counted)]);
}

/** Ignores invalid tokens. @param input deviceId: its push ends too */
export async function signOut(
  deps: Deps,
  { token, deviceId = null }: { token: string; deviceId?: number | null },
): Promise<void> {
  const session = await readSession(deps, { token });
  if (session !== null) await deleteSession(deps.db, { sessionId: session.sessionId, deviceId });
}

/** Requires the password. Includes API clients, and push on all devices. */
export async function signOutEverywhere(
  deps: Deps,
  { user, password }: { user: { id: number }; password: string },
): Promise<{ kind: "ended" } | CheckedPassword> {
  const checked = await checkCurrentPassword(deps, { userId: user.id, password });
  if (checked.kind !== "right") return checked;
  await deleteSessionsOfUser(deps.db, user.id);
  return { kind: "ended" };
}

export async function isOfDeletedUser(deps: Deps, { token }: { token: string }): Promise<boolean> {
  const session = await readSession(deps, { token });
  return session !== null && (await isDeletedUser(deps.db, session.userId));
}

/** Null: the password changed, or the proof was used. */
async function openSession(
  deps: Deps,
  {
    userId,
    passwordHash,
    userAgent = "",
    replaces = null,
    proof = null,
  }: { userId: number; passwordHash: string; proof?: SecondFactorProof | PasskeyProof | null } & Visitor,
): Promise<string | null> {
  const { id: sessionId, expiresAt, device, issueToken } = await planSession(deps, { userAgent });
  const replaced = await sessionOf(deps, replaces);
  const session = { sessionId, userId, passwordHash, device, now: deps.now(), expiresAt, replaces: replaced };
  const isOpen = await insertSession(deps.db, session, proof);
  return isOpen ? issueToken(userId) : null;
}
