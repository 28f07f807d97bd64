import {
  issueSessionToken,
  readSessionToken,
  SESSION_SECONDS,
  type SessionTokenSettings,
} from "#app/adapters/session-token.server.ts";
import { deviceName } from "#app/domain/accounts/device-name.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Claims of a valid token. The session must still be looked up. */
export async function readSession(
  deps: Deps,
  { token }: { token: string },
): Promise<{ sessionId: string; userId: number } | null> {
  const claims = await readSessionToken(tokenSettings(deps), { token, now: deps.now() });
  return claims === null ? null : { sessionId: await sha256Hex(claims.sid), userId: claims.userId };
}

function tokenSettings({ config }: Deps): SessionTokenSettings {
  return { secret: config.sessionSecret, origin: config.publicUrl };
}

export async function sessionOf(deps: Deps, token: string | null): Promise<string | null> {
  return token === null ? null : ((await readSession(deps, { token }))?.sessionId ?? null);
}

/** Values of the row, and a function that issues the token. */
export async function planSession(
  deps: Deps,
  { userAgent }: { userAgent: string },
): Promise<{ id: string; expiresAt: number; device: string; issueToken(userId: number): Promise<string> }> {
  const sid = deps.newId();
  const now = deps.now();
  return {
    id: await sha256Hex(sid),
    expiresAt: now + SESSION_SECONDS,
    device: deviceName(userAgent),
    issueToken: (userId) => issueSessionToken(tokenSettings(deps), { sid, userId, now }),
  };
}
