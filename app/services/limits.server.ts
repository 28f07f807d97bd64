import { takePermits } from "#app/db/rate-limits.server.ts";
import type { Deps } from "./deps.server.ts";
import type { PlanHolder } from "./services.ts";

/** Calls that change models or ask for analyses, per user (design.md §3). */
const CALLS = { limit: 300, windowSeconds: 60 };

/** Counts a call at one of the API's costly doors; refused ones are not counted. One round trip. */
export async function takeCall(
  deps: Deps,
  { user, door }: { user: PlanHolder; door: "models" | "analyze" },
): Promise<{ kind: "allowed" } | { kind: "refused"; reason: "too-many"; retryAfterSeconds: number }> {
  const permit = { key: `api:${door}:user:${user.id}`, ...CALLS };
  const refused = await takePermits(deps.d1, { permits: [permit], now: deps.now() });
  if (refused === null) return { kind: "allowed" };
  return { kind: "refused", reason: "too-many", retryAfterSeconds: refused.retryAfterSeconds };
}
