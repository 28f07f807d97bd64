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

/** Counts without a limit. @returns how many there are in the window now, this one included */
export async function countUp(
  d1: D1Database,
  { counter, now }: { counter: Omit<Permit, "limit">; now: number },
): Promise<number> {
  const count = await d1
    .prepare(
      `insert into rate_limits (key, window_start, count) values (?1, ?2, 1)
       on conflict (key, window_start) do update set count = count + 1 returning count`,
    )
    .bind(counter.key, windowStart(counter, now))
    .first<number>("count");
  if (count === null) throw new Error("nothing was counted");
  return count;
}

const DAY_SECONDS = 86_400;

/**
 * Takes the next turn of a key that has one every so many seconds. The row holds, in place of a count, the instant of the
 * turn after; a day's row is forgotten with the counts of the day.
 *
 * @returns null when it was given, else the seconds to wait
 */
export async function takeTurn(
  d1: D1Database,
  { key, seconds, now }: { key: string; seconds: number; now: number },
): Promise<{ retryAfterSeconds: number } | null> {
  const day = windowStart({ windowSeconds: DAY_SECONDS }, now);
  const [taken, found] = await d1.batch<{ count: number }>([
    d1
      .prepare(
        `insert into rate_limits (key, window_start, count) values (?1, ?2, ?3 + ?4)
         on conflict (key, window_start) do update set count = ?3 + ?4 where count <= ?3 returning count`,
      )
      .bind(key, day, now, seconds),
    d1.prepare("select count from rate_limits where key = ?1 and window_start = ?2").bind(key, day),
  ]);
  if (taken?.results.length === 1) return null;
  return { retryAfterSeconds: (found?.results[0]?.count ?? now) - now };
}

/** Gives permits back that turned out not to count. */
export async function returnPermits(
  d1: D1Database,
  { permits, now }: { permits: readonly Omit<Permit, "limit">[]; now: number },
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

function windowStart({ windowSeconds }: Pick<Permit, "windowSeconds">, now: number): number {
  return now - (now % windowSeconds);
}

/** Forgets what was counted under a key, and under all keys that begin with it and a colon. */
export async function forgetLimits(d1: D1Database, key: string): Promise<void> {
  // The character after a colon ends the range, so that the primary key finds it.
  await d1.prepare("delete from rate_limits where key = ?1 or (key > ?1 || ':' and key < ?1 || ';')").bind(key).run();
}
