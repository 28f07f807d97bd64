import { BUSY } from "#app/adapters/password-hash.server.ts";
import { consumePermits, type Permit, returnPermits } from "#app/db/accounts/rate-limits.server.ts";
import { findLivingUser } from "#app/db/accounts/users.server.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { logAuth } from "./auth-log.server.ts";

const WRONG_ONES = { limit: 10, windowSeconds: 15 * 60 };

export function currentPasswordKey(userId: number): string {
  return `password:user:${userId}`;
}

export type CheckedPassword = Exclude<Awaited<ReturnType<typeof checkCurrentPassword>>, { kind: "right" }>;

/** Wrong ones count per user, apart from log-ins. Later steps must use the returned hash: passwords change. */
export async function checkCurrentPassword(
  deps: Deps,
  { userId, password }: { userId: number; password: string },
): Promise<{ kind: "right"; passwordHash: string } | Refused<"wrong-password" | "busy"> | TooMany> {
  const credentials = await findLivingUser(deps.db, userId);
  if (credentials === null) return refused("wrong-password");
  const key = currentPasswordKey(userId);
  const permits: Permit[] = [{ key, ...WRONG_ONES }];
  const now = deps.machineNow();
  const event = { act: "confirm", factor: "password", account: { userId } } as const;
  const exceeded = await consumePermits(deps.db, { permits, now });
  if (exceeded !== null) {
    await logAuth(deps, { ...event, outcome: "limited" });
    return tooMany(exceeded);
  }
  const isRight = await deps.passwords.verify(password, credentials.passwordHash, { visitor: key });
  if (isRight === false) {
    await logAuth(deps, { ...event, outcome: "failure" });
    return refused("wrong-password");
  }
  await returnPermits(deps.db, { permits, now });
  if (isRight === BUSY) return refused("busy");
  await logAuth(deps, { ...event, outcome: "success" });
  return { kind: "right", passwordHash: credentials.passwordHash };
}
