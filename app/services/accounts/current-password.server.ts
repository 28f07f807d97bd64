import { BUSY } from "#app/adapters/password-hash.server.ts";
import { type Permit, returnPermits, takePermits } from "#app/db/accounts/rate-limits.server.ts";
import { findCredentialsById } from "#app/db/accounts/users.server.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";

const WRONG_ONES = { limit: 10, windowSeconds: 15 * 60 };

/**
 * Whether the password is the user's. Wrong ones count by user and apart from failed log-ins: whoever guesses with a
 * session in hand is stopped, and no stranger at the log-in page stops the user. As there, the try is counted first and
 * taken back when it was none. What is then done holds to the hash that was checked, since a new password may be set meanwhile.
 */
export async function checkCurrentPassword(
  deps: Deps,
  { userId, password }: { userId: number; password: string },
): Promise<{ kind: "right"; passwordHash: string } | { kind: "refused"; reason: "wrong-password" | "busy" } | TooMany> {
  const credentials = await findCredentialsById(deps.d1, userId);
  if (credentials === null) return { kind: "refused", reason: "wrong-password" };
  const permits: Permit[] = [{ key: `password:user:${userId}`, ...WRONG_ONES }];
  const now = deps.now();
  const refused = await takePermits(deps.d1, { permits, now });
  if (refused !== null) return { kind: "refused", reason: "too-many", retryAfterSeconds: refused.retryAfterSeconds };
  const isRight = await deps.passwords.verify(password, credentials.passwordHash);
  if (isRight === false) return { kind: "refused", reason: "wrong-password" };
  await returnPermits(deps.d1, { permits, now });
  return isRight === BUSY
    ? { kind: "refused", reason: "busy" }
    : { kind: "right", passwordHash: credentials.passwordHash };
}
