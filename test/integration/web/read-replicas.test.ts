import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { openSession, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createTestDeps, SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { codeIn, ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { handlers } from "#workers/jobs/handlers.ts";

/** The built site in workerd over a database with a replica that never gets a write. */

const NEWCOMER = "newcomer@example.com";

let site: Awaited<ReturnType<typeof createBuiltSite>>;
let code: string;
/** Session tokens by device and user. */
const tokens = new Map<string, string>();

/** What both databases begin with. */
async function fill(d1: D1Database): Promise<string> {
  const db = openDatabase(d1);
  for (const id of [1, 2, 3]) {
    await insertUser(db, { id, plan: 3 });
    for (const device of ["phone", "laptop"]) {
      const sid = `${device}-${id}`;
      tokens.set(sid, await openSession(d1, { userId: id, sid }));
    }
  }
  await insertModel(db, { id: 1, name: "はじめの型", confirmedAt: SATURDAY_MORNING });
  await insertRace(db, { raceId: "r1", runnerRows: 10, startTime: "15:00" });
  const deps = createTestDeps({ db, store: site.store });
  await createServices(deps).accounts.requestSignUp({ email: NEWCOMER, attribution: "", clientAddress: "192.0.2.1" });
  for (const { message } of deps.sent) {
    if (message.type === "run-job") await runJob(deps, handlers, { ...message, yieldToEventLoop: async () => {} });
  }
  const mail = await d1.prepare("select text from dev_mails").first<{ text: string }>();
  return codeIn({ text: mail?.text ?? "", to: "", subject: "", html: "", sentAt: 0 });
}

beforeAll(async () => {
  site = await createBuiltSite({ hasStaleReplica: true });
  code = await fill(site.d1);
  await fill(site.replica as D1Database);
});

afterAll(() => site[Symbol.asyncDispose]());

/** A browser: it keeps cookies and follows no redirect by itself. */
function openBrowser(session?: { userId: number; device: string }) {
  const cookies = new Map<string, string>();
  if (session !== undefined) cookies.set("session", tokens.get(`${session.device}-${session.userId}`) ?? "");
  async function ask(path: string, fields?: Record<string, string>) {
    const answer = await site.fetch(path, {
      headers: {
        Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        ...(fields && { Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded" }),
      },
      ...(fields && { method: "POST", body: new URLSearchParams(fields).toString() }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2);
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = (await answer.text()).replaceAll("<!-- -->", "");
    const trips = Number(/\bd1;desc="(\d+)"/.exec(answer.headers.get("Server-Timing") ?? "")?.[1]);
    return {
      status: answer.status,
      to: answer.headers.get("Location"),
      text,
      trips,
      set: answer.headers.getSetCookie(),
    };
  }
  return { ask, cookies };
}

const CREATION = { intent: "create", venueType: "1", static: "騎手", form_key: "form-key-of-this" };

test("a form's next page shows what it wrote, and the same page without its bookmark what the replica has", async () => {
  const { ask, cookies } = openBrowser({ userId: 1, device: "phone" });
  const other = openBrowser({ userId: 1, device: "laptop" });
  /** Whether the list of models, of this browser and of another without a bookmark, has a name. */
  const seen = async (name: string) =>
    Promise.all([ask("/models"), other.ask("/models")]).then((pages) => pages.map(({ text }) => text.includes(name)));
  expect(await seen("はじめの型")).toEqual([true, true]);
  expect(cookies.has("bookmark")).toBe(false);

  const created = await ask("/models/create", { ...CREATION, name: "あたらしい型" });
  expect([created.status, created.to]).toEqual([302, "/models?created=2"]);
  const [cookie] = created.set;
  expect(cookie).toMatch(/^bookmark=[0-9a-f-]{26,}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await other.ask("/models")).text).not.toContain("あたらしい型");
  expect((await ask("/models?created=2")).text).toContain("あたらしい型");

  expect(await ask("/models", { model_id: "1", name: "かえた型", intent: "rename" })).toMatchObject({ status: 302 });
  expect((await other.ask("/models")).text).toContain("はじめの型");
  const renamed = await ask("/models");
  expect(renamed.text).toContain("かえた型");
  expect(renamed.text).not.toContain("はじめの型");

  const asked = await ask("/races?date=2026-11-21&race=r1", { model_id: "1", race_id: "r1" });
  expect([asked.status, asked.to]).toEqual([302, "/analyses?accepted=1"]);
  expect((await other.ask("/analyses")).text).not.toContain("サンプル特別");
  expect((await ask("/analyses")).text).toContain("サンプル特別");

  expect(await ask("/models", { model_id: "1", intent: "delete" })).toMatchObject({ to: "/models?done=deleted" });
  expect((await other.ask("/models")).text).toContain("はじめの型");
  expect((await ask("/models")).text).not.toContain("かえた型");
});

test("pages keep to two round trips with a replica", async () => {
  const { ask } = openBrowser({ userId: 2, device: "phone" });
  for (const path of ["/home", "/models", "/analyses", "/races", "/races/r1", "/favourites", "/search?q=a"]) {
    const { status, trips } = await ask(path);
    expect([path, status, trips <= 2]).toEqual([path, 200, true]);
  }
});

test("a session that was ended opens nothing, whatever the replica still has", async () => {
  const thief = openBrowser({ userId: 3, device: "phone" });
  const owner = openBrowser({ userId: 3, device: "phone" });
  expect((await thief.ask("/home")).status).toBe(200);
  expect(await owner.ask("/logout", {})).toMatchObject({ status: 303 });
  expect(owner.cookies.has("session")).toBe(false);
  const still = await site.replica?.prepare("select count(*) n from sessions where user_id = 3").first<{ n: number }>();
  expect(still?.n).toBe(2);
  expect(await thief.ask("/home")).toMatchObject({ status: 302, to: "/login?to=%2Fhome" });
});

test("a new account is logged in and at home, though the replica has neither account nor session", async () => {
  const { ask, cookies } = openBrowser();
  const fields = { uuid: code, name: "新人", password: PASSWORD, terms: "on" };
  expect(await ask(`/signup?uuid=${code}`)).toMatchObject({ status: 200 });
  expect(await ask("/signup", fields)).toMatchObject({ status: 303, to: "/signup/welcome" });
  expect([...cookies.keys()].sort()).toEqual(["bookmark", "session"]);
  cookies.delete("bookmark");
  expect((await ask("/home")).text).toContain("新人");
});

test("a plan that was paid for is there with the next page, also without a bookmark", async () => {
  const { ask } = openBrowser({ userId: 2, device: "laptop" });
  expect((await ask("/home")).text).toContain("スタンダード");
  // Written like the job of a payment's webhook: in another Worker, without a bookmark for this browser.
  await site.d1.prepare("update users set plan = 5 where id = 2").run();
  const still = await site.replica?.prepare("select plan from users where id = 2").first<{ plan: number }>();
  expect(still?.plan).toBe(3);
  for (const path of ["/home", "/models/create"]) expect((await ask(path)).text).toContain("PREMIUM");
});

test("public pages have no cookie, also for those who have one, and visitors get none by a form", async () => {
  const visitor = openBrowser();
  for (const path of ["/", "/tutorial", "/share/rankings/rules"]) expect((await visitor.ask(path)).set).toEqual([]);
  const mailed = await visitor.ask("/signup", { email: "visitor@example.com", terms: "on" });
  expect(mailed.set).toEqual([]);
  const { ask, cookies } = openBrowser({ userId: 2, device: "phone" });
  cookies.set("bookmark", "00000001-00000000-00000000");
  expect((await ask("/")).set).toEqual([]);
});

test("a bookmark of another database, or none at all, costs no page", async () => {
  const { ask, cookies } = openBrowser({ userId: 2, device: "phone" });
  for (const bookmark of ["ffffffff-00000000-00000000", "'; drop table users", "first-primary", ""]) {
    cookies.set("bookmark", encodeURIComponent(bookmark));
    expect((await ask("/models")).status).toBe(200);
  }
});
