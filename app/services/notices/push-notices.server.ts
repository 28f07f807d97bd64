import type { PushNotice, PushSender } from "#app/adapters/push/push-sender.server.ts";
import { listSubscriptions, removeSubscription } from "#app/db/notices/push-subscriptions.server.ts";
import type { Notice, NoticeKind } from "#app/domain/notices.ts";
import type { Deps } from "#app/services/deps.server.ts";

const HOUR = 3600;

/** How long a notice is of use; it is neither tried again nor kept by a push service for longer. */
const LIFE_SECONDS: Record<NoticeKind, number> = {
  "weights-out": 2 * HOUR,
  "race-settled": 12 * HOUR,
  "favourite-entered": 24 * HOUR,
  "rankings-out": 24 * HOUR,
  "model-ready": 24 * HOUR,
  "root-final": 24 * HOUR,
};

/** Weights come minutes before a race; the others may wait for a device that saves power. */
const URGENCY: Record<NoticeKind, PushNotice["urgency"]> = {
  "weights-out": "high",
  "race-settled": "normal",
  "favourite-entered": "normal",
  "rankings-out": "low",
  "model-ready": "normal",
  "root-final": "low",
};

/** Where a push service names no time. */
const PAUSE_SECONDS = 60;

interface Delivery {
  deps: Deps;
  sender: PushSender;
  notice: Notice;
  /** Browsers that have it, by the ids of their subscriptions. */
  reached: number[];
}

/**
 * `Deps.pushNotice`: sends a notice to all browsers of its user that do not have it yet, one after the other. Ended
 * subscriptions are deleted, and what a push service refuses for good is logged. The others are tried again as long as the
 * notice is of use.
 */
export function createPushNotice(sender: PushSender): NonNullable<Deps["pushNotice"]> {
  return async (deps, notice, progress) => {
    if (secondsLeft(deps, notice) <= 0) return { kind: "done" };
    const delivery: Delivery = { deps, sender, notice, reached: [...progress.reached] };
    const pauses: number[] = [];
    for (const device of await listSubscriptions(deps.db, { userId: notice.userId })) {
      if (delivery.reached.includes(device.id)) continue;
      const pause = await sendTo(delivery, device);
      if (pause === null) await progress.noteReached(delivery.reached);
      else pauses.push(pause);
    }
    const delaySeconds = Math.min(...pauses);
    return delaySeconds < secondsLeft(deps, notice) ? { kind: "later", delaySeconds } : { kind: "done" };
  };
}

function secondsLeft(deps: Deps, { kind, dueAt }: Notice): number {
  return dueAt + LIFE_SECONDS[kind] - deps.now();
}

/** @returns seconds after which to try again; null: the device needs no further try */
async function sendTo(
  { deps, sender, notice, reached }: Delivery,
  device: { id: number; endpoint: string; p256dh: string; auth: string },
): Promise<number | null> {
  const { title, body, path, kind, id } = notice;
  const outcome = await sender.send(
    { title, body, path, topic: `notice-${id}`, ttlSeconds: secondsLeft(deps, notice), urgency: URGENCY[kind] },
    device,
  );
  switch (outcome.kind) {
    case "delivered":
      reached.push(device.id);
      return null;
    case "gone":
      await removeSubscription(deps.db, { userId: notice.userId, id: device.id });
      return null;
    case "refused":
      console.error(
        JSON.stringify({ event: "push.refused", noticeId: id, deviceId: device.id, reason: outcome.reason }),
      );
      reached.push(device.id);
      return null;
    case "later":
      return outcome.retryAfterSeconds ?? PAUSE_SECONDS;
    default:
      return outcome satisfies never;
  }
}
