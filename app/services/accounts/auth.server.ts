import { BUSY, NOBODYS_HASH } from "#app/adapters/password-hash.server.ts";
import {
  issueSessionToken,
  readSessionToken,
  SESSION_SECONDS,
  type SessionTokenSettings,
} from "#app/adapters/session-token.server.ts";
import { countUp, forgetLimits, type Permit, returnPermits, takeTurn } from "#app/db/accounts/rate-limits.server.ts";
import {
  deleteSession,
  deleteSessionsOfUser,
  findSessionUser as findUserOfSession,
  insertSession,
} from "#app/db/accounts/sessions.server.ts";
import { findCredentials, isDeletedUser } from "#app/db/accounts/users.server.ts";
import { isDemoAddress } from "#app/domain/demo-address.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { normalizeEmail } from "./email-address.server.ts";
import { takePermitsAtDoor } from "./flood-limits.server.ts";

const QUARTER_HOUR = 15 * 60;

/** Log-ins per account and address, successful ones included, as each costs a hash. */
const LOG_INS = { limit: 30, windowSeconds: 60 };
/** Failures per account and address; exceeding it blocks that address only, not the owner's. */
const FAILURES_FROM_ADDRESS = { limit: 10, windowSeconds: QUARTER_HOUR };
/** Failures per address, over all accounts. */
const ADDRESS_FAILURES = { limit: 50, windowSeconds: 3600 };

/**
 * Failures per account over all addresses slow each address down but block none. The first try of an address is always
 * checked, so the owner can log in whatever strangers do.
 */
const FREE_FAILURES = 10;
const SLOWEST_SECONDS = 60;

/** Retry-After while the hasher's queue is full. */
const BUSY_RETRY_SECONDS = 1;

/** One round trip: session, user, counters and notifications. Null: no such session (ended or expired). */
export async function findSessionUser(deps: Deps, { token }: { token: string }): Promise<SessionUser | null> {
  const now = deps.now();
  const session = await readSession(deps, { token });
  if (session === null) return null;
  return findUserOfSession(deps.db, { ...session, day: japanDay(now), month: japanMonth(now), now });
}

/** What a genuine token names; whether that session still exists, its row tells. */
export async function readSession(
  deps: Deps,
  { token }: { token: string },
): Promise<{ sessionId: string; userId: number } | null> {
  const claims = await readSessionToken(tokenSettings(deps), { token, now: deps.now() });
  return claims === null ? null : { sessionId: await sha256Hex(claims.sid), userId: claims.userId };
}

type SignInResult = { kind: "signed-in"; token: string } | Refused<"wrong-credentials"> | TooMany;

/**
 * Counts the try as a failure before checking the password, and undoes it if it was none, so that concurrent tries
 * cannot bypass the limit. An unknown address takes as long as a wrong password.
 */
export async function signIn(
  deps: Deps,
  { email, password, clientAddress }: { email: string; password: string; clientAddress: string },
): Promise<SignInResult> {
  const account = normalizeEmail(email);
  const now = deps.machineNow();
  const counted = await countTry(deps, { account, clientAddress, now });
  if (counted.kind === "refused") return counted;
  const found = await findCredentials(deps.db, account);
  // By the account too: a demo account may have been given another address, and another account a demo's.
  const isDemo = isDemoAddress(account) || found?.isDemo === true;
  const credentials = isDemo && deps.config.environment !== "development" ? null : found;
  const phc = credentials?.passwordHash ?? NOBODYS_HASH;
  const isRight = await deps.passwords.verify(password, phc, { visitor: counted.visitor });
  if (isRight === BUSY) {
    await takeBack(deps, { ...counted, permits: [...counted.failures, counted.logIn], now });
    return tooMany({ retryAfterSeconds: BUSY_RETRY_SECONDS });
  }
  if (!isRight || credentials === null) return refused("wrong-credentials");
  const token = await openSession(deps, credentials);
  if (token === null) return refused("wrong-credentials");
  await takeBack(deps, { ...counted, permits: counted.failures, now });
  return { kind: "signed-in", token };
}

