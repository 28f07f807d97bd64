/** A fixed-window limit of one of the public doors. */
export interface Permit {
  /** Names what is limited and for whom; personal data only as a hash. */
  key: string;
  limit: number;
  windowSeconds: number;
}

/**
 * Takes one of each permit, or none: exact however many ask at once, because each count is one guarded upsert that
 * never passes its limit.
 *
 * @returns null when all were given, else the key that had none left and the seconds until its window ends
 */
export async function takePermits(
  d1: D1Database,
  { permits, now }: { permits: readonly Permit[]; now: number },
): Promise<{ key: string; retryAfterSeconds: number } | null> {
  const taken = await d1.batch<{ count: number }>(
    permits.map((permit) =>
      d1
        .prepare(
          `insert into rate_limits (key, window_start, count) values (?1, ?2, 1)
           on conflict (key, window_start) do update set count = count + 1 where count < ?3 returning count`,
        )
        .bind(permit.key, windowStart(permit, now), permit.limit),
    ),
  );
  const refused = permits.findIndex((_, i) => taken[i]?.results.length === 0);
  const permit = permits[refused];
  if (permit === undefined) return null;
  await returnPermits(d1, { permits: permits.filter((_, i) => taken[i]?.results.length === 1), now });
  return { key: permit.key, retryAfterSeconds: windowStart(permit, now) + permit.windowSeconds - now };
}

/** Gives permits back that turned out not to count. */
export async function returnPermits(
  d1: D1Database,
  { permits, now }: { permits: readonly Permit[]; now: number },
): Promise<void> {
  if (permits.length === 0) return;
  await d1.batch(
    permits.map((permit) =>
      d1
        .prepare("update rate_limits set count = count - 1 where key = ?1 and window_start = ?2 and count > 0")
        .bind(permit.key, windowStart(permit, now)),
    ),
  );
}

function windowStart({ windowSeconds }: Permit, now: number): number {
  return now - (now % windowSeconds);
}

/** Forgets what was counted under a key. */
export async function forgetLimit(d1: D1Database, key: string): Promise<void> {
  await d1.prepare("delete from rate_limits where key = ?1").bind(key).run();
}
