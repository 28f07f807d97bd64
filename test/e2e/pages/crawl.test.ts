import type { Response } from "@playwright/test";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { apiToken, finishedAnalysis, newModel, racesOf } from "#test/e2e/support/account.ts";
import { PAID_USER_ROUTES, PUBLIC_ROUTES, USER_ROUTES } from "#test/e2e/support/page-routes.ts";
import { READY_TIMEOUT_MS, readyRankings, shareAnalysis } from "#test/e2e/support/public-views.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, expectEqual, test } from "#test/e2e/support/test.ts";
import { getPage, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

test.use({ viewport: { width: 360, height: 844 } });

/** Pages of things of one's own: the PRO user's. */
const ownRoutes: (readonly [path: string, status: number])[] = [];
/** What that user shows to everybody, and past rankings. */
const sharedRoutes: (readonly [path: string, status: number])[] = [];

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS);
  const token = await apiToken(url, "pro@demo.example", DEMO_PASSWORD);
  const modelId = await newModel(url, token, "巡回");
  const [race] = await racesOf(url, token, "2026-11-15");
  const [today] = await racesOf(url, token, "2026-11-21");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  const shared = await shareAnalysis(url, { token, analysisId });
  sharedRoutes.push(
    [shared.path, 200],
    [`${shared.path}?fbclid=1`, 200],
    [`/share/analysis?id=${shared.shareId}`, 302],
    [`/share/analysis?id=${analysisId}&media=line`, 302],
  );
  ownRoutes.push(
    [`/models/${modelId}`, 200],
    [`/models/edit/${modelId}`, 200],
    [`/models/copy/${modelId}`, 200],
    [`/models/${modelId}/suggestions`, 200],
    ...["delete", "rename", "detail", "created"].map((dialog) => [`/models?${dialog}=${modelId}`, 200] as const),
    [`/analyses/${analysisId}`, 200],
    [`/analyses/${analysisId}?sort=number`, 200],
    [`/analyses?delete=${analysisId}`, 200],
    [`/analyses?accepted=${analysisId}`, 200],
    [`/races?date=2026-11-21&race=${today?.race_id}`, 200],
    [`/races?date=2026-11-15&race=${race?.race_id}`, 200],
    [`/races/${today?.race_id}`, 200],
    [`/races/${today?.race_id}/result`, 302],
    ...["?going=soft&out=1&horse=2&kg=58&gate=3", "?horse=99&kg=x&going=x&out=99", "?model=x"].map(
      (query) => [`/races/${race?.race_id}/what-if${query}`, 200] as const,
    ),
    ...["", "?sort=popularity", "?sort=index", "?sort=x", "/result", "/bets", "/bets?ticket=x&budget=x&axis=x"].map(
      (rest) => [`/races/${race?.race_id}${rest}`, 200] as const,
    ),
  );
  // Pages of rankings are gone through with their figures.
  const { monthly } = await readyRankings(url);
  expect(monthly.rank.length).toBeGreaterThan(0);
});

interface Visit {
  who: string;
  email: string | null;
  routes: () => readonly (readonly [path: string, status: number])[];
}

const VISITS: Visit[] = [
  {
    who: "visitor",
    email: null,
    // A page of a user leads to the top page.
    routes: () => [...PUBLIC_ROUTES, ...sharedRoutes, ...USER_ROUTES.map(([path]) => [path, 302] as const)],
  },
  { who: "free user", email: "free@demo.example", routes: () => [...PUBLIC_ROUTES, ...sharedRoutes, ...USER_ROUTES] },
  { who: "paid user", email: "pro@demo.example", routes: () => [...PAID_USER_ROUTES, ...ownRoutes, ...sharedRoutes] },
  { who: "restricted user", email: "restricted@demo.example", routes: () => USER_ROUTES },
  { who: "admin", email: "admin@demo.example", routes: () => [...USER_ROUTES, ["/races?date=2026-11-22", 200]] },
];