interface CountedTry {
  kind: "counted";
  /** Identifies the combination of client and account. */
  visitor: string;
  /** Undone if the password was not checked. */
  logIn: Permit;
  /** Undone if the try was not a failure. */
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
  const exceeded = await takePermitsAtDoor(deps, { flood: "doors", permits: [logIn, ...limited], now });
  if (exceeded !== null) return tooMany(exceeded);
  const everywhere = { key: accountKey, windowSeconds: QUARTER_HOUR };
  const seconds = secondsBetweenTries((await countUp(deps.db, { counter: everywhere, now })) - 1);
  const failures = [...limited, everywhere];
  const counted: CountedTry = { kind: "counted", visitor, logIn, failures, isSlowed: seconds > 0 };
  if (!counted.isSlowed) return counted;
  const slowed = await takeTurn(deps.db, { key: turnKey(counted), seconds, now });
  if (slowed === null) return counted;
  await returnPermits(deps.db, { permits: failures, now });
  return tooMany(slowed);
}

function turnKey({ visitor }: Pick<CountedTry, "visitor">): string {
  return `${visitor}:turn`;
}

/** Undoes {@link countTry} for the given permits and allows the visitor to retry at once. */
async function takeBack(
  deps: Deps,
  { permits, now, ...counted }: CountedTry & { permits: readonly Omit<Permit, "limit">[]; now: number },
): Promise<void> {
  await returnPermits(deps.db, { permits, now });
  if (counted.isSlowed) await forgetLimits(deps.db, [turnKey(counted)]);
}

/** Pause between two tries of an address at an account with this many failures: 2, 4, 8 … seconds. */
export function secondsBetweenTries(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(SLOWEST_SECONDS, 2 ** Math.floor(failures / FREE_FAILURES));
}

/**
 * Ends the token's session; invalid or ended ones are ignored.
 *
 * @param input deviceId: of the device that logs out, which gets no notices from then on; null: it gets none
 */
export async function signOut(
  deps: Deps,
  { token, deviceId = null }: { token: string; deviceId?: number | null },
): Promise<void> {
  const session = await readSession(deps, { token });
  if (session !== null) await deleteSession(deps.db, { sessionId: session.sessionId, deviceId });
}

/** Ends all sessions of the user, including API clients and the current one, and notices on all devices. */
export async function signOutEverywhere(deps: Deps, { user }: { user: { id: number } }): Promise<void> {
  await deleteSessionsOfUser(deps.db, user.id);
}

/** Whether the token was a session of an account that is deleted now. */
export async function isOfDeletedUser(deps: Deps, { token }: { token: string }): Promise<boolean> {
  const claims = await readSessionToken(tokenSettings(deps), { token, now: deps.now() });
  return claims !== null && (await isDeletedUser(deps.db, claims.userId));
}

/** Null if the checked password is no longer the account's. */
async function openSession(
  deps: Deps,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<string | null> {
  const { id: sessionId, expiresAt, issueToken } = await planSession(deps);
  const isOpen = await insertSession(deps.db, { sessionId, userId, passwordHash, now: deps.now(), expiresAt });
  return isOpen ? issueToken(userId) : null;
}

/** Prepares a session: id and end of its row, and a function that issues the token for a user. */
export async function planSession(
  deps: Deps,
): Promise<{ id: string; expiresAt: number; issueToken(userId: number): Promise<string> }> {
  const sid = deps.newId();
  const now = deps.now();
  return {
    id: await sha256Hex(sid),
    expiresAt: now + SESSION_SECONDS,
    issueToken: (userId) => issueSessionToken(tokenSettings(deps), { sid, userId, now }),
  };
}

/** Key prefix of the log-in counters of an account. Addresses are personal data, so only their hash is stored. */
export async function accountFailuresKey(normalizedEmail: string): Promise<string> {
  return `log-in:account:${await sha256Hex(normalizedEmail)}`;
}

function tokenSettings({ config }: Deps): SessionTokenSettings {
  return { secret: config.sessionSecret, origin: config.publicUrl };
}
