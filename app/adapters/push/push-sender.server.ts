import { encryptNotification } from "@block65/webcrypto-web-push";
import { importJWK, SignJWT } from "jose";
import { isPushEndpoint } from "#app/domain/push-endpoint.ts";
import type { VapidKeys } from "./vapid-keys.server.ts";

export interface PushNotification {
  title: string;
  body: string;
  path: string;
  /** A newer notification replaces an older one of the same topic. At most 32 characters of base64url. */
  topic: string;
  ttlSeconds: number;
  /** Below normal, a device that saves power may wait. */
  urgency: "low" | "normal" | "high";
}

export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome =
  | { kind: "delivered" }
  | { kind: "gone" }
  /** Retry, after the service's delay if it names one. */
  | { kind: "later"; retryAfterSeconds: number | null; reason: string }
  | { kind: "timeout" }
  /** A retry would change nothing. */
  | { kind: "refused"; reason: string };

export interface PushSender {
  /** Outcomes are values. @param signal an `AbortSignal.timeout` */
  send(notification: PushNotification, target: PushTarget, signal: AbortSignal): Promise<PushOutcome>;
}

/** A message of 4,096 bytes less its header, delimiter and tag. */
const LONGEST_TEXT_BYTES = 3993;

/** RFC 8292 allows a day; the rest is for wrong clocks. */
const TOKEN_SECONDS = 12 * 3600;

const LONGEST_PAUSE_SECONDS = 24 * 3600;

/** Encrypts for the device (RFC 8291) and signs by the site's key (RFC 8292). standIn: null in production. */
export function createPushSender({ keys, standIn }: { keys: VapidKeys; standIn: string | null }): PushSender {
  return {
    async send(notification, target, signal) {
      if (!isPushEndpoint(target.endpoint, { standIn })) return { kind: "refused", reason: "endpoint" };
      const text = new TextEncoder().encode(toText(notification));
      if (text.length > LONGEST_TEXT_BYTES) return { kind: "refused", reason: "too long" };
      const body = await encrypt(text, target);
      // Keys that no browser made.
      if (body === null) return { kind: "gone" };
      const headers = {
        Authorization: await authorize(keys, new URL(target.endpoint).origin),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        TTL: String(notification.ttlSeconds),
        Urgency: notification.urgency,
        Topic: notification.topic,
      };
      try {
        const answer = await fetch(target.endpoint, { method: "POST", redirect: "manual", headers, body, signal });
        await answer.body?.cancel();
        return readOutcome(answer);
      } catch (error) {
        const reason = error instanceof Error ? error.name : "error";
        return reason === "TimeoutError" ? { kind: "timeout" } : { kind: "later", retryAfterSeconds: null, reason };
      }
    },
  };
}

/** Read by public/push-worker.js. */
function toText({ title, body, path, topic }: PushNotification): string {
  return JSON.stringify({ title, body, path, topic });
}

/** Padded to one size, so that the length reveals nothing. Null: invalid keys. */
async function encrypt(
  text: Uint8Array<ArrayBuffer>,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await encryptNotification({ endpoint, expirationTime: null, keys: { p256dh, auth } }, text);
  } catch {
    return null;
  }
}

/** Push services compare with the machine's clock. */
async function authorize({ publicKey, jwk, subject }: VapidKeys, audience: string): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(audience)
    .setSubject(subject)
    .setExpirationTime(Math.floor(Date.now() / 1000) + TOKEN_SECONDS)
    .sign(await importJWK(jwk, "ES256"));
  return `vapid t=${token}, k=${publicKey}`;
}

function readOutcome({ ok, status, headers }: Response): PushOutcome {
  if (ok) return { kind: "delivered" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const reason = `status ${status}`;
  if (status === 429 || status >= 500)
    return { kind: "later", retryAfterSeconds: readRetryAfter(headers.get("Retry-After")), reason };
  return { kind: "refused", reason };
}

/** Seconds or a date (RFC 9110); null: neither. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(LONGEST_PAUSE_SECONDS, Math.max(0, seconds));
}
