import { afterAll, beforeAll, expect, test } from "vitest";
import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { NOTIFICATION_KINDS } from "#app/domain/notifications.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { openSession } from "#test/integration/support/site-accounts.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

/** The built site, as Remix has a rule of its own about the origins of forms. */

const SECRET = "test-session-secret-0123456789";
let site: Awaited<ReturnType<typeof createBuiltSite>>;
let cookie: string;

beforeAll(async () => {
  site = await createBuiltSite();
  await insertUser(openDatabase(site.d1), { id: 1 });
  cookie = `session=${await openSession(site.d1, { userId: 1 })}`;
});

afterAll(() => site[Symbol.asyncDispose]());

const ask = async (path: string, fields?: [string, string][], headers: Record<string, string> = {}) => {
  const answer = await site.fetch(path, {
    ...(fields && { method: "POST", body: new URLSearchParams(fields).toString() }),
    headers: { ...(fields && { "Content-Type": "application/x-www-form-urlencoded" }), ...headers },
  });
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    text: (await answer.text()).replaceAll("<!-- -->", ""),
  };
};
const own = () => ({ Cookie: cookie, Origin: ORIGIN });

/** Kinds whose mail the settings page shows as chosen. */
async function ticked(): Promise<(string | undefined)[]> {
  const { text } = await ask("/settings/notices", undefined, { Cookie: cookie });
  const boxes = [...text.matchAll(/<input[^>]*name="byMail"[^>]*>/g)].map(([input]) => input);
  expect(boxes).toHaveLength(NOTIFICATION_KINDS.length);
  return boxes.filter((input) => input.includes("checked")).map((input) => /value="([\w-]+)"/.exec(input)?.[1]);
}

test("choices are saved by a form without script, also sent twice, and stopped by a mail's link and its button", async () => {
  expect(await ticked()).toEqual([]);
  const chosen: [string, string][] = ["race-settled", "model-ready", "unknown"].map((kind) => ["byMail", kind]);
  const saved = { status: 303, to: "/settings/notices?done=saved" };
  for (let time = 0; time < 2; time += 1) expect(await ask("/settings/notices", chosen, own())).toMatchObject(saved);
  expect((await ask("/settings/notices?done=saved", undefined, { Cookie: cookie })).text).toContain(
    "お知らせの設定を保存しました",
  );
  expect(await ticked()).toEqual(["race-settled", "model-ready"]);

  const mac = await hmacBase64Url(SECRET, "stop-notifications:1:race-settled");
  const code = `1.race-settled.${mac}`;
  const stop = `/notices/stop?code=${code}`;
  const page = await ask(stop);
  expect([page.status, page.text.includes("「レースの結果」のお知らせのメールを止めます")]).toEqual([200, true]);
  expect(page.text).not.toContain("<script");
  expect(await ticked()).toEqual(["race-settled", "model-ready"]);
  for (let time = 0; time < 2; time += 1) {
    const done = await ask(stop, [["code", code]], { Origin: ORIGIN });
    expect(done).toMatchObject({ status: 303, to: "/notices/stop?done=race-settled" });
  }
  expect((await ask("/notices/stop?done=race-settled")).text).toContain(
    "「レースの結果」のお知らせのメールを止めました",
  );
  expect(await ticked()).toEqual(["model-ready"]);

  const other = `/notices/stop?code=1.model-ready.${await hmacBase64Url(SECRET, "stop-notifications:1:model-ready")}`;
  expect(await ask(other, [["code", "x"]], { Origin: "https://mail.example" })).toMatchObject({ status: 403 });
  const oneClick: [string, string][] = [["List-Unsubscribe", "One-Click"]];
  expect(await ask(other, oneClick, { Origin: "https://mail.example" })).toMatchObject({ status: 200 });
  expect(await ticked()).toEqual([]);
});

test("a link that is not ours has a page that says so, and nobody's choices are open without log-in", async () => {
  for (const path of ["/notices/stop", "/notices/stop?code=1.race-settled.x", "/notices/stop?done=unknown"]) {
    const answer = await ask(path);
    expect([path, answer.status, answer.text.includes("このリンクではメールを止められません")]).toEqual([
      path,
      404,
      true,
    ]);
  }
  expect(await ask("/notices/stop?code=x", [["code", "x"]], { Origin: ORIGIN })).toMatchObject({ status: 404 });
  expect(await ask("/settings/notices")).toMatchObject({ status: 302, to: "/?e=atnf&to=%2Fsettings%2Fnotices" });
});

test("a form without script makes, renews and ends the calendar", async () => {
  const shown = async () => {
    const { text } = await ask("/settings/notices", undefined, { Cookie: cookie });
    return /<code>[^<]*(\/calendar\/[^<]*)<\/code>/.exec(text)?.[1] ?? null;
  };
  const press = (value: string) => ask("/settings/notices", [["calendar", value]], own());
  const before = await ticked();
  const seen = [await shown()];
  for (const value of ["renew", "renew", "stop"]) {
    const to = `/settings/notices?done=calendar-${value === "renew" ? "on" : "off"}`;
    expect(await press(value)).toMatchObject({ status: 303, to });
    seen.push(await shown());
  }
  expect([seen[0], seen[3], new Set(seen).size]).toEqual([null, null, 3]);
  expect((await ask(seen[1] ?? "")).status).toBe(404);
  expect(await ticked()).toEqual(before);
});
