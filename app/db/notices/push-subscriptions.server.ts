import { and, asc, eq, exists, gte, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { sessions, users } from "#app/db/schema/accounts.server.ts";
import { pushSubscriptions } from "#app/db/schema/notices.server.ts";

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Stores a browser's subscription, unless its user has too many: one guarded statement. A browser has one: who had it
 * before loses it, and so does the subscription that this one replaces. Again, it changes nothing (indexes
 * push_subscriptions_endpoint and push_subscriptions_user_id).
 *
 * @param input replaces: endpoint of the user's own earlier subscription of this browser; null: none
 * @returns its id, or null: too many
 */
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
  const { endpoint, p256dh, auth } = subscription;
  const own = and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.userId, userId));
  const isWithin = lt(db.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId)), limit);
  const isOwn = exists(db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(own));
  const [, , [stored]] = await db.batch([
    deleteEndpoint(db, { userId, endpoint: replaces ?? "" }),
    db
      .insert(pushSubscriptions)
      .select(
        db
          .select(rowSelection(pushSubscriptions, { userId: users.id, endpoint, p256dh, auth, createdAt: now }))
          .from(users)
          .where(and(eq(users.id, userId), isNull(users.deletedAt), or(isOwn, isWithin))),
      )
      .onConflictDoUpdate({
        target: pushSubscriptions.endpoint,
        set: {
          userId: excluded(pushSubscriptions.userId),
          p256dh: excluded(pushSubscriptions.p256dh),
          auth: excluded(pushSubscriptions.auth),
          createdAt: excluded(pushSubscriptions.createdAt),
          timeouts: 0,
        },
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

/** A user's subscriptions, the oldest first (index push_subscriptions_user_id). */
export async function listSubscriptions(
  db: Database,
  { userId }: { userId: number },
): Promise<(Subscription & { id: number; timeouts: number })[]> {
  return await selectSubscriptions(db, { userId });
}

/** The same for a batch. */
export function selectSubscriptions(db: Database, { userId }: { userId: number }) {
  return db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      createdAt: pushSubscriptions.createdAt,
      timeouts: pushSubscriptions.timeouts,
    })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** A device whose push service timed out this often in a row is deleted. */
const TIMEOUTS_MAX = 3;

/** Counts a timeout of a device, and deletes the device at the third in a row. @returns whether it is still there */
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

/** Starts the count anew: the device was reached. */
export async function clearTimeouts(db: Database, device: { userId: number; id: number }): Promise<void> {
  await db.update(pushSubscriptions).set({ timeouts: 0 }).where(isDevice(device));
}

function isDevice({ userId, id }: { userId: number; id: number }) {
  return and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId));
}

/** Forgets a user's device by its id, or by its endpoint. Again, it changes nothing. */
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

/** Forgets the device of a log-out, if it is of the user whose session ends; for a batch, before that. */
export function deleteDeviceOfSession(db: Database, { sessionId, id }: { sessionId: string; id: number }) {
  const user = db.select({ userId: sessions.userId }).from(sessions).where(eq(sessions.id, sessionId));
  return db.delete(pushSubscriptions).where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, user)));
}

/** Forgets all devices of a user; for a batch (index push_subscriptions_user_id). */
export function deleteDevicesOfUser(db: Database, userId: number) {
  return db.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
}
