import {
  bookDeliveries,
  findWantedNotification,
  insertNotifications,
  recordPushed,
} from "#app/db/notifications/notifications.server.ts";
import type { NotificationDraft } from "#app/domain/notifications.ts";
import type { Deps, PushedNotification, PushProgress } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";

/** Bound as one JSON text. */
const DRAFTS_PER_WRITE = 500;

/** Two jobs and two messages each; a Worker has a thousand calls. */
const NOTIFICATIONS_PER_LOOK = 200;

/** Only kinds that the user chose, once per event. @param input dueAt: unix seconds; default: now */
export async function queueNotifications(
  deps: Deps,
  { drafts, dueAt }: { drafts: readonly NotificationDraft[]; dueAt?: number },
): Promise<void> {
  const now = deps.now();
  for (let at = 0; at < drafts.length; at += DRAFTS_PER_WRITE) {
    await insertNotifications(deps.db, { drafts: drafts.slice(at, at + DRAFTS_PER_WRITE), dueAt: dueAt ?? now, now });
  }
  if (drafts.length > 0) await deliverDueNotifications(deps);
}

/** A mail, a push, both or, if unwanted or paused, none. Called every minute, and after queueing. */
export async function deliverDueNotifications(deps: Deps): Promise<void> {
  const mayPush = deps.pushNotification !== undefined;
  const booked = await bookDeliveries(deps.db, { now: deps.now(), limit: NOTIFICATIONS_PER_LOOK, mayPush });
  await wakeJobs(deps, [
    ...booked.mails.map((id) => ({ id, kind: "send-mail" }) as const),
    ...booked.pushes.map((id) => ({ id, kind: "push-notification" }) as const),
  ]);
}

/** Unless unwanted by now. @throws if the outcome is unknown: the job is retried */
export async function pushNotificationOfJob(
  deps: Deps,
  { notificationId, progress }: { notificationId: number; progress: PushProgress },
): Promise<PushedNotification> {
  if (deps.pushNotification === undefined) return { kind: "done" };
  const found = await findWantedNotification(deps.db, { notificationId, channel: "byPush", now: deps.now() });
  if (found === null) return { kind: "done" };
  const { email: _, ...notification } = found;
  const pushed = await deps.pushNotification(deps, notification, progress);
  if (pushed.kind === "done") await recordPushed(deps.db, { notificationId, now: deps.now() });
  return pushed;
}
