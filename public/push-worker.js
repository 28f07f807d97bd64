// The service worker of the logged-in pages, which register it once they have loaded: a page of its own where there is no
// network and, once a reader turns notices on, what the site pushes. It stores nothing, neither pages nor files.

const HOME = "/home";
const DEVICES = "/settings/notices/devices";

const OFFLINE = `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>ネットワークエラー | はちわく</title>
<style>
:root { color-scheme: light dark; --bg: #F5F7F3; --ink: #15211B; --ink-2: #46544C; --turf: #0B6B4A; --on-turf: #FFFFFF; }
@media (prefers-color-scheme: dark) { :root { --bg: #0D1411; --ink: #E9EFEB; --ink-2: #B6C3BB; --turf: #62CB9C; --on-turf: #062015; } }
body { margin: 0; padding: 48px 24px; background: var(--bg); color: var(--ink-2); font: 1rem/1.7 system-ui, sans-serif; }
main { max-width: 32rem; margin: auto; overflow-wrap: anywhere; }
h1 { color: var(--ink); font-size: 1.375rem; line-height: 1.4; }
a { display: inline-block; min-height: 44px; box-sizing: border-box; padding: 10px 24px; border-radius: 8px; background: var(--turf); color: var(--on-turf); font-weight: 700; text-decoration: none; }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>ネットワークエラー</h1>
<p>ネットワークエラーが発生しました<br>もう一度やりなおしてください</p>
<p><a href="">再度読み込む</a></p>
</main>
</body>
</html>
`;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  // The request of a page need not wait until the worker has started.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(openPage(event));
});

async function openPage({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return new Response(OFFLINE, {
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-store",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    });
  }
}

self.addEventListener("push", (event) => {
  const { title, body, path, topic } = readNotice(event.data);
  // Browsers withdraw the permission from sites that show nothing.
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: topic,
      icon: "/icon-192.png",
      lang: "ja",
      data: { path },
    }),
  );
});

function readNotice(data) {
  const standard = { title: "はちわくからのお知らせ", body: "", path: HOME, topic: "notice" };
  try {
    return { ...standard, ...data.json() };
  } catch {
    return standard;
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(addressOf(event.notification.data?.path)));
});

/** On this site, whatever the notice says. */
function addressOf(path) {
  const home = new URL(HOME, self.location.origin);
  if (typeof path !== "string" || !URL.canParse(path, home)) return home.href;
  const address = new URL(path, home);
  return address.origin === home.origin ? address.href : home.href;
}

/** The tab that shows the page, else a new one: what a reader is typing elsewhere stays. */
async function show(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === address);
  return tab === undefined ? self.clients.openWindow(address) : tab.focus();
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** The site's key, in the address by which the page has registered this worker: some browsers forget the old subscription. */
const KEY = new URL(self.location.href).searchParams.get("key");

/** The browser has exchanged the subscription, or ended it; some hand over the new one, the old one, both or neither. */
async function renew({ oldSubscription, newSubscription }) {
  const options = optionsOf(oldSubscription);
  const renewed = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)));
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  const { p256dh, auth } = keys;
  const replaces = oldSubscription?.endpoint ?? "";
  // Without a session this is a redirect, and the reader turns notices on again.
  await fetch(DEVICES, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ intent: "add", endpoint, p256dh, auth, replaces }),
  });
}

/** What the browser is asked for a new subscription with; null: there is no key. */
function optionsOf(subscription) {
  const key = subscription?.options?.applicationServerKey ?? KEY;
  return key === null ? null : { userVisibleOnly: true, applicationServerKey: key };
}
