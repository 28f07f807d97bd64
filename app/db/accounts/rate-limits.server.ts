import { and, eq, gt, gte, inArray, lt, max, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { rateLimits } from "#app/db/schema/accounts.server.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";

export interface Permit {
  /** Personal data only as a hash. */
  key: string;
  limit: number;
  windowSeconds: number;
}

const PRIMARY_KEY = [rateLimits.key, rateLimits.windowStart];
const { count } = rateLimits;

/** All or none, exact under concurrency: counts are guarded upserts. @returns null, or the exhausted key */
export async function consumePermits(db: Database, { permits, now }: { permits: readonly Permit[]; now: number }) {
  const [first, ...rest] = permits.map((permit) =>
    db
      .insert(rateLimits)
      .values({ key: permit.key, windowStart: windowStart(permit, now), count: 1 })
      .onConflictDoUpdate({ target: PRIMARY_KEY, set: { count: sql`${count} + 1` }, setWhere: lt(count, permit.limit) })
      .returning({ count }),
  );
  if (first === undefined) return null;
  const taken = await db.batch([first, ...rest]);
  const refused = permits.findIndex((_, i) => taken[i]?.length === 0);
  const permit = permits[refused];
  if (permit === undefined) return null;
  await returnPermits(db, { permits: permits.filter((_, i) => taken[i]?.length === 1), now });
  return { key: permit.key, retryAfterSeconds: windowStart(permit, now) + permit.windowSeconds - now };
}

/** Seconds until the window ends, or null. */
export async function isExhausted(db: Database, { permit, now }: { permit: Permit; now: number }) {
  const start = windowStart(permit, now);
  const row = await db
    .select({ count })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, permit.key), eq(rateLimits.windowStart, start)))
    .get();
  return (row?.count ?? 0) < permit.limit ? null : { retryAfterSeconds: start + permit.windowSeconds - now };
}

export async function countUp(
  db: Database,
  { counter, now }: { counter: Omit<Permit, "limit">; now: number },
): Promise<number> {
  const [counted] = await db
    .insert(rateLimits)
    .values({ key: counter.key, windowStart: windowStart(counter, now), count: 1 })
    .onConflictDoUpdate({ target: PRIMARY_KEY, set: { count: sql`${count} + 1` } })
    .returning({ count });
  if (counted === undefined) throw new Error("nothing was counted");
  return counted.count;
}

/** The row stores the instant of the next turn. @returns null, or the seconds to wait */
export async function consumeTurn(db: Database, { key, seconds, now }: { key: string; seconds: number; now: number }) {
  const day = windowStart({ windowSeconds: DAY_SECONDS }, now);
  const next = now + seconds;
  // A turn taken before midnight counts after it too.
  const last = db
    .select({ count: max(count).as("last") })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, key), gte(rateLimits.windowStart, day - DAY_SECONDS)));
  const [taken, found] = await db.batch([
    insertWhere(db, rateLimits, { key, windowStart: day, count: next }, { where: sql`coalesce(${last}, 0) <= ${now}` })
      .onConflictDoUpdate({ target: PRIMARY_KEY, set: { count: next } })
      .returning({ count }),
    last,
  ]);
  if (taken.length === 1) return null;
  return { retryAfterSeconds: (found[0]?.count ?? now) - now };
}

export async function returnPermits(
  db: Database,
  { permits, now }: { permits: readonly Omit<Permit, "limit">[]; now: number },
): Promise<void> {
  const [first, ...rest] = permits.map((permit) =>
    db
      .update(rateLimits)
      .set({ count: sql`${count} - 1` })
      .where(and(eq(rateLimits.key, permit.key), eq(rateLimits.windowStart, windowStart(permit, now)), gt(count, 0))),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}

function windowStart({ windowSeconds }: Pick<Permit, "windowSeconds">, now: number): number {
  return now - (now % windowSeconds);
}

/** And of keys that begin with one and a colon. */
export function deleteLimits(db: Database, keys: readonly string[]) {
  const kept = alias(rateLimits, "kept");
  const asked = sql`asked.value`;
  const found = db
    .select({ rowid: sql`kept.rowid` })
    .from(sql`json_each(${JSON.stringify(keys)}) asked`)
    .innerJoin(
      kept,
      // A range that ends at the character after the colon, so that the primary key is used.
      or(eq(kept.key, asked), and(gt(kept.key, sql`${asked} || ':'`), lt(kept.key, sql`${asked} || ';'`))),
    );
  return db.delete(rateLimits).where(inArray(sql`rowid`, found));
}
