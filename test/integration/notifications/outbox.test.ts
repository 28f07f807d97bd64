import { expect, test } from "vitest";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { deleteExpired } from "#app/db/jobs/jobs.server.ts";
import { pause } from "#app/services/accounts/own-limits.server.ts";
import { deliverDueNotifications, queueNotifications } from "#app/services/notifications/notifications.server.ts";
import { createNotificationSite, draftOf } from "#test/integration/support/notification-site.ts";

test("nothing is queued for those who have not chosen the kind", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  await site.choose(2, "model-ready");
  await site.choose(3, "race-settled", { byMail: true });
  await site.choose(3, "race-settled", { byMail: false });
  await queueNotifications(site.deps, { drafts: [1, 2, 3].map((userId) => draftOf(userId)) });
  expect(await site.notifications()).toEqual([]);
  expect(await site.rows("select id from jobs")).toEqual([]);
});

test("an event queued again, and by many at once, is one notification and one mail", async () => {
  await using site = await createNotificationSite();
  for (const userId of [1, 2]) await site.choose(userId, "race-settled");
  const drafts = [draftOf(1), draftOf(2), draftOf(3), draftOf(1)];
  await Promise.all(Array.from({ length: 8 }, () => queueNotifications(site.deps, { drafts })));
  await Promise.all(Array.from({ length: 4 }, () => deliverDueNotifications(site.deps)));
  await site.work({ count: 3 });
  await queueNotifications(site.deps, { drafts });
  await site.work();
  expect((await site.notifications()).map(({ user_id, event_key }) => `${user_id} ${event_key}`)).toEqual([
    "1 race-settled:2026-11-21",
    "2 race-settled:2026-11-21",
  ]);
  expect((await site.mails()).map(({ to }) => to).sort()).toEqual(["user1@example.com", "user2@example.com"]);
  // Another event of the same kind is another notification.
  await queueNotifications(site.deps, { drafts: [draftOf(1, { event: "2026-11-22" })] });
  await site.work();
  expect(await site.mails()).toHaveLength(3);
});

test("a notification goes by the channels that are chosen when it is due", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  const { deps } = site;
  await site.choose(1, "race-settled", { byMail: true, byPush: true });
  await site.choose(2, "race-settled", { byMail: false, byPush: true });
  await site.choose(3, "race-settled", { byMail: true, byPush: true });
  await queueNotifications(deps, { drafts: [1, 2, 3].map((userId) => draftOf(userId)), dueAt: deps.now() + 60 });
  await deliverDueNotifications(deps);
  expect(await site.rows("select id from jobs")).toEqual([]);
  await site.choose(3, "race-settled", { byMail: false, byPush: false });
  deps.clock.now += 60;
  await Promise.all([deliverDueNotifications(deps), deliverDueNotifications(deps)]);
  await site.work({ count: 2 });
  expect((await site.mails()).map(({ to }) => to)).toEqual(["user1@example.com"]);
  expect(site.pushed.map(({ userId }) => userId)).toEqual([1, 2]);
  const [first] = await site.rows<{ id: number }>("select id from notifications where user_id = 1");
  expect(site.pushed[0]).toEqual({
    ...{
      id: first?.id,
      userId: 1,
      kind: "race-settled",
      day: "2026-11-21",
      createdAt: deps.now() - 60,
      dueAt: deps.now(),
    },
    ...{ title: "分析したレースの結果が出ました", body: "2レースの結果が出ました。", path: "/days/2026-11-21" },
  });
  expect(
    await site.rows("select mailed_at > 0 m, pushed_at > 0 p, ended_at > 0 e from notifications order by id"),
  ).toEqual([
    { m: 1, p: 1, e: 1 },
    { m: null, p: 1, e: 1 },
    { m: null, p: null, e: 1 },
  ]);
});

test("a choice taken back after the job was queued stops the mail and the push", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  await site.choose(1, "race-settled", { byMail: true, byPush: true });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  await site.choose(1, "race-settled", { byMail: false, byPush: false });
  await site.work();
  expect([await site.mails(), site.pushed]).toEqual([[], []]);
});

test("a push that fails is tried again and does not repeat the mail; four times is enough", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  await site.choose(1, "race-settled", { byMail: true, byPush: true });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  site.push.refusals = 2;
  for (let time = 0; time < 5; time += 1) {
    await site.work();
    site.deps.clock.now += 60;
  }
  expect(site.pushed).toHaveLength(1);
  await queueNotifications(site.deps, { drafts: [draftOf(1, { event: "other" })] });
  site.push.refusals = 9;
  for (let time = 0; time < 6; time += 1) {
    await site.work();
    site.deps.clock.now += 60;
  }
  expect([site.pushed.length, site.push.refusals]).toEqual([1, 5]);
  expect(await site.mails()).toHaveLength(2);
  expect(await site.rows("select status, count(*) n from jobs where kind = 'push-notification' group by 1")).toEqual([
    { status: "done", n: 1 },
    { status: "failed", n: 1 },
  ]);
});

