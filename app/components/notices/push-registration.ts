import type { PushService } from "#app/domain/push-endpoint.ts";
import { NETWORK_ERROR } from "#app/forms/messages.ts";
import { PUSH_MESSAGES } from "#app/forms/notices/push-words.ts";

/** This browser's side of notices: permission, service worker, subscription. Only called by the settings page's script. */

/** The service worker; at the top level, so that it may show pages of the whole site. It reads the site's key from its query. */
const WORKER = "/push-worker.js";
/** Takes subscriptions, and by its plain form devices to remove. */
export const DEVICES_PATH = "/settings/notices/devices";

/** A device of the user, as the settings page lists it. */
export interface PushDevice {
  id: number;
  endpoint: string;
  service: PushService;
  /** Day in Japan. */
  addedOn: string;
}

/** Response to the script of the address that takes subscriptions. */
export interface DeviceAnswer {
  isDone: boolean;
  /** Null: nothing went wrong. */
  words: string | null;
}

export function isPushSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** The reader has denied the permission. */
export function isPushBlocked(): boolean {
  return Notification.permission === "denied";
}

/** The endpoint of this browser's subscription; null: it has none. Registers nothing and requests no permission. */
export async function findEndpoint(): Promise<string | null> {
  return (await findSubscription())?.endpoint ?? null;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks for the permission, then registers the service worker and the subscription. @returns what went wrong, or null */
export async function turnOn(publicKey: string): Promise<string | null> {
  if ((await Notification.requestPermission()) !== "granted") return "許可されなかったので、通知は届きません。";
  try {
    await navigator.serviceWorker.register(`${WORKER}?key=${publicKey}`, { updateViaCache: "none" });
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await findUsable(pushManager, fromBase64Url(publicKey));
    const subscription = known ?? (await subscribe(pushManager, publicKey));
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const wrong = await send({ intent: "add", endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
    // One that was there before may be another account's.
    if (wrong !== null && known === null) await drop(subscription);
    return wrong;
  } catch {
    return failure();
  }
}

/** Ends the subscription here and on the site. @returns what went wrong, or null */
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

/** The subscription that the browser has, if it is for the site's present key; one for another key is ended. */
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
    // The session is over: the browser is led to the log-in.
    location.reload();
    return null;
  }
  const { isDone, words }: Partial<DeviceAnswer> = await response.json();
  return isDone === true ? null : (words ?? PUSH_MESSAGES.notAdded);
}

function failure(): string {
  return navigator.onLine ? PUSH_MESSAGES.notAdded : NETWORK_ERROR;
}
