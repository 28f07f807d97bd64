import type { Page } from "@playwright/test";
import { logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { subscribeAtStandIn, watchServiceWorker } from "#test/e2e/support/push-browser.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { openSiteBindings, runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { location, postForm, webUser } from "#test/e2e/support/web.ts";
import { askPushFake } from "#test/fakes/push/server.ts";
import type { Message, Subscription } from "#test/fakes/push/service.ts";

const { url, stateDir, pushUrl } = saturday;
const PAGE = "/settings/notices";
const TURN_ON = "この端末に通知を届ける";
const TURN_OFF = "この端末への通知を止める";

test.use({ serviceWorkers: "allow" });

/** Service workers with the key of notifications. */
const registrations = (page: Page) =>
  page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistrations();
    return found.filter(({ active }) => active?.scriptURL.includes("?key=")).length;
  });

const endpointsOf = async (email: string) => {
  const found = await openSiteBindings(stateDir)
    .DB.prepare(`select endpoint from push_subscriptions where user_id = ${userIdOf(email)} order by id`)
    .all<{ endpoint: string }>();
  return found.results.map(({ endpoint }) => endpoint);
};

/** Queues a notification as its event would, and has the site deliver what is due. */
async function queueNotification(email: string, { title, path }: { title: string; path: string }): Promise<void> {
  await runStatements(stateDir, [
    `insert into notifications (user_id, kind, event_key, day, title, body, path, created_at, due_at)
     select id, 'race-settled', 'race-settled:' || '${title}', '2026-11-21', '${title}', '1レースの結果が出ました。', '${path}',
       unixepoch('2026-11-21 01:00'), unixepoch('2026-11-21 01:00') from users where email = '${email}'`,
  ]);
  const headers = { Authorization: `Bearer ${adminToken()}`, "Content-Type": "application/json" };
  await fetch(`${url}/admin/api/cron`, { method: "POST", headers, body: JSON.stringify({ kind: "sweep" }) });
}

/** What reached a browser, once there are so many. */
async function messagesOf(endpoint: string, count: number): Promise<Message[]> {
  let messages: Message[] = [];
  await expect
    .poll(
      async () => {
        messages = await askPushFake<Message[]>(pushUrl, { call: "messages", endpoint });
        return messages.length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);
  return messages;
}

test("a fan turns notifications on after a tap, gets one that opens its page, and turns them off", {
  tag: "@script",
}, async ({ page }) => {
  const { email } = await newAccount(url, "push-on");
  await subscribeAtStandIn(page, { pushUrl, url });
  await logIn(page, url, email, PASSWORD, PAGE);
  const on = page.getByRole("button", { name: TURN_ON });
  await expect(on).toBeVisible();
  // Nothing is asked and nothing registered before the tap.
  expect(await page.evaluate(() => Notification.permission)).toBe("default");
  expect(await registrations(page)).toBe(0);
  await expectGoodPage(page);

  await on.click();
  await expect(page.getByText("この端末に通知が届くようになりました")).toBeVisible();
  await expect(page.getByRole("button", { name: TURN_OFF })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "2026年11月21日" })).toHaveCount(1);
  await expectGoodPage(page);
  const [endpoint = "", ...more] = await endpointsOf(email);
  expect(more).toEqual([]);
  const worker = await watchServiceWorker(page);

  // The choice of kinds stands above; here it is written, as its form has a journey of its own.
  await postForm(url, PAGE, { byPush: "race-settled" }, await webUser(url, email, PASSWORD));
  await queueNotification(email, { title: "結果が出ました", path: "/days/2026-11-21" });
  const [message] = await messagesOf(endpoint, 1);
  await worker.deliver(message?.text ?? "");
  await expect
    .poll(worker.shown)
    .toEqual([
      { title: "結果が出ました", body: "1レースの結果が出ました。", tag: message?.topic, path: "/days/2026-11-21" },
    ]);
  // The same once more, as after a lost answer, is shown once; anything unreadable is a notification all the same.
  await worker.deliver(message?.text ?? "");
  await worker.deliver("no JSON");
  await expect.poll(async () => (await worker.shown()).map(({ path }) => path)).toEqual(["/days/2026-11-21", "/home"]);
  expect(await worker.tap("/days/2026-11-21")).toBe(`${url}/days/2026-11-21`);
  for (const foreign of ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", 7, null])
    expect(await worker.tap(foreign)).toBe(`${url}/home`);

  await page.getByRole("button", { name: TURN_OFF }).click();
  await expect(page.getByText("この端末への通知を止めました")).toBeVisible();
  await expect(page.getByRole("button", { name: TURN_ON })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "2026年11月21日" })).toHaveCount(0);
  expect(await endpointsOf(email)).toEqual([]);
  expect(await registrations(page)).toBe(0);
});