test("where push is not set up no job of it is made, also for those who chose it before", async () => {
  await using site = await createNotificationSite();
  await site.choose(1, "race-settled", { byPush: true });
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  expect(await site.rows("select id from jobs")).toEqual([]);
  expect(await site.rows("select id from notifications where ended_at is null")).toEqual([]);
});

test("an account's deletion takes choices, browsers, notifications and their jobs, and nothing is queued for it afterwards", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  for (const userId of [1, 2]) await site.choose(userId, "race-settled", { byMail: true, byPush: true });
  const drafts = [1, 2].map((userId) => draftOf(userId));
  await queueNotifications(site.deps, { drafts });
  await deleteUser(site.db, { userId: 1, jobId: "erase", limitKeys: [], now: site.deps.now() });
  await queueNotifications(site.deps, { drafts });
  await site.choose(1, "race-settled", { byMail: true });
  await queueNotifications(site.deps, { drafts });
  await site.work();
  expect((await site.mails()).map(({ to }) => to)).toEqual(["user2@example.com"]);
  expect(site.pushed.map(({ userId }) => userId)).toEqual([2]);
  expect(await site.rows("select user_id from notification_choices union select user_id from notifications")).toEqual([
    { user_id: 2 },
  ]);
});

test("notifications are forgotten after ninety days, those still to be delivered are not", async () => {
  await using site = await createNotificationSite();
  for (const userId of [1, 2]) await site.choose(userId, "race-settled");
  await queueNotifications(site.deps, { drafts: [draftOf(1)] });
  const day = 86_400;
  await queueNotifications(site.deps, { drafts: [draftOf(2)], dueAt: site.deps.now() + 100 * day });
  const forget = (days: number) => {
    const now = site.deps.now() + days * day;
    return deleteExpired(site.db, { now, machineNow: now });
  };
  await forget(90);
  expect(await site.notifications()).toHaveLength(2);
  await forget(91);
  expect((await site.notifications()).map(({ user_id }) => user_id)).toEqual([2]);
});

test("a notification's mail says it in text and HTML, and how it is stopped; nothing of it becomes markup", async () => {
  await using site = await createNotificationSite();
  await site.choose(1, "model-ready");
  const body = "「<b>逃げ</b>」の学習が終わりました。\n2行目";
  await queueNotifications(site.deps, {
    drafts: [draftOf(1, { kind: "model-ready", title: "完成", body, path: "/models/7" })],
  });
  await site.work();
  const [mail] = await site.mails();
  expect(mail?.subject).toBe("【はちわく】完成");
  const [page, stop] = mail?.text.match(/https?:\S+/g) ?? [];
  expect(page).toBe("http://127.0.0.1:8788/models/7");
  expect(stop).toMatch(/^http:\/\/127\.0\.0\.1:8788\/notices\/stop\?code=1\.model-ready\.[\w-]{43}$/);
  expect(mail?.text).toContain("「AIモデルの完成・改善案の結果」のお知らせを選んだ方");
  expect(mail?.html).toContain("<p>「&lt;b&gt;逃げ&lt;/b&gt;」の学習が終わりました。</p><p>2行目</p>");
  expect(JSON.parse(mail?.headers ?? "")).toEqual({
    "List-Unsubscribe": `<${stop}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("a pause sends no notification, neither what is due in it nor what was handed to its jobs before, and none afterwards", async () => {
  await using site = await createNotificationSite({ isPushOffered: true });
  const { deps } = site;
  for (const userId of [1, 2, 3]) await site.choose(userId, "race-settled", { byMail: true, byPush: true });
  // The jobs of the second user are there when the pause begins.
  await queueNotifications(deps, { drafts: [draftOf(2)] });
  for (const id of [1, 2]) await pause(deps, { user: { id, plan: 1 }, days: 7 });
  await queueNotifications(deps, { drafts: [1, 2, 3].map((userId) => draftOf(userId, { event: "2026-11-22" })) });
  await site.work();
  expect((await site.mails()).map(({ to }) => to)).toEqual(["user3@example.com"]);
  expect(site.pushed.map(({ userId }) => userId)).toEqual([3]);
  expect(await site.rows("select mailed_at is null unsent from notifications where user_id = 1")).toEqual([
    { unsent: 1 },
  ]);
  deps.clock.now += 9 * 24 * 3600;
  await deliverDueNotifications(deps);
  await site.work();
  expect(await site.mails()).toHaveLength(1);
  await queueNotifications(deps, { drafts: [draftOf(1, { event: "2026-11-30" })] });
  await site.work();
  expect(await site.mails()).toHaveLength(2);
});
