import type { PushNotification, PushSender } from "#app/adapters/push/push-sender.server.ts";
import {
  clearTimeouts,
  countTimeout,
  removeSubscription,
  selectSubscriptions,
} from "#app/db/notifications/push-subscriptions.server.ts";
import type { Notification, NotificationKind } from "#app/domain/notifications.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Neither tried nor kept for longer than the hours. Weights and scratches come minutes before a race. */
const DELIVERY: Record<NotificationKind, { hours: number; urgency: PushNotification["urgency"] }> = {
  "weights-out": { hours: 2, urgency: "high" },
  "marks-changed": { hours: 2, urgency: "high" },
  "race-settled": { hours: 12, urgency: "normal" },
  "favourite-entered": { hours: 24, urgency: "normal" },
  "entries-out": { hours: 12, urgency: "normal" },
  "week-review": { hours: 24, urgency: "low" },
  "rankings-out": { hours: 24, urgency: "low" },
  "model-ready": { hours: 24, urgency: "normal" },
  "root-final": { hours: 24, urgency: "low" },
};

/** If the service names no time. */
const PAUSE_SECONDS = 60;
/** So that three timeouts mean more than a short outage. */
const TIMEOUT_PAUSE_SECONDS = 600;

/** All devices together: other jobs wait. */
const DEADLINE_MS = 10_000;
/** A Worker opens six connections at once. */
const DEVICES_AT_ONCE = 5;

type Device = Awaited<ReturnType<typeof selectSubscriptions>>[number];

interface Delivery {
  deps: Deps;
  sender: PushSender;
  notification: Notification;
  /** Subscription ids. */
  reached: number[];
}

/**
 * `Deps.pushNotification`. Deletes ended subscriptions, and those with three timeouts in a row. Logs refusals. Retries the
 * others while the notification is of use.
 */
export function createPushNotification(
  sender: PushSender,
  deadlineMs = DEADLINE_MS,
): NonNullable<Deps["pushNotification"]> {
  return async (deps, notification, progress) => {
    if (secondsLeft(deps, notification) <= 0) return { kind: "done" };
    const delivery: Delivery = { deps, sender, notification, reached: [...progress.reached] };
    const devices = await selectSubscriptions(deps.db, { userId: notification.userId });
    const waiting = devices.filter(({ id }) => !delivery.reached.includes(id));
    const groups = Math.ceil(waiting.length / DEVICES_AT_ONCE);
    const pauses: number[] = [];
    for (let group = 0; group < groups; group += 1) {
      const together = waiting.slice(group * DEVICES_AT_ONCE, (group + 1) * DEVICES_AT_ONCE);
      const signal = AbortSignal.timeout(deadlineMs / groups);
      const found = await Promise.all(together.map((device) => sendTo(delivery, device, signal)));
      pauses.push(...found.filter((pause) => pause !== null));
      await progress.recordReached(delivery.reached);
      await progress.yieldAndRenewLease();
    }
    const delaySeconds = Math.min(...pauses);
    return delaySeconds < secondsLeft(deps, notification) ? { kind: "later", delaySeconds } : { kind: "done" };
  };
}

function secondsLeft(deps: Deps, { kind, dueAt }: Notification): number {
  return dueAt + DELIVERY[kind].hours * 3600 - deps.now();
}

/** @returns seconds until a retry; null: none needed */
async function sendTo(
  { deps, sender, notification, reached }: Delivery,
  { id: deviceId, timeouts, ...target }: Device,
  signal: AbortSignal,
): Promise<number | null> {
  const { title, body, path, kind, id, userId } = notification;
  const { urgency } = DELIVERY[kind];
  const sent = { title, body, path, topic: `notification-${id}`, ttlSeconds: secondsLeft(deps, notification), urgency };
  const outcome = await sender.send(sent, target, signal);
  switch (outcome.kind) {
    case "delivered":
      reached.push(deviceId);
      if (timeouts > 0) await clearTimeouts(deps.db, { userId, id: deviceId });
      return null;
    case "gone":
      await removeSubscription(deps.db, { userId, id: deviceId });
      return null;
    case "refused":
      console.error(JSON.stringify({ event: "push.refused", notificationId: id, deviceId, reason: outcome.reason }));
      reached.push(deviceId);
      return null;
    case "timeout":
      return (await countTimeout(deps.db, { userId, id: deviceId })) ? TIMEOUT_PAUSE_SECONDS : null;
    case "later":
      return outcome.retryAfterSeconds ?? PAUSE_SECONDS;
    default:
      return outcome satisfies never;
  }
}
