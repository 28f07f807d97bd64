import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { outcomeOf, tally } from "#test/integration/support/concurrent-calls.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { cookie, NEW_PASSWORD, PASSWORD, signUp, tokenOf } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, codeIn, createTestSite } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createDeps } from "#workers/environment.ts";

const KEYS = { p256dh: `BA${"a".repeat(85)}`, auth: "a".repeat(22) };
const endpointOf = (name: string) => `https://updates.push.services.mozilla.com/wpush/v2/${name}`;
const PUSH = { publicKey: "key", standIn: null };
const user = (id: number) => ({ id, plan: 1 });

/** Users 1 to 3 on a site with a key for Web Push. */
async function createDeviceSite({ isOffered = true }: { isOffered?: boolean } = {}) {
  const site = await createNotificationSite();
  site.deps.config = { ...site.deps.config, push: isOffered ? PUSH : null };
  const { notifications } = createServices(site.deps);
  return {
    ...site,
    notifications,
    add: (userId: number, name: string, replaces: string | null = null) =>
      notifications.addDevice({
        user: user(userId),
        subscription: { endpoint: endpointOf(name), ...KEYS },
        replaces: replaces && endpointOf(replaces),
      }),
    /** Owner and name of each device. */
    devices: async () =>
      (
        await site.rows<{ user_id: number; endpoint: string }>(
          "select user_id, endpoint from push_subscriptions order by user_id, id",
        )
      ).map(({ user_id, endpoint }) => `${user_id} ${endpoint.slice(endpointOf("").length)}`),
  };
}

test("a browser is stored once, and its owner sees it", async () => {
  await using site = await createDeviceSite();
  const first = await site.add(1, "phone");
  expect(first).toEqual({ kind: "added", id: expect.any(Number) });
  const stored = await site.rows("select * from push_subscriptions");
  site.deps.clock.now += 60;
  expect(await Promise.all([site.add(1, "phone"), site.add(1, "phone")])).toEqual([first, first]);
  expect(await site.rows("select * from push_subscriptions")).toEqual(stored);
  const { devices, pushKey } = await site.notifications.readChoices({ user: user(1) });
  expect(devices).toEqual([
    { id: expect.any(Number), endpoint: endpointOf("phone"), service: "mozilla", addedOn: "2026-11-21" },
  ]);
  expect(pushKey).toBe("key");
  expect((await site.notifications.readChoices({ user: user(2) })).devices).toEqual([]);
});

test("a browser that another account turns on is that account's", async () => {
  await using site = await createDeviceSite();
  await site.add(1, "family");
  await site.add(1, "phone");
  await site.add(2, "family");
  expect(await site.devices()).toEqual(["1 phone", "2 family"]);
});

test("an exchanged subscription takes the place of its own user's only", async () => {
  await using site = await createDeviceSite();
  await site.add(1, "old");
  await site.add(2, "others");
  await site.add(1, "new", "old");
  await site.add(1, "newer", "others");
  expect(await site.devices()).toEqual(["1 new", "1 newer", "2 others"]);
});

test("a user has ten devices at most, also of fifty at once; one that is known may come again, and one may be exchanged", async () => {
  await using site = await createDeviceSite();
  // In two minutes, as thirty calls a minute are allowed.
  const results = [];
  for (let half = 0; half < 2; half += 1) {
    const names = Array.from({ length: 25 }, (_, at) => `d${half}-${at}`);
    results.push(...(await Promise.all(names.map((name) => site.add(1, name)))));
    site.deps.clock.now += 60;
  }
  expect(tally(results.map(outcomeOf))).toEqual({ added: 10, "too-many-devices": 40 });
  const [kept = ""] = (await site.devices()).map((device) => device.slice(2));
  expect((await site.add(1, kept)).kind).toBe("added");
  expect((await site.add(1, "exchanged", kept)).kind).toBe("added");
  expect(await site.devices()).toHaveLength(10);
  expect((await site.add(2, "other")).kind).toBe("added");
});

test("thirty calls a minute are allowed", async () => {
  await using site = await createDeviceSite();
  const results = await Promise.all(Array.from({ length: 32 }, () => site.add(1, "phone")));
  expect(tally(results.map(outcomeOf))).toEqual({ added: 30, "too-many": 2 });
});

