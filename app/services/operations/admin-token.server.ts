import { isExhausted } from "#app/db/accounts/rate-limits.server.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { type TooMany, tooMany } from "#app/domain/too-many.ts";
import { logAuth } from "#app/services/accounts/auth-log.server.ts";
import { consumePermitsAtDoor } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Per address. */
const WRONG_TOKENS = { limit: 20, windowSeconds: 15 * 60 };

/** Compares hashes, in constant time. Beyond the limit the right token is refused too. Right ones are not counted. */
export async function checkAdminToken(
  deps: Deps,
  { token }: { token: string },
): Promise<{ kind: "right" } | Refused<"wrong"> | TooMany> {
  const event = { act: "operator-call", factor: "admin-token", account: null } as const;
  const isRight = (await sha256Hex(token)) === (await sha256Hex(deps.config.adminToken));
  const permit = { key: `admin-token:address:${await sha256Hex(deps.client?.address ?? "")}`, ...WRONG_TOKENS };
  const now = deps.machineNow();
  const exceeded = isRight
    ? await isExhausted(deps.db, { permit, now })
    : await consumePermitsAtDoor(deps, { flood: "doors", permits: [permit], now });
  if (exceeded !== null) {
    await logAuth(deps, { ...event, outcome: "limited" });
    return tooMany(exceeded);
  }
  // The request log has an import's calls.
  if (isRight) return { kind: "right" };
  await logAuth(deps, { ...event, outcome: "failure" });
  return refused("wrong");
}
