import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPushSender, type PushSender } from "#app/adapters/push/push-sender.server.ts";
import { readVapidKeys } from "#app/adapters/push/vapid-keys.server.ts";
import { saveSubscription } from "#app/db/notifications/push-subscriptions.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { queueNotifications } from "#app/services/notifications/notifications.server.ts";
import { createPushNotification } from "#app/services/notifications/push-notifications.server.ts";
import { startPushFake } from "#test/fakes/push/server.ts";
import { createNotificationSite, draftOf } from "#test/integration/support/notification-site.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const KEYS = readVapidKeys({
  privateKey: Buffer.alloc(32, 1).toString("base64url"),
  subject: "mailto:support@example.net",
});

let push: Awaited<ReturnType<typeof startPushFake>>;
let errors: string[];

beforeAll(async () => {
  push = await startPushFake();
});
afterAll(() => push.close());
beforeEach(() => {
  errors = [];
  vi.spyOn(console, "error").mockImplementation((line: string) => void errors.push(line));
});

interface Options {
  /** That of the product by default. */
  deadlineMs?: number;
  sender?: PushSender;
}

/** The outbox with the product's own sender, to the stand-in. */
async function createPushSite({
  deadlineMs,
  sender = createPushSender({ keys: KEYS, standIn: push.origin }),
}: Options = {}) {
  const site = await createNotificationSite({ pushNotification: createPushNotification(sender, deadlineMs) });
  await site.choose(1, "race-settled", { byPush: true });
  return {
    ...site,
    /** Another browser of the user. */
    async subscribe(userId: number) {
      const subscription = push.service.subscribe({ publicKey: KEYS.publicKey });
      const id = await saveSubscription(site.db, { userId, subscription, replaces: null, limit: 10, now: 1 });
      return { ...subscription, id };
    },
    endpoints: async () =>
      (await site.rows<{ endpoint: string }>("select endpoint from push_subscriptions order by id")).map(
        ({ endpoint }) => endpoint,
      ),
    /** When the job of the only notification runs next, in seconds from now. */
    async delay() {
      const [job] = await site.rows<{ run_after: number }>(
        "select run_after from jobs where kind = 'push-notification'",
      );
      return (job?.run_after ?? 0) - site.deps.now();
    },
    states: () => site.rows<{ status: string }>("select status from jobs where kind = 'push-notification'"),
  };
}

const titles = (endpoint: string) =>
  push.service.messages(endpoint).map(({ text }) => (JSON.parse(text) as { title: string }).title);

test("a notification reaches every browser of its user once, however often its job runs", async () => {
  await using site = await createPushSite();
  const devices = [await site.subscribe(1), await site.subscribe(1)];
  const other = await site.subscribe(2);
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work({ count: 4 });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work();
  const [notification] = await site.rows<{ id: number }>("select id from notifications");
  for (const { endpoint } of devices) {
    const [message, ...more] = push.service.messages(endpoint);
    expect(more).toEqual([]);
    expect(JSON.parse(message?.text ?? "")).toEqual({
      ...{ title: "分析したレースの結果が出ました", body: "2レースの結果が出ました。" },
      ...{ path: "/days/2026-11-21", topic: `notification-${notification?.id}` },
    });
    expect([message?.ttl, message?.urgency]).toEqual([12 * 3600, "normal"]);
  }
  expect(push.service.messages(other.endpoint)).toEqual([]);
  expect(await site.rows("select pushed_at > 0 p from notifications")).toEqual([{ p: 1 }]);
});

test("a browser that has withdrawn the permission is forgotten, the others get the notification", async () => {
  await using site = await createPushSite();
  const devices = [await site.subscribe(1), await site.subscribe(1), await site.subscribe(1)];
  const [first, ended, last] = devices.map(({ endpoint }) => endpoint);
  push.service.end(ended ?? "");
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work();
  expect(await site.endpoints()).toEqual([first, last]);
  expect([titles(first ?? ""), titles(last ?? "")]).toEqual([
    ["分析したレースの結果が出ました"],
    ["分析したレースの結果が出ました"],
  ]);
  expect(errors).toEqual([]);
});

test("a browser that could not be reached is tried again when its service says, and the reached ones get nothing twice", async () => {
  await using site = await createPushSite();
  const [one, busy] = [await site.subscribe(1), await site.subscribe(1)];
  push.service.fail(busy.endpoint, { kind: "status", status: 429, retryAfter: "300" }, { kind: "status", status: 503 });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work();
  expect([titles(one.endpoint).length, titles(busy.endpoint).length, await site.delay()]).toEqual([1, 0, 300]);
  site.deps.clock.now += 300;
  await site.work();
  expect([titles(busy.endpoint).length, await site.delay()]).toEqual([0, 60]);
  site.deps.clock.now += 60;
  await site.work();
  expect([titles(one.endpoint).length, titles(busy.endpoint).length]).toEqual([1, 1]);
  // What is left of its twelve hours.
  expect(push.service.messages(busy.endpoint)[0]?.ttl).toBe(12 * 3600 - 360);
  expect(await site.states()).toEqual([{ status: "done" }]);
});