test("a user removes own devices only, and again that changes nothing", async () => {
  await using site = await createDeviceSite();
  const phone = await site.add(1, "phone");
  await site.add(1, "tablet");
  const others = await site.add(2, "others");
  if (phone.kind !== "added" || others.kind !== "added") throw new Error("not added");
  for (let time = 0; time < 2; time += 1) {
    await site.notifications.removeDevice({ user: user(1), id: phone.id });
    await site.notifications.removeDevice({ user: user(1), id: others.id });
    await site.notifications.removeDevice({ user: user(1), endpoint: endpointOf("tablet") });
    await site.notifications.removeDevice({ user: user(1), endpoint: endpointOf("others") });
  }
  expect(await site.devices()).toEqual(["2 others"]);
});

test.each([
  "http://updates.push.services.mozilla.com/a",
  "https://push.example.net/a",
  "https://127.0.0.1.nip.io/a",
  "https://kubernetes.default.svc/a",
  "https://10.0.0.1/a",
  "nowhere",
  "",
])("an endpoint like %j is not stored", async (endpoint) => {
  await using site = await createDeviceSite();
  const subscription = { endpoint, ...KEYS };
  const result = await site.notifications.addDevice({ user: user(1), subscription, replaces: null });
  expect(result).toEqual({ kind: "refused", reason: "unknown-service" });
  expect(await site.devices()).toEqual([]);
});

test("a site without a key stores no browser", async () => {
  await using site = await createDeviceSite({ isOffered: false });
  expect(await site.add(1, "phone")).toEqual({ kind: "refused", reason: "not-offered" });
  expect((await site.notifications.readChoices({ user: user(1) })).pushKey).toBeNull();
});

/** An account with two devices, and a device of another one, on a whole site. */
async function createLoggedInSite() {
  const site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    env: { VAPID_PRIVATE_KEY: Buffer.alloc(32, 1).toString("base64url") },
  });
  const { id: userId } = await signUp(site);
  const token = await tokenOf(site);
  const insert = (id: number, owner: number) =>
    sql(site.d1)`insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at)
      values (${id}, ${owner}, ${endpointOf(String(id))}, ${KEYS.p256dh}, ${KEYS.auth}, 1)`;
  await insertUser(openDatabase(site.d1), { id: userId + 1 });
  await site.d1.batch([insert(1, userId), insert(2, userId), insert(3, userId + 1)]);
  return {
    ...site,
    userId,
    token,
    services: createServices(createDeps(site.env, { passwords: CHEAP_PASSWORDS })),
    ids: async () =>
      (await site.d1.prepare("select id from push_subscriptions order by id").all<{ id: number }>()).results.map(
        ({ id }) => id,
      ),
  };
}

test("a log-out ends the notifications on its device, if that is the user's, and leaves the others", async () => {
  await using site = await createLoggedInSite();
  const second = await tokenOf(site);
  await site.services.auth.signOut({ token: second, deviceId: 3 });
  expect(await site.ids()).toEqual([1, 2, 3]);
  await site.services.auth.signOut({ token: site.token, deviceId: 1 });
  expect(await site.ids()).toEqual([2, 3]);
  expect((await site.fetch("/home", cookie(site.token))).status).toBe(302);
  // The session is over, so that nothing can be removed by it.
  await site.services.auth.signOut({ token: site.token, deviceId: 2 });
  expect(await site.ids()).toEqual([2, 3]);
});

test("a log-out everywhere and a new password end the notifications on all devices of the user", async () => {
  await using site = await createLoggedInSite();
  await site.services.auth.signOutEverywhere({ user: { id: site.userId }, password: PASSWORD });
  expect(await site.ids()).toEqual([3]);

  await using reset = await createLoggedInSite();
  const { email } = (await reset.d1.prepare("select email from users order by id").first<{ email: string }>()) ?? {
    email: "",
  };
  await reset.services.accounts.requestPasswordReset({ email, clientAddress: "192.0.2.9" });
  const [mail] = await reset.mails();
  await reset.services.accounts.resetPassword({ code: "wrong", password: NEW_PASSWORD });
  expect(await reset.ids()).toEqual([1, 2, 3]);
  const changed = await reset.services.accounts.resetPassword({ code: codeIn(mail), password: NEW_PASSWORD });
  expect([changed.kind, await reset.ids()]).toEqual(["changed", [3]]);
});
