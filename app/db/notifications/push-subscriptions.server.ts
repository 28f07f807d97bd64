import { and, asc, eq, gte, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, columnsOf, excluded, existsIn, isLiving } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { sessions, users } from "#app/db/schema/accounts.server.ts";
import { pushSubscriptions } from "#app/db/schema/notifications.server.ts";

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** One guarded, idempotent statement. A browser has one subscription: its former owner loses it. Null: too many. */
export async function saveSubscription(
  db: Database,
  {
    userId,
    subscription,
    replaces,
    limit,
    now,
  }: { userId: number; subscription: Subscription; replaces: string | null; limit: number; now: number },
): Promise<number | null> {
  const { endpoint } = subscription;
  const own = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId));
  const isWithin = lt(db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId)), limit);
  const isOwn = existsIn(pushSubscriptions, own);
  const [, , [stored]] = await db.batch([
    deleteEndpoint(db, { userId, endpoint: replaces ?? "" }),
    insertWhere(
      db,
      pushSubscriptions,
      { ...subscription, userId: users.id, createdAt: now },
      { from: users, where: and(isLiving(userId), or(isOwn, isWithin)) },
    ).onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { ...allExcluded(columnsOf(pushSubscriptions, "userId", "p256dh", "auth", "createdAt")), timeouts: 0 },
      setWhere: or(
        ne(pushSubscriptions.userId, excluded(pushSubscriptions.userId)),
        ne(pushSubscriptions.p256dh, excluded(pushSubscriptions.p256dh)),
        ne(pushSubscriptions.auth, excluded(pushSubscriptions.auth)),
      ),
    }),
    db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(own),
  ]);
  return stored?.id ?? null;
}

export function selectSubscriptions(db: Database, { userId }: { userId: number }) {
  return db
    .select(columnsOf(pushSubscriptions, "id", "endpoint", "p256dh", "auth", "createdAt", "timeouts"))
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** Deletes the device at this many in a row. */
const TIMEOUTS_MAX = 3;

/** @returns whether it is still there */
export async function countTimeout(db: Database, device: { userId: number; id: number }): Promise<boolean> {
  const [, { meta }] = await db.batch([
    db
      .update(pushSubscriptions)
      .set({ timeouts: sql`${pushSubscriptions.timeouts} + 1` })
      .where(isDevice(device)),
    db.delete(pushSubscriptions).where(and(isDevice(device), gte(pushSubscriptions.timeouts, TIMEOUTS_MAX))),
  ]);
  return meta.changes === 0;
}

export async function clearTimeouts(db: Database, device: { userId: number; id: number }): Promise<void> {
  await db.update(pushSubscriptions).set({ timeouts: 0 }).where(isDevice(device));
}

function isDevice({ userId, id }: { userId: number; id: number }) {
  return and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
}

/** By id or endpoint. Idempotent. */
export async function removeSubscription(
  db: Database,
  { userId, ...device }: { userId: number } & ({ id: number } | { endpoint: string }),
): Promise<void> {
  if ("endpoint" in device) await deleteEndpoint(db, { userId, endpoint: device.endpoint });
  else await db.delete(pushSubscriptions).where(isDevice({ userId, id: device.id }));
}

function deleteEndpoint(db: Database, { userId, endpoint }: { userId: number; endpoint: string }) {
  return db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId)));
}

/** Only the session user's own. Run it before the session ends. */
export function deleteDeviceOfSession(db: Database, { sessionId, id }: { sessionId: string; id: number }) {
  const user = db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, sessionId));
  return db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, user)));
}

export function deleteDevicesOfUser(db: Database, userId: number) {
  return db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
