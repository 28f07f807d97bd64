import { consumePermits, type Permit } from "#app/db/accounts/rate-limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** As in wrangler.toml. The platform does not say when one ends. */
const WINDOW_SECONDS = 60;

/**
 * The platform's limiter refuses a flood before it reaches the database; permits count exactly.
 * @param flood doors: log-ins, mails, codes; calls: the rest
 */
export async function consumePermitsAtDoor(
  deps: Deps,
  { flood, permits, now }: { flood: keyof Deps["floodLimits"]; permits: readonly Permit[]; now: number },
): Promise<{ key: string; retryAfterSeconds: number } | null> {
  const limiter = deps.floodLimits[flood];
  if (limiter !== null) {
    const outcomes = await Promise.all(permits.map(({ key }) => limiter.limit({ key })));
    const flooded = permits.find((_, position) => outcomes[position]?.success === false);
    if (flooded !== undefined) return { key: flooded.key, retryAfterSeconds: WINDOW_SECONDS };
  }
  return consumePermits(deps.db, { permits, now });
}
