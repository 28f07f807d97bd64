import { consumePermits, type Permit } from "#app/db/accounts/rate-limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** The platform's windows last as long (wrangler.toml), and it does not tell when one ends. */
const WINDOW_SECONDS = 60;

/**
 * {@link consumePermits} where anybody may ask: a flood is refused by the platform's own limiter before it reaches the database,
 * whose one writer all users share. That limiter counts roughly and by place; the permits count exactly.
 *
 * @param flood doors: log-ins, mails, codes; calls: of the API and of shared pages
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
