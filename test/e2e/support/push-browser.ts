import type { CDPSession, Page, Worker } from "@playwright/test";
import { askPushFake } from "#test/fakes/push/server.ts";
import type { Subscription } from "#test/fakes/push/service.ts";
import { expect } from "./test.ts";

/** What the service worker was told to show. */
interface ShownNotification {
  title: string;
  body: string;
  tag: string;
  path: string;
}

/**
 * Makes `PushManager` of a page subscribe at the stand-in, as the browser's own would need a network, and
 * `Notification.permission` what the page was answered: the headless shell says denied even where it grants. All else, the
 * service worker among it, is the browser's own. Call it before the page is opened.
 *
 * @param input permission: what the reader answers
 */
export async function subscribeAtStandIn(
  page: Page,
  { pushUrl, url, permission = "granted" }: { pushUrl: string; url: string; permission?: NotificationPermission },
): Promise<void> {
  await page.context().grantPermissions(["notifications"], { origin: url });
  await page.exposeFunction("subscribeAtStandIn", (publicKey: string) =>
    askPushFake<Subscription>(pushUrl, { call: "subscribe", publicKey }),
  );
  await page.addInitScript(replacePushManager, permission);
}

/** Runs in the page. */
function replacePushManager(permission: NotificationPermission): void {
  const SUBSCRIBED = "test-subscription";
  const ASKED = "test-permission";
  const { subscribeAtStandIn: ask } = window as unknown as {
    subscribeAtStandIn(publicKey: string): Promise<Subscription>;
  };
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const open = ({ endpoint, p256dh, auth, publicKey }: Subscription & { publicKey: string }) => ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: toBytes(publicKey).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
    async unsubscribe() {
      localStorage.removeItem(SUBSCRIBED);
      return true;
    },
  });
  Object.defineProperties(PushManager.prototype, {
    subscribe: {
      async value({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        const publicKey = btoa(String.fromCharCode(...applicationServerKey))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", "");
        const subscription = { ...(await ask(publicKey)), publicKey };
        localStorage.setItem(SUBSCRIBED, JSON.stringify(subscription));
        return open(subscription);
      },
    },
    getSubscription: {
      async value() {
        const kept = localStorage.getItem(SUBSCRIBED);
        return kept === null ? null : open(JSON.parse(kept));
      },
    },
  });
  const request = Notification.requestPermission.bind(Notification);
  Object.defineProperties(Notification, {
    permission: { get: () => localStorage.getItem(ASKED) ?? "default" },
    requestPermission: {
      async value() {
        const answer = permission === "granted" ? await request() : permission;
        localStorage.setItem(ASKED, answer);
        return answer;
      },
    },
  });
}

/** The page's own service worker, with what it shows and opens recorded instead: the headless shell has no notifications. */
export async function watchServiceWorker(page: Page) {
  const context = page.context();
  // Not the one without the key of notifications, which the pages have registered before.
  const hasKey = (worker: Worker) => worker.url().includes("?key=");
  const worker: Worker =
    context.serviceWorkers().find(hasKey) ?? (await context.waitForEvent("serviceworker", { predicate: hasKey }));
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: { showNotification: unknown };
      clients: { openWindow: unknown };
      shown: ShownNotification[];
      opened: string[];
    };
    scope.shown = [];
    scope.opened = [];
    scope.registration.showNotification = async (
      title: string,
      { body, tag, data }: { body: string; tag: string; data: { path: string } },
    ) => {
      scope.shown = [...scope.shown.filter((one) => one.tag !== tag), { title, body, tag, path: data.path }];
    };
    scope.clients.openWindow = async (address: string) => {
      scope.opened.push(address);
      return null;
    };
  });
  const session = await context.newCDPSession(page);
  const registrationId = await findRegistration(session);
  const { origin } = new URL(page.url());
  return {
    /** Hands a decrypted message to the worker as the browser does. */
    deliver: (data: string) => session.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }),
    /**
     * Exchanges the browser's subscription and waits until the worker has done what it does about it. The event names the
     * old and the new one as far as the browser hands them over.
     *
     * @param input next: what `PushManager.subscribe` would make
     * @returns the keys that a subscription was asked for with
     */
    exchange: (input: Exchange) => worker.evaluate(exchangeSubscription, input),
    shown: () => worker.evaluate(() => (self as unknown as { shown: ShownNotification[] }).shown),
    /** Taps a notification that leads to a path. @returns the address that the worker opens */
    async tap(path: unknown): Promise<string | undefined> {
      await worker.evaluate((to) => {
        const event = new Event("notificationclick");
        const waitUntil = () => {};
        self.dispatchEvent(Object.assign(event, { waitUntil, notification: { close() {}, data: { path: to } } }));
      }, path);
      const opened = () => worker.evaluate(() => (self as unknown as { opened: string[] }).opened);
      await expect.poll(async () => (await opened()).length).toBeGreaterThan(0);
      const [address] = await worker.evaluate(() => (self as unknown as { opened: string[] }).opened.splice(0));
      return address;
    },
  };
}

interface Exchange {
  old: (Subscription & { publicKey: string }) | null;
  handedOver: Subscription | null;
  next: Subscription;
}

/** Runs in the service worker. */
async function exchangeSubscription({ old, handedOver, next }: Exchange): Promise<string[]> {
  const open = ({ endpoint, p256dh, auth }: Subscription) => ({
    endpoint,
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
  });
  const toBytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const keys: string[] = [];
  Object.defineProperty(PushManager.prototype, "subscribe", {
    configurable: true,
    async value({ applicationServerKey: key }: { applicationServerKey: string | ArrayBuffer }) {
      const bytes = typeof key === "string" ? toBytes(key) : new Uint8Array(key);
      keys.push(
        btoa(String.fromCharCode(...bytes))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replaceAll("=", ""),
      );
      return open(next);
    },
  });
  const work: Promise<unknown>[] = [];
  const event = Object.assign(new Event("pushsubscriptionchange"), {
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
    oldSubscription: old && { ...open(old), options: { applicationServerKey: toBytes(old.publicKey).buffer } },
    newSubscription: handedOver && open(handedOver),
  });
  self.dispatchEvent(event);
  await Promise.all(work);
  return keys;
}

function findRegistration(session: CDPSession): Promise<string> {
  return new Promise((resolve, reject) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration !== undefined) resolve(registration.registrationId);
    });
    session.send("ServiceWorker.enable").catch(reject);
  });
}
