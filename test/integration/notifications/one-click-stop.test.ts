import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import type { NotificationKind } from "#app/domain/notifications.ts";
import { stopAddress } from "#app/services/notifications/notification-choices.server.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { createTestSite, ORIGIN } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createDeps } from "#workers/environment.ts";

const ONE_CLICK = new URLSearchParams({ "List-Unsubscribe": "One-Click" });

/** Users 1 and 2 with mails of two kinds; which of these are on. */
async function open() {
  const site = await createTestSite();
  for (const id of [1, 2]) await insertUser(openDatabase(site.d1), { id });
  await sql(site.d1)`insert into notification_choices (user_id, kind, by_mail, by_push, chosen_at)
    select id, kind, 1, 1, 0 from users, (select 'race-settled' as kind union select 'model-ready')`.run();
  const deps = createDeps(site.env);
  return {
    ...site,
    addressOf: async (userId: number, kind: NotificationKind) =>
      (await stopAddress(deps, { userId, kind })).slice(ORIGIN.length),
    on: async () => {
      const { results } = await sql(site.d1)`select user_id || ' ' || kind as k from notification_choices
        where by_mail = 1 order by 1`.all<{ k: string }>();
      return results.map(({ k }) => k);
    },
  };
}

test("a mail program's post stops mails of this kind at once, also from another site and many times", async () => {
  await using site = await open();
  const address = await site.addressOf(1, "race-settled");
  const from: Record<string, string>[] = [
    {},
    { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
    { Cookie: "session=x" },
  ];
  const multipart = new FormData();
  multipart.set("List-Unsubscribe", "One-Click");
  const answers = await Promise.all(
    [ONE_CLICK, multipart].flatMap((body) => from.map((headers) => site.post(address, { body, headers }))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await site.on()).toEqual(["1 model-ready", "2 model-ready", "2 race-settled"]);
  const kept = await site.d1.prepare("select by_push from notification_choices where user_id = 1").all();
  expect(kept.results).toEqual([{ by_push: 1 }, { by_push: 1 }]);
  expect(answers[0]?.headers.get("Cache-Control")).toBe("no-store");
});

test("opening the link changes nothing", async () => {
  await using site = await open();
  const address = await site.addressOf(1, "race-settled");
  for (const method of ["GET", "HEAD"]) await site.fetch(address, { method });
  expect(await site.on()).toHaveLength(4);
});

test("only this post is free of the rule against cross-site requests", async () => {
  await using site = await open();
  const address = await site.addressOf(1, "race-settled");
  const headers = { Origin: "https://mail.example" };
  const others: [string, RequestInit][] = [
    [address, { body: new URLSearchParams({ code: "x" }) }],
    [address, { body: "List-Unsubscribe=One-Click", method: "PUT" }],
    [address, { body: '{"List-Unsubscribe":"One-Click"}', headers: { "Content-Type": "application/json" } }],
    [`${address}`.replace("/stop", "/stop/x"), { body: ONE_CLICK }],
    [address.replace("/notices/", "//notices/"), { body: ONE_CLICK }],
    ["/home", { body: ONE_CLICK }],
    ["/api/token", { body: ONE_CLICK }],
  ];
  for (const [path, init] of others) {
    const answer = await site.post(path, { ...init, headers: { ...headers, ...init.headers } });
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect(await site.on()).toHaveLength(4);
  const large = await site.post(address, { body: new URLSearchParams({ "List-Unsubscribe": "x".repeat(99_999) }) });
  expect(large.status).toBe(413);
});

test("a code that is not ours stops nothing, and wrong ones are limited by address", async () => {
  await using site = await open();
  const address = await site.addressOf(1, "race-settled");
  const code = new URL(address, ORIGIN).searchParams.get("code") ?? "";
  const [, , mac = ""] = code.split(".");
  const forged = [
    "",
    "x",
    `2.race-settled.${mac}`,
    `1.model-ready.${mac}`,
    `1.unknown.${mac}`,
    `01.race-settled.${mac}`,
    `1.race-settled.${mac.slice(1)}`,
    `1.race-settled.${mac}.`,
    `1.race-settled.${mac[0] === "A" ? "B" : "A"}${mac.slice(1)}`,
  ];
  const post = (value: string) =>
    site.post(`/notices/stop?code=${encodeURIComponent(value)}`, {
      body: ONE_CLICK,
      headers: { "CF-Connecting-IP": "192.0.2.7" },
    });
  for (const value of forged) expect([value, (await post(value)).status]).toEqual([value, 404]);
  expect(await site.on()).toHaveLength(4);
  const counted = async () =>
    (await site.d1.prepare("select count from rate_limits where key glob 'code:*'").first<{ count: number }>())?.count;
  for (let time = 0; time < 3; time += 1) expect((await post(code)).status).toBe(200);
  // Right codes are not counted.
  expect(await counted()).toBe(forged.length);
  await site.d1.prepare("update rate_limits set count = 49").run();
  expect((await post("x")).status).toBe(404);
  const refused = await post("x");
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
});