test("a notification is given up when it is of no use any more", async () => {
  await using site = await createPushSite();
  const device = await site.subscribe(1);
  const failures = Array.from({ length: 5 }, () => ({ kind: "status" as const, status: 500, retryAfter: "20000" }));
  push.service.fail(device.endpoint, ...failures);
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  for (let time = 0; time < 5; time += 1) {
    await site.work();
    site.deps.clock.now += 20_000;
  }
  expect(titles(device.endpoint)).toEqual([]);
  expect(await site.states()).toEqual([{ status: "done" }]);
});

test("a lost answer sends the notification again under the same topic, which the browser shows once", async () => {
  await using site = await createPushSite();
  const device = await site.subscribe(1);
  push.service.fail(device.endpoint, { kind: "lost" });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work();
  site.deps.clock.now += 60;
  await site.work();
  const topics = push.service.messages(device.endpoint).map(({ topic }) => topic);
  expect([topics.length, new Set(topics).size]).toEqual([2, 1]);
});

test("what a service refuses for good is logged without the browser's address, and not tried again", async () => {
  await using site = await createPushSite();
  const device = await site.subscribe(1);
  push.service.fail(device.endpoint, { kind: "status", status: 403 });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.work();
  expect(await site.states()).toEqual([{ status: "done" }]);
  expect(errors).toHaveLength(1);
  expect(JSON.parse(errors[0] ?? "")).toMatchObject({
    event: "push.refused",
    deviceId: device.id,
    reason: "status 403",
  });
  expect(errors[0]).not.toContain("/push/");
  expect(await site.endpoints()).toEqual([device.endpoint]);
});

/** Sends to push services that never respond to the endpoints in `silent`, and notes who has the notification. */
function createTarpit() {
  const silent = new Set<string>();
  const delivered: string[] = [];
  const sender: PushSender = {
    async send(_notification, { endpoint }, signal) {
      if (silent.has(endpoint)) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { kind: "timeout" };
      }
      delivered.push(endpoint);
      return { kind: "delivered" };
    },
  };
  return { silent, delivered, sender };
}

test("ten silent devices cost a notification one deadline in all, and are deleted at their third timeout in a row", async () => {
  const { silent, sender } = createTarpit();
  const deadlineMs = 1000;
  await using site = await createPushSite({ sender, deadlineMs });
  for (let count = 0; count < 10; count += 1) silent.add((await site.subscribe(1)).endpoint);
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  for (const left of [10, 10, 0]) {
    const startedAt = performance.now();
    await site.work();
    // One after the other they would take ten deadlines.
    expect(performance.now() - startedAt).toBeLessThan(5 * deadlineMs);
    expect(await site.endpoints()).toHaveLength(left);
    site.deps.clock.now += 600;
  }
  expect(await site.states()).toEqual([{ status: "done" }]);
});

test("a device that was reached in between starts its timeouts anew, and other devices do not wait for it", async () => {
  const { silent, delivered, sender } = createTarpit();
  await using site = await createPushSite({ sender, deadlineMs: 20 });
  const { endpoint: slow } = await site.subscribe(1);
  const { endpoint: other } = await site.subscribe(1);
  for (const event of ["one", "two"]) {
    silent.add(slow);
    await queueNotifications(site.deps, { drafts: [draftOf(1, { event })] });
    for (let time = 0; time < 2; time += 1) {
      await site.work();
      site.deps.clock.now += 600;
    }
    expect(await site.rows("select timeouts from push_subscriptions order by id")).toEqual([
      { timeouts: 2 },
      { timeouts: 0 },
    ]);
    silent.clear();
    await site.work();
  }
  expect(delivered).toEqual([other, slow, other, slow]);
  expect(await site.endpoints()).toEqual([slow, other]);
});

test("a job that outlasts its lease renews it, so that no second worker pushes the same notification", async () => {
  let sent = 0;
  let runAgain = async () => {};
  const sender: PushSender = {
    async send() {
      sent += 1;
      // Fifty seconds for each five devices, of a lease of sixty.
      if (sent % 5 === 0) site.deps.clock.now += 50;
      if (sent === 10) await runAgain();
      return { kind: "delivered" };
    },
  };
  await using site = await createPushSite({ sender });
  for (let count = 0; count < 10; count += 1) await site.subscribe(1);
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  const [job] = await site.rows<{ id: string }>("select id from jobs where kind = 'push-notification'");
  const run = { jobId: job?.id ?? "", yieldToEventLoop: async () => {} };
  runAgain = async () => expect(await runJob(site.deps, handlers, run)).toBe("not-claimed");
  expect([await runJob(site.deps, handlers, run), sent]).toEqual(["done", 10]);
});

test("pushes have a queue of their own, so that mails do not wait for push services", async () => {
  await using site = await createPushSite();
  await site.choose(1, "race-settled", { byPush: true, byMail: true });
  await site.subscribe(1);
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  const queues = site.deps.sent.map(({ queue }) => queue).sort();
  expect(queues).toEqual(["notify", "push"]);
});
