import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { logIn, PASSWORD } from "#test/e2e/support/account.ts";
import { COLOUR_RULES, expectAccessible, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { exampleAccount, MANY_RACES, READY_TIMEOUT_MS, readyRankings } from "#test/e2e/support/public-views.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, type QuietConsole, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

/** Every page and dialog, in both themes, on the narrowest phone; the journeys look at pages in more of their states. */

const TODAY = "2026-11-21";
const SWEEP_TIMEOUT_MS = 360_000;
/** As many full-width characters as a model's name may have. */
const LONGEST_NAME = "東京芝千六百良馬場特化型改二号";

test.use({ viewport: { width: 360, height: 844 } });

const MISSING = /^\/404$|^\/changeEmail|^\/undoSecondFactor(\?uuid|$)|^\/notices\/stop|uuid=none|999999/;

let examples: Awaited<ReturnType<typeof exampleAccount>>;

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS);
  examples = await exampleAccount("mieru", { modelName: LONGEST_NAME, features: MANY_RACES });
  // Rankings are looked at with their figures.
  await readyRankings(url);
});

async function expectAllGood(
  { page, quietConsole }: { page: Page; quietConsole: QuietConsole },
  user: { email: string; password: string } | null,
  paths: readonly string[],
) {
  if (user !== null) await logIn(page, url, user.email, user.password);
  for (const path of paths) {
    await page.goto(path);
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectAccessible(page, COLOUR_RULES);
    await page.emulateMedia({ colorScheme: "light" });
  }
  // Refused links and unknown addresses are 404s; anything else that the browser says is a fault.
  quietConsole.expectFailures(paths.filter((path) => MISSING.test(path)).map(() => 404));
}

test("axe finds nothing serious on a visitor's pages and the API's, light or dark", {
  tag: ["@script", "@full"],
}, async ({ page, quietConsole }) => {
  test.setTimeout(SWEEP_TIMEOUT_MS);
  const pages = sitePages("_public", examples.ofVisitor).filter(
    (path) => !["/logout", "/share/analysis"].includes(path),
  );
  expect(pages.length).toBeGreaterThan(10);
  await expectAllGood({ page, quietConsole }, null, [
    ...pages,
    "/share/rankings/monthly?ticket=quinella",
    "/api/docs",
    "/404",
    "/signup?uuid=none",
  ]);
});

test("axe finds nothing serious on a user's pages and dialogs, light or dark", { tag: ["@script", "@full"] }, async ({
  page,
  quietConsole,
}) => {
  test.setTimeout(SWEEP_TIMEOUT_MS);
  const { email, modelId, analysisId, raceId } = examples;
  const pages = sitePages("_app", examples.ofUser).filter((path) => path !== "/settings/export");
  expect(pages.length).toBeGreaterThan(13);
  const dialogs = [
    ...["detail", "rename", "copy", "delete", "created"].map((dialog) => `/models?${dialog}=${modelId}`),
    ...[`/races?date=${TODAY}&race=${raceId}`, `/races?date=${TODAY}&month=2026-10`],
    `/races/${raceId}`,
    `/races/${raceId}/models`,
    `/races/${raceId}/what-if?going=soft&out=1&horse=2&kg=58&gate=3&horse=3&kg=99`,
    `/analyses?delete=${analysisId}`,
    `/analyses?completed=${analysisId}`,
    "/analyses/999999",
  ];
  await expectAllGood({ page, quietConsole }, { email, password: PASSWORD }, [...pages, ...dialogs]);
});

test("the longest name of a model and its chosen race counts stand on one line each", { tag: "@script" }, async ({
  page,
}) => {
  await logIn(page, url, examples.email, PASSWORD, `/models?detail=${examples.modelId}`);
  const lines = await page.locator(".model-name > span:first-child, .choice-list .keep").evaluateAll((texts) =>
    texts.map((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [text.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
    }),
  );
  expect(lines).toEqual([
    [LONGEST_NAME, 1],
    ["すべて・同距離・同場・芝ダ ×", 1],
    ["全・1・3・5走", 1],
  ]);
});

test("axe finds nothing serious where a plan is restricted, light or dark", { tag: ["@script", "@full"] }, async ({
  page,
  quietConsole,
}) => {
  test.setTimeout(SWEEP_TIMEOUT_MS);
  const user = { email: "restricted@demo.example", password: DEMO_PASSWORD };
  await expectAllGood({ page, quietConsole }, user, ["/home", "/home?restricted=1", "/subscriptions", "/rankings"]);
});
