import { readFileSync } from "node:fs";
import path from "node:path";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import { issueSessionToken, SESSION_SECONDS } from "#app/adapters/session-token.server.ts";
import { insertMailCode } from "#app/db/accounts/mail-codes.server.ts";
import { insertSession } from "#app/db/accounts/sessions.server.ts";
import { createUserByCode } from "#app/db/accounts/users.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { EMPTY_PROFILE } from "#app/domain/accounts/profile.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { createTestHasher } from "#test/integration/support/test-hasher.ts";
import { openSiteBindings } from "./site-database.ts";
import { stateDirOf } from "./sites.ts";

/**
 * Accounts and sessions by the site's own queries, on its running database: by its pages and calls each would cost
 * a mail, a job and two password hashes, which the journeys of accounts test.
 */

/** Password of all test accounts. */
export const PASSWORD = "hanamichi-1126";

const CODE_SECONDS = 3600;

/** Ids by site and address, of accounts that this worker has made. */
const userIds = new Map<string, number>();
const keyOf = (url: string, email: string) => `${url} ${email}`;

let hashed: ReturnType<PasswordHasher["hash"]> | undefined;

/** One hash serves all accounts. */
function hashOfPassword(): ReturnType<PasswordHasher["hash"]> {
  hashed ??= createTestHasher().hash(PASSWORD);
  return hashed;
}

/** A site's database, the present of its clock, and what its session tokens are signed with. */
export function readSite(url: string) {
  const stateDir = stateDirOf(url);
  const { vars } = JSON.parse(readFileSync(path.join(stateDir, "wrangler", "web.json"), "utf8")) as {
    vars: { SESSION_SECRET: string; PUBLIC_URL: string; CLOCK_OFFSET_SECONDS?: string };
  };
  const { DB, STORE } = openSiteBindings(stateDir);
  return {
    db: openDatabase(DB),
    store: STORE,
    now: Math.floor(Date.now() / 1000) + Number(vars.CLOCK_OFFSET_SECONDS ?? 0),
    settings: { secret: vars.SESSION_SECRET, origin: vars.PUBLIC_URL },
  };
}

/** The same with a new session. */
async function openSite(url: string) {
  const { db, now, settings } = readSite(url);
  const sid = crypto.randomUUID();
  return {
    db,
    now,
    session: { id: await sha256Hex(sid), expiresAt: now + SESSION_SECONDS, device: "" },
    issueToken: (userId: number) => issueSessionToken(settings, { sid, userId, now }),
  };
}

/** Signs a user of the free plan up, as the second step of the sign-up does. @returns a session's token */
export async function makeAccount(url: string, { email, name }: { email: string; name: string }): Promise<string> {
  const { db, now, session, issueToken } = await openSite(url);
  const id = crypto.randomUUID();
  const codeHash = await sha256Hex(id);
  const expiresAt = now + CODE_SECONDS;
  await insertMailCode(db, { id, codeHash, kind: "sign-up", email, attribution: "", now, expiresAt });
  const [passwordHash, profile] = [await hashOfPassword(), EMPTY_PROFILE];
  const userId = await createUserByCode(db, {
    codeHash,
    name,
    passwordHash,
    profile,
    session,
    replaces: null,
    notice: null,
    now,
  });
  if (userId === null) throw new Error(`${email}: no account could be made`);
  userIds.set(keyOf(url, email), userId);
  return issueToken(userId);
}

/**
 * Opens a session of an account that this worker has made. @returns its token; null for other accounts, and where a
 * log-in says more than that it succeeded, as on a restricted plan
 */
export async function openSession(url: string, email: string): Promise<string | null> {
  const userId = userIds.get(keyOf(url, email));
  if (userId === undefined) return null;
  const { db, now, session, issueToken } = await openSite(url);
  const plan = await db.$client.prepare("select plan from users where id = ?").bind(userId).first<number>("plan");
  if (plan === null || isRestricted(plan)) return null;
  const { id: sessionId, expiresAt, device } = session;
  const passwordHash = await hashOfPassword();
  const isOpen = await insertSession(db, { sessionId, userId, passwordHash, device, now, expiresAt, replaces: null });
  return isOpen ? issueToken(userId) : null;
}
