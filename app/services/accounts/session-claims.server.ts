import { readSessionToken, type SessionTokenSettings } from "#app/adapters/session-token.server.ts";
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

export function tokenSettings({ config }: Deps): SessionTokenSettings {
  return { secret: config.sessionSecret, origin: config.publicUrl };
}
