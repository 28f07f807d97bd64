// @module-tag full
import { expect, test, vi } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { openSession } from "#test/integration/support/site-accounts.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

const TOKEN = { Authorization: "Bearer test-admin-token-0123456789", "Content-Type": "application/json" };
/** An isolate looks for a banner each ten seconds. */
const SOON = { timeout: 90_000, interval: 500 };

/** The built site with a member of staff, 1, in the console, and a user, 2. */
async function open() {
  const site = await createBuiltSite();
  const cookies: string[] = [];
  for (const userId of [1, 2]) {
    await insertUser(openDatabase(site.d1), { id: userId });
    cookies.push(`session=${await openSession(site.d1, { userId })}`);
  }
  await site.d1.batch([
    site.d1.prepare("insert into staff (user_id, totp_seed, added_at) values (1, 'seed', 0)"),
    site.d1.prepare("update sessions set staff_until = 9000000000 where user_id = 1"),
  ]);
  const [staff = "", user = ""] = cookies;
  return { ...site, staff, user };
}

test("a banner that the operator sets by a call, then by the form, stands on users' pages and public ones, and goes again", async () => {
  await using site = await open();
  const pages = async () => {
    const answers = [await site.fetch("/home", { headers: { Cookie: site.user } }), await site.fetch("/login")];
    return Promise.all(answers.map(async (answer) => [answer.status, bannerIn(await answer.text())]));
  };
  const body = {
    kind: "trouble",
    text: "オッズの更新が止まっています",
    until: SATURDAY_MORNING + 7200,
    reason: "回線",
  };
  const call = await site.fetch("/admin/api/notice", { method: "PUT", headers: TOKEN, body: JSON.stringify(body) });
  expect(call.status).toBe(200);
  const byCall = "障害　オッズの更新が止まっています　11月21日 12:00まで";
  await vi.waitFor(async () => expect(await pages()).toEqual([200, 200].map((status) => [status, byCall])), SOON);

  const post = (cookie: string, fields: Record<string, string>) =>
    site.fetch("/admin/notice", {
      method: "POST",
      headers: { Cookie: cookie, Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  const form = {
    do: "set",
    kind: "delay",
    text: "結果が<遅れて>います",
    until: "2026-11-21T18:00",
    reason: "受信の遅れ",
  };
  expect((await post(site.user, form)).status).toBe(404);
  const set = await post(site.staff, form);
  expect([set.status, set.headers.get("Location")]).toEqual([303, "/admin/notice?done=set"]);
  const byForm = "遅延　結果が&lt;遅れて&gt;います　11月21日 18:00まで";
  await vi.waitFor(async () => expect(await pages()).toEqual([200, 200].map((status) => [status, byForm])), SOON);

  expect((await post(site.staff, { do: "end", reason: "直った" })).status).toBe(303);
  await vi.waitFor(async () => expect(await pages()).toEqual([200, 200].map((status) => [status, null])), SOON);
  const { results } = await site.d1.prepare("select staff_id, action, reason from audit_log order by id").all();
  expect(results).toEqual([
    { staff_id: null, action: "notice.set", reason: "回線" },
    { staff_id: 1, action: "notice.set", reason: "受信の遅れ" },
    { staff_id: 1, action: "notice.ended", reason: "直った" },
  ]);
}, 300_000);

/** The words of the banner; null: none stands. */
function bannerIn(html: string): string | null {
  const [, banner] = /<aside aria-label="運営からのお知らせ"[^>]*>(.*?)<\/aside>/s.exec(html) ?? [];
  return banner?.replaceAll(/<\/?(b|small)\b[^>]*>/g, "") ?? null;
}