test("a subscription that the browser exchanges is followed, whatever the browser says of it; without a session it is not", {
  tag: "@script",
}, async ({ page, context }) => {
  const { email } = await newAccount(url, "push-exchange");
  await subscribeAtStandIn(page, { pushUrl, url });
  await logIn(page, url, email, PASSWORD, PAGE);
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByRole("button", { name: TURN_OFF })).toBeVisible();
  const worker = await watchServiceWorker(page);
  const first = await page.evaluate(() => JSON.parse(localStorage.getItem("test-subscription") ?? "null"));
  const { publicKey }: { publicKey: string } = first;
  const subscribe = () => askPushFake<Subscription>(pushUrl, { call: "subscribe", publicKey });
  const [handedOver, asked, forgotten, refused] = [
    await subscribe(),
    await subscribe(),
    await subscribe(),
    await subscribe(),
  ];

  // Both, as the standard has it; only the old one; neither: the old one then goes when its service says that it has ended.
  expect(await worker.exchange({ old: first, handedOver, next: refused })).toEqual([]);
  expect(await endpointsOf(email)).toEqual([handedOver.endpoint]);
  expect(await worker.exchange({ old: { ...handedOver, publicKey }, handedOver: null, next: asked })).toEqual([
    publicKey,
  ]);
  expect(await endpointsOf(email)).toEqual([asked.endpoint]);
  expect(await worker.exchange({ old: null, handedOver: null, next: forgotten })).toEqual([publicKey]);
  expect(await endpointsOf(email)).toEqual([asked.endpoint, forgotten.endpoint]);
  await askPushFake(pushUrl, { call: "end", endpoint: asked.endpoint });
  await postForm(url, PAGE, { byPush: "race-settled" }, await webUser(url, email, PASSWORD));
  await queueNotification(email, { title: "結果が出ました", path: "/days/2026-11-21" });
  expect(await messagesOf(forgotten.endpoint, 1)).toEqual([expect.objectContaining({ urgency: "normal" })]);
  await expect.poll(() => endpointsOf(email)).toEqual([forgotten.endpoint]);

  await context.clearCookies({ name: /session$/ });
  await worker.exchange({ old: { ...forgotten, publicKey }, handedOver: refused, next: refused });
  expect(await endpointsOf(email)).toEqual([forgotten.endpoint]);
});

test("a log-out ends the notifications on its device, and the next account turns them on for itself", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const first = await newAccount(url, "push-log-out");
  const second = await newAccount(url, "push-next");
  await subscribeAtStandIn(page, { pushUrl, url });
  await logIn(page, url, first.email, PASSWORD, PAGE);
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByRole("button", { name: TURN_OFF })).toBeVisible();
  const [endpoint] = await endpointsOf(first.email);
  expect(endpoint).toBeDefined();
  // Found again after a reload.
  await page.reload();
  await expect(page.getByRole("button", { name: TURN_OFF })).toBeVisible();

  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>("form[action='/logout']");
    form?.submit();
  });
  await page.waitForURL("/login");
  expect(await endpointsOf(first.email)).toEqual([]);

  await logIn(page, url, second.email, PASSWORD, PAGE);
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByRole("button", { name: TURN_OFF })).toBeVisible();
  expect(await endpointsOf(second.email)).toEqual([endpoint]);
});

test("without a network the service worker has a page of its own and keeps nothing", { tag: "@script" }, async ({
  page,
  context,
}) => {
  const { email } = await newAccount(url, "push-offline");
  // Every logged-in page registers it, whatever the reader chose.
  await logIn(page, url, email, PASSWORD);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // A page without script, which asks for nothing more once it is there.
  await page.goto("/terms");
  await context.setOffline(true);
  await page.goto("/models");
  await expect(page.getByRole("heading", { name: "ネットワークエラー" })).toBeVisible();
  await expectGoodPage(page);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("link", { name: "再度読み込む" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "AIモデル" })).toBeVisible();
});

