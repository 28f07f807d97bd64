import type { PushService } from "#app/domain/push-endpoint.ts";
import { NETWORK_ERROR } from "#app/forms/messages.ts";
import { PUSH_MESSAGES } from "#app/forms/notifications/push-words.ts";

/** Permission, service worker and subscription of this browser. Used by the settings page only. */

/** At the top level, so that it may show pages of the whole site. It reads the site's key from its query. */
const WORKER = "/push-worker.js";
export const DEVICES_PATH = "/settings/notices/devices";

export interface PushDevice {
  id: number;
  endpoint: string;
  service: PushService;
  /** Day in Japan. */
  addedOn: string;
}

export interface DeviceAnswer {
  isDone: boolean;
  /** Null for success. */
  words: string | null;
}

export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export function isPushBlocked(): boolean {
  return Notification.permission === "denied";
}

/** Null without a subscription. Registers nothing and requests no permission. */
export async function findEndpoint(): Promise<string | null> {
  return (await findSubscription())?.endpoint ?? null;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Requests the permission, then registers worker and subscription. Returns the error, or null. */
export async function turnOn(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return "許可されなかったので、通知は届きません。";
  try {
    await navigator.serviceWorker.register(`${WORKER}?key=${publicKey}`, { updateViaCache: "none" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await findUsable(pushManager, fromBase64Url(publicKey));
    const subscription = known ?? (await subscribe(pushManager, publicKey));
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const wrong = await send({ intent: "add", endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
    // An existing one may belong to another account.
    if (wrong !== null && known === null) await drop(subscription);
    return wrong;
  } catch {
    return failure();
  }
}

/** Ends the subscription here and on the site. Returns the error, or null. */
export async function turnOff(): Promise<string | null> {
  try {
    const subscription = await findSubscription();
    const wrong = subscription && (await send({ intent: "leave", endpoint: subscription.endpoint }));
    if (wrong === null) await drop(subscription);
    return wrong;
  } catch {
    return failure();
  }
}

async function drop(subscription: PushSubscription | null): Promise<void> {
  await subscription?.unsubscribe();
  await (await navigator.serviceWorker.getRegistration("/"))?.unregister();
}

/** The subscription for the site's current key; one for another key is ended. */
async function findUsable(manager: PushManager, key: Uint8Array): Promise<PushSubscription | null> {
  const known = await manager.getSubscription();
  const { applicationServerKey = null } = known?.options ?? {};
  if (applicationServerKey === null || isEqual(new Uint8Array(applicationServerKey), key)) return known;
  await known?.unsubscribe();
  return null;
}

function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64Url(publicKey) });
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

async function send(fields: Record<string, string>): Promise<string | null> {
  const body = new URLSearchParams(fields);
  const response = await fetch(DEVICES_PATH, { method: "POST", body, redirect: "manual" });
  if (response.type === "opaqueredirect") {
    // The session is over; the reload leads to the log-in.
    location.reload();
    return null;
  }
  const { isDone, words }: Partial<DeviceAnswer> = await response.json();
  return isDone === true ? null : (words ?? PUSH_MESSAGES.notAdded);
}

function failure(): string {
  return navigator.onLine ? PUSH_MESSAGES.notAdded : NETWORK_ERROR;
}
