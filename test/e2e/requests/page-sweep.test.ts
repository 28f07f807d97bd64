import { createHash } from "node:crypto";
import { PAID_USER_ROUTES, PUBLIC_ROUTES, USER_FILES } from "#test/e2e/support/page-routes.ts";
import { type SharedPage, sharedAnalysis } from "#test/e2e/support/public-views.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, expectEqual, test } from "#test/e2e/support/test.ts";
import { getPage, location, postForm, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

let user: WebUser;
let shared: SharedPage;

test.beforeAll(async () => {
  user = await webUser(url, "premium@demo.example");
  shared = await sharedAnalysis(url, { email: "premium@demo.example" });
});

const OWN_ROUTES = [...PAID_USER_ROUTES, ...USER_FILES];
const ALL_ROUTES = [...PUBLIC_ROUTES, ...OWN_ROUTES];
/** Every page that takes a form; who it wants decides what a foreign form is told. */
const FORM_ROUTES = [
  "/",
  "/login",
  "/logout",
  "/signup",
  "/resetPassword",
  "/changeEmail",
  "/undoSecondFactor",
  "/notices/stop",
  "/tutorial",
  "/models",
  "/models/create",
  "/models/copy/1",
  "/models/1/suggestions",
  "/models/edit/1",
  "/models/1",
  "/analyses",
  "/analyses/1",
  "/races",
  "/races/1",
  "/races/1/marks",
  "/horses/1",
  "/days/2026-11-15?index",
  "/days/2026-11-15/analyze",
  "/settings",
  "/settings/notices",
  "/settings/notices/devices",
  "/settings/limits",
  "/tickets",
  "/settings/delete",
  "/settings/security",
  "/verify",
];

interface SeenPage {
  status: number;
  headers: Headers;
  text: string;
}

const seen = new Map<string, Promise<SeenPage>>();

/** A page as it was first answered to the user, or to a visitor (null): these tests ask different things of it. */
function seePage(path: string, who: WebUser | null): Promise<SeenPage> {
  const key = `${who?.email} ${path}`;
  const known = seen.get(key);
  if (known !== undefined) return known;
  const page = getPage(url, path, who).then(async (answer) => {
    const { status, headers } = answer;
    return { status, headers, text: await answer.text() };
  });
  seen.set(key, page);
  return page;
}

function expectSecured(path: string, { headers }: Response): void {
  expectEqual([path, headers.get("X-Content-Type-Options")], [path, "nosniff"]);
  expectEqual([path, headers.get("Strict-Transport-Security")], [path, "max-age=63072000"]);
  expectEqual([path, headers.get("Referrer-Policy")], [path, "same-origin"]);
  expectEqual([path, headers.get("Cross-Origin-Opener-Policy")], [path, "same-origin"]);
  expectEqual([path, headers.get("Permissions-Policy")?.includes("camera=()")], [path, true]);
  expectEqual([path, headers.get("Access-Control-Allow-Origin")], [path, null]);
  const type = headers.get("Content-Type");
  const kind = /\.csv(\?|$)/.test(path) ? "csv" : "html";
  if (type?.startsWith("text/")) expectEqual([path, type], [path, `text/${kind}; charset=utf-8`]);
  const policy = headers.get("Content-Security-Policy") ?? "";
  for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
    expectEqual([path, policy.includes(rule)], [path, true]);
  }
  expectEqual([path, /(script|default)-src[^;]*'unsafe/.test(policy)], [path, false]);
}

test("every page answers a visitor and a user with its status, the security headers and no other site's rights", async () => {
  for (const [path, status] of PUBLIC_ROUTES) {
    for (const who of [null, user]) {
      const answer = await getPage(url, path, who, { headers: { Origin: "https://evil.example" } });
      expectEqual([path, answer.status], [path, status]);
      expectSecured(path, answer);
    }
  }
  for (const [path, status] of OWN_ROUTES) {
    const answer = await getPage(url, path, user, { headers: { Origin: "https://evil.example" } });
    expectEqual([path, answer.status], [path, status]);
    expectSecured(path, answer);
  }
});

test("what is shared has the same headers, and its pictures and rankings.json have those of files", async () => {
  for (const who of [null, user]) {
    const page = await getPage(url, shared.path, who, { headers: { Origin: "https://evil.example" } });
    expectEqual([page.status, page.headers.get("Set-Cookie")], [200, null]);
    expect(page.headers.get("Cache-Control")).toBe(who === null ? "public, max-age=0, must-revalidate" : "no-store");
    expectSecured(shared.path, page);
    const named = /<meta property="og:image" content="([^"]*)"/.exec(
      await (await getPage(url, "/share/rankings/monthly", null)).text(),
    );
    for (const path of [shared.imagePath, new URL(named?.[1] ?? "").pathname, "/rankings.json"]) {
      const file = await getPage(url, path, who, { headers: { Origin: "https://evil.example" } });
      expectEqual([path, file.status, file.headers.get("Set-Cookie")], [path, 200, null]);
      expectEqual([path, file.headers.get("X-Content-Type-Options")], [path, "nosniff"]);
      // Scripts of other sites may read the rankings only.
      const mayRead = file.headers.get("Access-Control-Allow-Origin");
      expectEqual([path, mayRead], [path, path === "/rankings.json" ? "*" : null]);
      expectEqual([path, file.headers.get("Access-Control-Allow-Credentials")], [path, null]);
      await file.arrayBuffer();
    }
  }
});

