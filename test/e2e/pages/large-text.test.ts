import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { apiToken, callApi, finishedAnalysis, logIn, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { layOutAll } from "#test/e2e/support/page-checks.ts";
import { exampleAccount, MANY_RACES, READY_TIMEOUT_MS, readyRankings } from "#test/e2e/support/public-views.ts";
import { runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

/** Every page and dialog on the narrowest phone that is promised, with letters of the usual size and of twice that. */

const TODAY = "2026-11-21";
const LAST_DAY = "2026-11-15";
/** Addresses that are 404s. */
const MISSING = /^\/404$|^\/changeEmail|^\/undoSecondFactor(\?uuid|$)|^\/notices\/stop|uuid=none|999999/;
const TEXT_SIZES = ["100%", "200%"];
/** As many characters as a model's name may have, of the widest kind, and of the kind that offers no place to break. */
const LONGEST_NAME = "東京芝千六百良馬場特化型改二号";
const UNBROKEN_NAME = "WWWWWWWWWWWWWWW";

test.use({ viewport: { width: 320, height: 844 } });

let examples: Awaited<ReturnType<typeof exampleAccount>>;
let unbrokenId: number;
let pastId: number;

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS);
  examples = await exampleAccount("ookii-moji", { modelName: LONGEST_NAME, features: MANY_RACES });
  const { email, token, modelId } = examples;
  const past = (await racesOf(url, token, LAST_DAY)).at(-1);
  examples.ofUser["/races/$raceId"] = past?.race_id ?? "";
  pastId = await finishedAnalysis(url, token, { model_id: modelId, race_id: past?.race_id });
  await runStatements(saturday.stateDir, [
    `update users set plan = 5, name = '${"ながいなまえ".repeat(5)}' where id = ${userIdOf(email)}`,
    `insert into models (user_id, name, venue_type, is_all_venue, features, feature_count, is_weight, status, form_key, created_at)
     select user_id, '${UNBROKEN_NAME}', venue_type, is_all_venue, features, feature_count, is_weight, 3, 'hiroi', created_at
     from models where id = ${modelId}`,
  ]);
  const { body } = await callApi<{ model_id: number; name: string }[]>(url, token, "/models");
  unbrokenId = body.find(({ name }) => name === UNBROKEN_NAME)?.model_id ?? 0;
  // Rankings are measured with their figures.
  await readyRankings(url);
});

/** What misfits on this page in either size, with all that unfolds unfolded. */
async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  const place = page.url().replace(url, "");
  await layOutAll(page);
  await page.evaluate(() => {
    for (const fold of document.querySelectorAll("details:not([name])")) fold.setAttribute("open", "");
  });
  for (const size of TEXT_SIZES) {
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    found.push(...(await misfits(page)).map((misfit) => `${place} ${size}: ${misfit}`));
  }
  return found;
}

async function sweep(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    found.push(...(await misfitsOf(page)));
  }
  return found;
}

test("a visitor's pages hold their text at 320 px and at twice its size", { tag: ["@no-script", "@full"] }, async ({
  page,
  quietConsole,
}) => {
  const pages = sitePages("_public", examples.ofVisitor).filter(
    (path) => !["/logout", "/share/analysis"].includes(path),
  );
  expect(pages.length).toBeGreaterThan(10);
  const paths = [
    ...pages,
    ...["/?e=atnf", "/?page=banner&position=2", "/login?reset=1", "/signup?sent=1"],
    ...["/resetPassword?sent=1", "/signup?uuid=none", "/404"],
    ...["monthly", "monthly_glass2532"].map((period) => `/share/rankings/${period}`),
    "/share/rankings/monthly?ticket=quinella",
  ];
  expect(await sweep(page, paths)).toEqual([]);
  quietConsole.expectFailures(paths.filter((path) => MISSING.test(path)).map(() => 404));
});

test("what script changes on a page, too", { tag: ["@script", "@full"] }, async ({ page }) => {
  const slides = [...(await (await fetch(`${url}/tutorial`)).text()).matchAll(/<section [^>]*\bid="([^"]+)"/g)];
  expect(slides.length).toBeGreaterThan(3);
  const found = await sweep(page, [
    "/",
    "/share/rankings",
    ...slides.map((match) => `/tutorial?a=${match[1]}#${match[1]}`),
  ]);
  await logIn(page, url, examples.email, PASSWORD);
  found.push(...(await sweep(page, ["/rankings", `/analyses/${examples.analysisId}`, "/models/create"])));
  expect(found).toEqual([]);
});

