import { encryptNotification } from "@block65/webcrypto-web-push";
import { importJWK, SignJWT } from "jose";
import { isPushEndpoint } from "#app/domain/push-endpoint.ts";
import type { VapidKeys } from "./vapid-keys.server.ts";

/** What a device is to show. */
export interface PushNotice {
  title: string;
  body: string;
  /** Path on the site that a tap opens. */
  path: string;
  /**
   * Of one thing: a newer notice replaces an older one with the same topic, at the push service while it waits there, and
   * on the screen. At most 32 characters of base64url.
   */
  topic: string;
  /** How long the push service keeps it for a device that cannot be reached. */
  ttlSeconds: number;
  /** Below normal, a device that saves power may wait. */
  urgency: "low" | "normal" | "high";
}

/** A device's subscription, as its browser gives it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export type PushOutcome =
  /** Accepted by the push service, which shows it when it reaches the device. */
  | { kind: "delivered" }
  /** The subscription has ended: it is to be deleted. */
  | { kind: "gone" }
  /** To be tried again, after that time if the service names one. */
  | { kind: "later"; retryAfterSeconds: number | null; reason: string }
  /** The service did not respond before the signal. */
  | { kind: "timeout" }
  /** Trying again would change nothing. */
  | { kind: "refused"; reason: string };

export interface PushSender {
  /** Sends one notice to one device, once; whatever happens is a value. @param signal an `AbortSignal.timeout` */
  send(notice: PushNotice, target: PushTarget, signal: AbortSignal): Promise<PushOutcome>;
}

/** A message of 4,096 bytes less its header, delimiter and tag. */
const LONGEST_TEXT_BYTES = 3993;

/** A day at most is allowed (RFC 8292); half of one leaves room for a clock that is wrong. */
const TOKEN_SECONDS = 12 * 3600;

/** Longest wait before a retry, whatever Retry-After says. */
const LONGEST_PAUSE_SECONDS = 24 * 3600;

/**
 * Sends to the push services of browsers: payload encrypted for the device (RFC 8291), the site identified by its key
 * (RFC 8292). Redirects are not followed and bodies of responses not read.
 *
 * @param settings standIn: origin of a local stand-in, allowed besides the push services; null in production
 */
export function createPushSender({ keys, standIn }: { keys: VapidKeys; standIn: string | null }): PushSender {
  return {
    async send(notice, target, signal) {
      if (!isPushEndpoint(target.endpoint, { standIn })) return { kind: "refused", reason: "endpoint" };
      const text = new TextEncoder().encode(toText(notice));
      if (text.length > LONGEST_TEXT_BYTES) return { kind: "refused", reason: "too long" };
      const body = await encrypt(text, target);
      // Keys that no browser made.
      if (body === null) return { kind: "gone" };
      const headers = {
        Authorization: await authorize(keys, new URL(target.endpoint).origin),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        TTL: String(notice.ttlSeconds),
        Urgency: notice.urgency,
        Topic: notice.topic,
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

/** What the service worker reads (public/push-worker.js). */
function toText({ title, body, path, topic }: PushNotice): string {
  return JSON.stringify({ title, body, path, topic });
}

/** Padded to the largest size that every service accepts, so that its length reveals nothing. Null: the keys are invalid. */
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

/** By the machine's clock, with which push services compare. */
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

/** Seconds or a date (RFC 9110, Retry-After); null: neither. */
function readRetryAfter(text: string | null): number | null {
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(LONGEST_PAUSE_SECONDS, Math.max(0, seconds));
}
