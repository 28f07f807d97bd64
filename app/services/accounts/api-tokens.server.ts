import { Buffer } from "node:buffer";
import { deleteToken, insertToken, listTokens } from "#app/db/accounts/api-tokens.server.ts";
import { findTokenUser as findUserOfToken } from "#app/db/accounts/sessions.server.ts";
import { API_TOKENS_MAX } from "#app/domain/accounts/api-token.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { DAY_SECONDS, japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { consumeCall } from "./limits.server.ts";

const LIFE_SECONDS = 365 * DAY_SECONDS;
const SECRET_BYTES = 32;

/** No session token begins like this. It names its user, whose row the look-up needs. */
const TOKEN = /^hw_([1-9]\d{0,14})_[\w-]{43}$/;

/** The result is the only place that has the token. */
export async function createToken(
  deps: Deps,
  { user, name }: { user: PlanHolder; name: string },
): Promise<{ kind: "created"; token: string } | Refused<"not-created"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "profile" });
  if (taken.kind === "refused") return taken;
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString("base64url");
  const token = `hw_${user.id}_${secret}`;
  const now = deps.now();
  const isCreated = await insertToken(deps.db, {
    ...{ tokenHash: await sha256Hex(token), userId: user.id, name, now },
    ...{ expiresAt: now + LIFE_SECONDS, limit: API_TOKENS_MAX },
  });
  return isCreated ? { kind: "created", token } : refused("not-created");
}

export async function listOwnTokens(deps: Deps, { user }: { user: PlanHolder }) {
  return await listTokens(deps.db, { userId: user.id, now: deps.now() });
}

/** Idempotent. */
export async function revokeToken(deps: Deps, { user, name }: { user: PlanHolder; name: string }): Promise<void> {
  await deleteToken(deps.primary ?? deps.db, { userId: user.id, name });
}

/** Null: no such token. Its holder may only read. */
export async function findTokenUser(deps: Deps, { token }: { token: string }): Promise<SessionUser | null> {
  const userId = Number(TOKEN.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(userId)) return null;
  const now = deps.now();
  const tokenHash = await sha256Hex(token);
  const period = { day: japanDay(now), month: japanMonth(now), now };
  return await findUserOfToken(deps.primary ?? deps.db, { tokenHash, userId, ...period });
}
