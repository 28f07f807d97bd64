import { createPushSender, type PushNotification, type PushTarget } from "#app/adapters/push/push-sender.server.ts";
import { readVapidKeys } from "#app/adapters/push/vapid-keys.server.ts";

/** What the Worker below is asked. */
export interface PushRequest {
  privateKey: string;
  subject: string;
  standIn: string | null;
  timeoutMs: number;
  notification: PushNotification;
  target: PushTarget;
}

/** Sends one notification from workerd: the product's keys and sender on the runtime of a deployment. */
export default {
  async fetch(request) {
    const { privateKey, subject, standIn, timeoutMs, notification, target } = await request.json<PushRequest>();
    const keys = readVapidKeys({ privateKey, subject });
    if (new URL(request.url).pathname === "/public-key") return Response.json(keys.publicKey);
    return Response.json(
      await createPushSender({ keys, standIn }).send(notification, target, AbortSignal.timeout(timeoutMs)),
    );
  },
} satisfies ExportedHandler;
