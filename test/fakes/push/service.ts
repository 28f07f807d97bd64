import { createECDH, randomBytes } from "node:crypto";
import { checkDelivery, type Delivery } from "./check-request.ts";
import { decryptPush, type ReceiverKeys } from "./decrypt.ts";

/** What a browser hands to a site. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A message that reached its device, decrypted. */
export interface Message {
  text: string;
  ttl: number;
  urgency: string | null;
  topic: string | null;
}

/** Faults of the next deliveries to a subscription. `lost`: the message arrives, but the answer does not. */
export type PushFault =
  | { kind: "status"; status: number; retryAfter?: string; location?: string }
  | { kind: "slow"; milliseconds: number }
  | { kind: "lost" };

export type Answer =
  | { kind: "answer"; status: number; headers: Record<string, string>; text: string; delayMs: number }
  | { kind: "drop" };

interface Device {
  publicKey: string;
  keys: ReceiverKeys;
  messages: Message[];
  refusals: string[];
  faults: PushFault[];
  isGone: boolean;
}

/** The push service without sockets: subscriptions, what reached them, and faults. */
export function openPushService({ originOf, now }: { originOf: () => string; now: () => number }) {
  const devices = new Map<string, Device>();

  function find(endpoint: string): Device {
    const device = devices.get(new URL(endpoint).pathname);
    if (device === undefined) throw new Error(`no subscription ${endpoint}`);
    return device;
  }

  return {
    /** A new subscription as `PushManager.subscribe` makes one. */
    subscribe({ publicKey }: { publicKey: string }): Subscription {
      const receiver = createECDH("prime256v1");
      receiver.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(24).toString("base64url")}`;
      const privateKey = Buffer.concat([Buffer.alloc(32), receiver.getPrivateKey()]).subarray(-32);
      devices.set(path, {
        publicKey,
        keys: { privateKey, auth },
        messages: [],
        refusals: [],
        faults: [],
        isGone: false,
      });
      return {
        endpoint: originOf() + path,
        p256dh: receiver.getPublicKey("base64url"),
        auth: auth.toString("base64url"),
      };
    },
    /** Ends a subscription, as a browser does whose reader withdraws the permission. */
    end(endpoint: string): void {
      find(endpoint).isGone = true;
    },
    messages: (endpoint: string): readonly Message[] => find(endpoint).messages,
    /** Why deliveries were refused. */
    refusals: (endpoint: string): readonly string[] => find(endpoint).refusals,
    fail(endpoint: string, ...faults: PushFault[]): void {
      find(endpoint).faults.push(...faults);
    },
    /** Answers a delivery to a path of this service. */
    receive(path: string, delivery: Delivery): Answer {
      const device = devices.get(path);
      if (device === undefined) return refuse(404, "no such subscription");
      if (device.isGone) return refuse(410, "the subscription has ended");
      const fault = device.faults.shift();
      if (fault?.kind === "status") {
        const { status, retryAfter, location } = fault;
        const headers = {
          ...(retryAfter !== undefined && { "retry-after": retryAfter }),
          ...(location !== undefined && { location }),
        };
        return { kind: "answer", status, headers, text: "an injected fault", delayMs: 0 };
      }
      const wrong = checkDelivery(delivery, { origin: originOf(), publicKey: device.publicKey, now: now() });
      if (wrong !== null) {
        device.refusals.push(wrong.reason);
        return refuse(wrong.status, wrong.reason);
      }
      const { ttl, urgency = null, topic = null } = delivery.headers;
      device.messages.push({ text: decryptPush(delivery.body, device.keys), ttl: Number(ttl), urgency, topic });
      if (fault?.kind === "lost") return { kind: "drop" };
      const delayMs = fault?.kind === "slow" ? fault.milliseconds : 0;
      return { kind: "answer", status: 201, headers: { location: `${path}/message` }, text: "", delayMs };
    },
  };
}

export type PushService = ReturnType<typeof openPushService>;

function refuse(status: number, text: string): Answer {
  return { kind: "answer", status, headers: {}, text, delayMs: 0 };
}