const withoutNonces = (text: string) => text.replaceAll(/nonce(="[^"]*"|-[^']*')/g, "nonce");
const markupOf = (policy: string | null | undefined, html: string) => withoutNonces(`${policy}\n${html}`);

/** By address, what the visitor's browser has shown: markup and policy, but for nonces. */
const shownToVisitor = new Map<string, string>();
/** Visits that needed no load: of the visitor's pages by users, and of a page that another address has led to. */
let repeats = 0;

/** Whether a user's browser would show what the visitor's has shown, letter by letter, as it does on most public pages. */
async function isAsForVisitor(path: string, status: number, user: WebUser): Promise<boolean> {
  const shown = shownToVisitor.get(path);
  if (shown === undefined) return false;
  const answer = await getPage(url, path, user);
  expectEqual([path, answer.status], [path, status]);
  return markupOf(answer.headers.get("Content-Security-Policy"), await answer.text()) === shown;
}

/**
 * The page that an address leads to, if the browser has shown it before: most of a visitor's addresses lead to one. Null
 * otherwise, and for pages of their own.
 */
async function shownTarget(path: string, status: number, user: WebUser | null, shown: ReadonlySet<string>) {
  if (status !== 302) return null;
  const answer = await getPage(url, path, user);
  expectEqual([path, answer.status], [path, status]);
  const target = withoutWayBack(new URL(answer.headers.get("Location") ?? "", url).href);
  return shown.has(target) ? target : null;
}

/** The top page looks the same whichever way back its link to the log-in has. */
const withoutWayBack = (address: string) => address.replace(/(\?e=atnf)&to=.*/, "$1");

/** The status of the first answer to an address: the browser shows the last one. */
async function statusBeforeRedirects(answer: Response | null) {
  let request = answer?.request();
  for (let before = request?.redirectedFrom(); before; before = before.redirectedFrom()) request = before;
  return (await request?.response())?.status();
}

for (const { who, email, routes } of VISITS) {
  test(`every route as ${who}: right status, no complaint, nothing wider than the phone`, { tag: "@full" }, async ({
    page,
    quietConsole,
  }) => {
    const user = email === null ? null : await webUser(url, email);
    if (user !== null) {
      const [name = "", ...value] = user.cookie.split("=");
      await page.context().addCookies([{ name, value: value.join("="), url }]);
    }
    const refused: number[] = [];
    const addresses = new Set<string>();
    const isOfUsers = (path: string) => USER_ROUTES.some(([route]) => route === path);
    for (const [path, status] of routes()) {
      if (user !== null && (await isAsForVisitor(path, status, user))) {
        repeats += 1;
        continue;
      }
      const target = await shownTarget(path, status, user, addresses);
      if (target !== null) {
        if (email === null && isOfUsers(path)) expectEqual([path, target], [path, `${url}/?e=atnf`]);
        repeats += 1;
        continue;
      }
      const answer = await page.goto(path, { waitUntil: "load" });
      expectEqual([path, await statusBeforeRedirects(answer)], [path, status]);
      // 302 leads to a page; 303, a form's answer, to whatever the address then has.
      const shown = answer?.status() ?? 0;
      if (status !== 303) expectEqual([path, shown], [path, status === 302 ? 200 : status]);
      if (email === null && isOfUsers(path))
        expectEqual([path, page.url()], [path, `${url}/?e=atnf&to=${encodeURIComponent(path)}`]);
      addresses.add(withoutWayBack(page.url()));
      if (shown >= 400) refused.push(shown);
      // Together: each way to ask a document brings it Playwright's own script first.
      const { isWider, hasTitle } = await page.evaluate(() => ({
        isWider: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        hasTitle: document.title.length > 0,
      }));
      expectEqual([path, isWider, hasTitle], [path, false, true]);
      if (user === null && answer !== null && answer.request().redirectedFrom() === null) {
        shownToVisitor.set(path, markupOf(answer.headers()["content-security-policy"], await answer.text()));
      }
    }
    // The last page's script may still be at work.
    await page.waitForLoadState("networkidle");
    quietConsole.expectFailures(refused);
  });
}

test("the crawl's page loads are counted", { tag: ["@once", "@full"] }, () => {
  const visits = VISITS.reduce((sum, { routes }) => sum + routes().length, 0);
  console.log(`crawl: ${visits} visits with script, and as many without; ${repeats} had been shown before`);
  expect(visits).toBeGreaterThan(400);
});
