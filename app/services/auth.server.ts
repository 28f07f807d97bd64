import { BUSY, NOBODYS_HASH } from "#app/adapters/password-hash.server.ts";
import {
  issueSessionToken,
  readSessionToken,
  SESSION_SECONDS,
  type SessionTokenSettings,
  sha256Hex,
} from "#app/adapters/session-token.server.ts";
import { type Permit, returnPermits, takePermits } from "#app/db/rate-limits.server.ts";
import { deleteSession, findSessionUser as findUserOfSession, insertSession } from "#app/db/sessions.server.ts";
import { findCredentials, isDeletedUser } from "#app/db/users.server.ts";
import { japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "./deps.server.ts";
import { normalizeEmail } from "./email-address.server.ts";
import type { Services, SessionUser } from "./services.ts";

type Auth = Services["auth"];

/** Failed log-ins (design.md §3). */
export const ACCOUNT_FAILURES = { limit: 10, windowSeconds: 15 * 60 };
const ADDRESS_FAILURES = { limit: 50, windowSeconds: 3600 };

/** When all places of the hasher's short queue are taken. */
export const BUSY_RETRY_SECONDS = 3;

export async function findSessionUser(deps: Deps, { token }: { token: string }): Promise<SessionUser | null> {
  const now = deps.now();
  const claims = await readSessionToken(tokenSettings(deps), { token, now });
  if (claims === null) return null;
  return findUserOfSession(deps.d1, {
    sessionId: await sha256Hex(claims.sid),
    userId: claims.userId,
    day: japanDay(now),
    month: japanMonth(now),
    now,
  });
}

/**
 * Counts the try as a failure before the password is looked at, and takes that back when it was none: so ten tries at
 * once are ten, not one. An unknown address takes as long as a wrong password.
 */
export async function signIn(
  deps: Deps,
  { email, password, clientAddress }: Parameters<Auth["signIn"]>[0],
): ReturnType<Auth["signIn"]> {
  const account = normalizeEmail(email);
  const permits: Permit[] = [
    { key: await accountFailuresKey(account), ...ACCOUNT_FAILURES },
    { key: `log-in:address:${await sha256Hex(clientAddress)}`, ...ADDRESS_FAILURES },
  ];
  const now = deps.now();
  const refused = await takePermits(deps.d1, { permits, now });
  if (refused !== null) {
    return { kind: "refused", reason: "too-many", retryAfterSeconds: refused.retryAfterSeconds };
  }
  const credentials = await findCredentials(deps.d1, account);
  const isRight = await deps.passwords.verify(password, credentials?.passwordHash ?? NOBODYS_HASH);
  if (isRight === BUSY) {
    await returnPermits(deps.d1, { permits, now });
    return { kind: "refused", reason: "too-many", retryAfterSeconds: BUSY_RETRY_SECONDS };
  }
  if (!isRight || credentials === null) return { kind: "refused", reason: "wrong-credentials" };
  const token = await openSession(deps, credentials);
  if (token === null) return { kind: "refused", reason: "wrong-credentials" };
  await returnPermits(deps.d1, { permits, now });
  return { kind: "signed-in", token };
}

/** Ends the session of the token; a token that is none, or over, is no error. */
export async function signOut(deps: Deps, { token }: { token: string }): Promise<void> {
  const claims = await readSessionToken(tokenSettings(deps), { token, now: deps.now() });
  if (claims !== null) await deleteSession(deps.d1, await sha256Hex(claims.sid));
}

export async function isOfDeletedUser(deps: Deps, { token }: { token: string }): Promise<boolean> {
  const claims = await readSessionToken(tokenSettings(deps), { token, now: deps.now() });
  return claims !== null && (await isDeletedUser(deps.d1, claims.userId));
}

/** Null when the password that was checked is no longer the account's. */
async function openSession(
  deps: Deps,
  { userId, passwordHash }: { userId: number; passwordHash: string },
): Promise<string | null> {
  const { id: sessionId, expiresAt, issueToken } = await planSession(deps);
  const isOpen = await insertSession(deps.d1, { sessionId, userId, passwordHash, now: deps.now(), expiresAt });
  return isOpen ? issueToken(userId) : null;
}

/** A session that is still to be written: its row's id and end, and the token for whoever it will belong to. */
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

/** Counter of an account's failed log-ins; the address is personal data and appears as a hash only. */
export async function accountFailuresKey(normalizedEmail: string): Promise<string> {
  return `log-in:account:${await sha256Hex(normalizedEmail)}`;
}

function tokenSettings({ config }: Deps): SessionTokenSettings {
  return { secret: config.sessionSecret, origin: config.publicUrl };
}