test("a user's pages and dialogs hold theirs", { tag: ["@no-script", "@full"] }, async ({ page, quietConsole }) => {
  const { email, modelId, analysisId, raceId } = examples;
  await logIn(page, url, email, PASSWORD);
  const pages = sitePages("_app", examples.ofUser).filter((path) => path !== "/settings/export");
  expect(pages.length).toBeGreaterThan(13);
  const found = await sweep(page, [
    ...pages,
    ...["detail", "rename", "created"].map((dialog) => `/models?${dialog}=${modelId}`),
    `/models?delete=${unbrokenId}`,
    "/models?done=renamed",
    `/models/edit/${modelId}`,
    "/models/create?venue_type=2",
    `/models/create?from=${modelId}`,
    `/models/compare?m=${modelId}&m=${unbrokenId}`,
    `/races?date=${TODAY}&race=${raceId}`,
    `/races?date=${LAST_DAY}`,
    `/races/${raceId}`,
    `/races/${raceId}/models?m=${modelId}&m=${unbrokenId}`,
    ...["/races?date=2026-11-18", "/races?date=2026-11-21&month=2026-10"],
    `/races/${raceId}/bets?budget=30000`,
    `/races/${raceId}/what-if?going=soft&out=1&horse=2&kg=58&gate=3&horse=3&kg=99`,
    `/analyses?delete=${analysisId}`,
    `/analyses/${analysisId}?sort=number`,
    `/analyses/${analysisId}?delete`,
    `/analyses/${pastId}`,
    "/analyses/999999",
    ...["monthly", "monthly_glass1216"].map((period) => `/rankings/${period}`),
    "/rankings/weekly?ticket=quinella",
  ]);
  expect(found).toEqual([]);
  // The analysis that does not exist.
  quietConsole.expectFailures([404]);
});

test("a winner's name stays on one line of the race list", { tag: "@no-script" }, async ({ page }) => {
  await logIn(page, url, examples.email, PASSWORD, `/races?date=${LAST_DAY}`);
  const row = page.locator("a.plain", { hasText: "1着" }).first();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const size of TEXT_SIZES) {
      const lines = await row.locator(".winner").evaluate((name, fontSize) => {
        document.documentElement.style.fontSize = fontSize;
        // As long as names are in Japan.
        name.textContent = "ヴァルキリーロード";
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getClientRects().length;
      }, size);
      expect([width, size, lines]).toEqual([width, size, 1]);
    }
  }
});

test("what the bar opens, and what the form of a model answers", { tag: ["@no-script", "@full"] }, async ({
  page,
  quietConsole,
}) => {
  await logIn(page, url, examples.email, PASSWORD, "/models/create");
  const found: string[] = [];
  const go = page.getByRole("button", { name: "この内容でつくる" }).last();
  await page.locator('input[name="average"][value="rank"]').check();
  await go.click();
  await expect(page.getByText("名前がありません", { exact: true })).toBeVisible();
  found.push(...(await misfitsOf(page)));
  await page.getByLabel("AIモデルの名前").fill(LONGEST_NAME);
  // Every box: as many features over the limit as there can be, and every part of the form open.
  await page.locator('.make input[type="checkbox"]:enabled').evaluateAll((boxes) => {
    for (const box of boxes as HTMLInputElement[]) box.checked = true;
  });
  found.push(...(await misfitsOf(page)));
  await go.click();
  await expect(page.getByText("項目が多すぎます。")).toBeVisible();
  found.push(...(await misfitsOf(page)));
  await page.getByRole("button", { name: /はじめて/ }).click();
  await go.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  found.push(...(await misfitsOf(page)));

  await page.goto("/home");
  for (const name of ["お知らせ", "メニュー"]) {
    await page.locator(`.bar summary[aria-label^="${name}"]`).click();
    found.push(...(await misfitsOf(page)));
  }
  expect(found).toEqual([]);
  quietConsole.expectFailures([400, 400]);
});

test("a report names its items on one line between phone and desk too", { tag: ["@no-script", "@full"] }, async ({
  page,
}) => {
  const account = "premium@demo.example";
  const token = await apiToken(url, account, DEMO_PASSWORD);
  const { body: models } = await callApi<{ model_id: number; status: number }[]>(url, token, "/models");
  const model = models.find(({ status }) => status === 2);
  await logIn(page, url, account, DEMO_PASSWORD, `/models/${model?.model_id}`);
  await page.getByRole("heading", { name: "どの項目が効いているか" }).click();
  const names = page.locator(".effects > li > span:first-child");
  for (const width of [768, 820, 960, 1024]) {
    await page.setViewportSize({ width, height: 1024 });
    const lines = await names.evaluateAll((all) =>
      all.map((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return text.getClientRects().length;
      }),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect([width, Math.max(...lines)]).toEqual([width, 1]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

for (const [who, paths] of [
  ["premium", ["/home", "/models", "/analyses", "/rankings/weekly", "/rankings/monthly", "/subscriptions"]],
  [
    "free",
    [
      "/home",
      "/models",
      "/models/create",
      "/analyses",
      `/races?date=${TODAY}`,
      "/rankings/weekly",
      "/subscriptions",
      "/subscriptions?plan=5",
    ],
  ],
  ["restricted", ["/home?restricted=1", "/models", "/analyses", "/subscriptions", "/rankings"]],
  ["unlimited", ["/home", "/models/create", "/subscriptions"]],
] as const) {
  test(`the pages of ${who}@demo.example hold theirs`, { tag: ["@no-script", "@full"] }, async ({ page }) => {
    const account = `${who}@demo.example`;
    const token = await apiToken(url, account, DEMO_PASSWORD);
    const models = await callApi<{ model_id: number; status: number }[]>(url, token, "/models");
    await logIn(page, url, account, DEMO_PASSWORD);
    const found = await sweep(page, [
      ...paths,
      ...models.body
        .filter(({ status }) => status === 2)
        .slice(0, 1)
        .map((model) => `/models/${model.model_id}`),
      ...models.body.slice(0, 1).map((model) => `/models?disabled=${model.model_id}`),
    ]);
    expect(found).toEqual([]);
  });
}