test("a public page holds its style, which its policy allows by its hash and nothing else by a rule for all", async () => {
  for (const [path, status] of PUBLIC_ROUTES) {
    if (status !== 200) continue;
    const page = await seePage(path, null);
    const text = /<style[^>]*>([^<]*)<\/style>/.exec(page.text)?.[1] ?? "";
    const hash = createHash("sha256").update(text).digest("base64");
    const rule = /style-src ([^;]*);/.exec(page.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
    expectEqual([path, text.length > 1_000, rule.includes(`'sha256-${hash}'`)], [path, true, true]);
    expectEqual([path, rule.includes("unsafe")], [path, false]);
  }
});

test("what a logged-in user sees is never stored; what a visitor sees sets no cookie", { tag: "@full" }, async () => {
  for (const [path] of ALL_ROUTES) {
    const personal = await seePage(path, user);
    expectEqual([path, personal.headers.get("Cache-Control")], [path, "no-store"]);
    const visited = await seePage(path, null);
    expectEqual([path, visited.headers.get("Set-Cookie")], [path, null]);
  }
  for (const [path] of OWN_ROUTES) {
    expectEqual([path, (await seePage(path, null)).headers.get("Cache-Control")], [path, "no-store"]);
    expectEqual([path, (await seePage(path, user)).headers.get("X-Robots-Tag")], [path, "noindex"]);
  }
});

test("the session's cookie is HttpOnly, SameSite=Lax, for the whole site and 30 days; log-out clears it", async () => {
  const answer = await postForm(url, "/login", { email: "pro@demo.example", password: "keiba-demo-2026" }, null);
  const cookie = answer.headers.get("Set-Cookie") ?? "";
  for (const part of ["Path=/", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"]) expect(cookie).toContain(part);
  expect(cookie).not.toContain("Domain");
  const out = await postForm(url, "/logout", {}, { email: "pro@demo.example", cookie: cookie.split(";", 1)[0] ?? "" });
  expectEqual([out.status, location(out, url)], [303, "/login"]);
  expect(out.headers.get("Set-Cookie")).toContain("Max-Age=0");
});

test("a page without a form refuses one in words of our own, at the address of its data too", async () => {
  for (const path of ["/settings/export", "/settings/export.data", "/terms", "/"]) {
    const answer = await postForm(url, path, { a: "b" }, user);
    expectEqual([path, answer.status, answer.headers.get("Allow")], [path, 405, "GET, HEAD"]);
    expectEqual([path, await answer.text()], [path, "この操作はできません\n"]);
  }
});

test("a form of another site, of none, or without a word of its origin is 403 on every page", async () => {
  const cases: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: `${url}.evil.example` },
    { Origin: url.replace("http:", "https:") },
    { Origin: url, "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "cross-site" },
    {},
  ];
  for (const path of FORM_ROUTES) {
    for (const headers of cases) {
      const answer = await fetch(url + path, {
        method: "POST",
        redirect: "manual",
        headers: { ...headers, Cookie: user.cookie },
        body: new URLSearchParams({ intent: "delete", model_id: "1", name: "x", uuid: "x" }),
      });
      expectEqual([path, headers, answer.status], [path, headers, 403]);
      await answer.body?.cancel();
    }
  }
  expect((await getPage(url, "/home", user)).status).toBe(200);
});

test("without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at", async () => {
  const top = (path: string) => `/?e=atnf&to=${encodeURIComponent(path)}`;
  for (const [path] of OWN_ROUTES) {
    const answer = await seePage(path, null);
    expectEqual([path, answer.status, location(answer, url)], [path, 302, top(path)]);
  }
  for (const path of FORM_ROUTES.filter((route) => /^\/(models|analyses|races|horses|settings)/.test(route))) {
    const answer = await postForm(url, path, { model_id: "x" }, null);
    expectEqual([path, answer.status, location(answer, url)], [path, 302, top(path.replace(/\?.*/, ""))]);
  }
});

test("the cookie of an ended session leads to the log-in with the way back, and is cleared", async () => {
  const ended = await webUser(url, "pro@demo.example");
  await postForm(url, "/logout", {}, ended);
  for (const [path] of OWN_ROUTES) {
    const answer = await getPage(url, path, ended);
    expectEqual([path, answer.status, location(answer, url)], [path, 302, `/login?to=${encodeURIComponent(path)}`]);
    expectEqual([path, answer.headers.get("Set-Cookie")?.includes("Max-Age=0")], [path, true]);
  }
  for (const junk of ["session=x", "session=", "session=a.b.c"]) {
    const answer = await getPage(url, "/home", { email: "", cookie: junk });
    expectEqual([junk, answer.status], [junk, 302]);
  }
});

test("log-in on a restricted plan, which adds to the path, goes to no other site either", async () => {
  const account = { email: "restricted@demo.example", password: "keiba-demo-2026" };
  for (const [to, where] of [
    ["/.//evil.example", "/home?restricted=1"],
    ["/..//evil.example", "/home?restricted=1"],
    ["/home/../..//evil.example", "/home?restricted=1"],
    ["/home/../models", "/models?restricted=1"],
  ] as const) {
    const answer = await postForm(url, "/login", { ...account, to }, null);
    expectEqual([to, answer.status, location(answer, url)], [to, 303, where]);
  }
});

test("a refusal shows no trace of the program", async () => {
  for (const path of ["/no/such/page", "/analyses/abc", "/models/edit/-1", "/signup?uuid=x"]) {
    const text = await (await getPage(url, path, user)).text();
    expectEqual([path, /\bat \w+ \(|node_modules|\.server\.ts|D1_ERROR|SQLITE/.test(text)], [path, false]);
  }
});