test("a reader who declines sees that, and what to do in a blocked browser", { tag: ["@script", "@full"] }, async ({
  page,
}) => {
  const { email } = await newAccount(url, "push-no");
  await subscribeAtStandIn(page, { pushUrl, url, permission: "denied" });
  await logIn(page, url, email, PASSWORD, PAGE);
  await page.getByRole("button", { name: TURN_ON }).click();
  await expect(page.getByText("許可されなかったので、通知は届きません。")).toBeVisible();
  await expect(page.getByText("ブラウザーの設定で、このサイトの通知が止められています。")).toBeVisible();
  expect(await registrations(page)).toBe(0);
  expect(await endpointsOf(email)).toEqual([]);
});

test("devices are listed and removed by a plain form; without script the page says what push needs", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email } = await newAccount(url, "push-list");
  await runStatements(
    stateDir,
    ["https://fcm.googleapis.com/fcm/send/", "https://updates.push.services.mozilla.com/wpush/v2/"].map(
      (service, at) =>
        `insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at)
         select id, '${service}' || id, 'p', 'a', unixepoch('2026-11-20 01:00') + ${at} from users where email = '${email}'`,
    ),
  );
  await logIn(page, url, email, PASSWORD, PAGE);
  const rows = page.locator(".devices li");
  await expect(rows).toHaveText([/^Chromeなど.*2026年11月20日/s, /^Firefox.*2026年11月20日/s]);
  const needsScript = page.getByText("この端末への通知にはJavaScriptが必要です。");
  if (javaScriptEnabled) await expect(needsScript).toBeHidden();
  else await expect(needsScript).toBeVisible();
  await rows.first().getByRole("button", { name: /^外す/ }).click();
  await expect(page.getByText("端末を外しました")).toBeVisible();
  await expect(rows).toHaveText([/^Firefox/]);
});

test("the address of devices takes a browser once, refuses what is none, and another's device stays", {
  tag: "@once",
}, async () => {
  const { email } = await newAccount(url, "push-address");
  const other = await newAccount(url, "push-address-other");
  const [user, thief] = [await webUser(url, email, PASSWORD), await webUser(url, other.email, PASSWORD)];
  const devices = `${PAGE}/devices`;
  const { endpoint, p256dh, auth } = await askPushFake<Subscription>(pushUrl, {
    call: "subscribe",
    publicKey: "of nobody",
  });
  const add = { intent: "add", endpoint, p256dh, auth };
  for (let time = 0; time < 2; time += 1) {
    const added = await postForm(url, devices, add, user);
    expect([added.status, await added.json()]).toEqual([200, { isDone: true, words: null }]);
    expect(added.headers.getSetCookie()[0]).toMatch(
      /^push-device=\d+; Max-Age=34560000; Path=\/logout; HttpOnly; SameSite=Lax$/,
    );
    expect(added.headers.get("Cache-Control")).toBe("no-store");
  }
  expect(await endpointsOf(email)).toEqual([endpoint]);
  for (const changed of [{ endpoint: "https://10.0.0.1/x" }, { p256dh: "p" }, { auth: "" }, { intent: "x" }]) {
    expect((await postForm(url, devices, { ...add, ...changed }, user)).status).toBe(400);
  }
  const found = await openSiteBindings(stateDir)
    .DB.prepare("select id from push_subscriptions where endpoint = ?")
    .bind(endpoint)
    .first<{ id: number }>();
  const remove = { intent: "remove", id: String(found?.id) };
  expect((await postForm(url, devices, remove, thief)).status).toBe(303);
  expect((await postForm(url, devices, { intent: "leave", endpoint }, thief)).status).toBe(200);
  expect(await endpointsOf(email)).toEqual([endpoint]);
  for (let time = 0; time < 2; time += 1) {
    const removed = await postForm(url, devices, remove, user);
    expect([removed.status, location(removed, url)]).toEqual([303, `${PAGE}?done=device-removed`]);
  }
  expect(await endpointsOf(email)).toEqual([]);
  const visitor = await postForm(url, devices, add, null);
  expect([visitor.status, location(visitor, url)]).toEqual([302, "/?e=atnf&to=%2Fsettings%2Fnotices%2Fdevices"]);
  const worker = await fetch(`${url}/push-worker.js`);
  expect([worker.status, worker.headers.get("Cache-Control"), worker.headers.get("Content-Type")]).toEqual([
    200,
    "no-cache",
    expect.stringMatching(/^text\/javascript/),
  ]);
});
