import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { type Account, callApi, logIn, newAccount } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { startTestSite, type TestSite } from "#test/e2e/support/site.ts";
import { runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { type OwnModel, putRankings } from "#test/e2e/support/site-rankings.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** Rankings as pages show them, on a site without races, so that nothing else is counted meanwhile. */

const TURN_MS = 6_000;

let site: TestSite;
let payer: Account;
let free: Account;
let restricted: Account;
let own: OwnModel[];
/** Differs with each put, so that pages show which one they are of. */
let participants = 412;

test.beforeAll(async () => {
  site = await startTestSite({ appNow: "2026-11-21T10:00:00+09:00", sample: "none" });
  payer = await newAccount(site.url, "aruji");
  free = await newAccount(site.url, "muryo");
  restricted = await newAccount(site.url, "seigen");
  await runStatements(site.stateDir, [
    `update users set plan = 5 where id = ${userIdOf(payer.email)}`,
    `update users set plan = 103 where id = ${userIdOf(restricted.email)}`,
  ]);
  const { body: me } = await callApi<{ id: number }>(site.url, payer.token, "/users/me");
  own = [];
  for (const name of ["末脚マイスター1", "末脚マイスター2"]) {
    const { body } = await callApi<{ model_id: number }>(site.url, payer.token, "/models", {
      ...{ name, user_id: me.id, is_weight: false, venue_type: 1 },
      feature: { static: ["騎手"], average: {} },
    });
    own.push({ userId: me.id, modelId: body.model_id });
  }
});

test.afterAll(async () => {
  await site.stop();
});

async function put(options: Omit<Parameters<typeof putRankings>[1], "own"> = {}): Promise<void> {
  participants += 1;
  await putRankings(site.stateDir, { own, participants, ...options });
  // Public pages look for a newer version once a second.
  await expect.poll(async () => (await fetch(`${site.url}/share/rankings`)).text()).toContain(`${participants}モデル`);
}

const cardOf = (page: Page, name: string) =>
  page.locator("section.card", { has: page.getByRole("heading", { name, level: 2 }) });
const shownTypes = (page: Page, name: string) => cardOf(page, name).locator("h3:visible");

test("before the first build every ranking says ランキングを準備中です, with and without log-in", {
  tag: "@no-script",
}, async ({ page }) => {
  await logIn(page, site.url, payer.email);
  await expect(page.getByText("集計の終わった最新のランキングに、あなたのモデルはありません。")).toBeVisible();
  for (const path of ["/rankings", "/share/rankings"]) {
    await page.goto(site.url + path);
    // The season is counted too.
    await expect(page.getByText("ランキングを準備中です")).toHaveCount(path === "/rankings" ? 8 : 7);
  }
  for (const path of ["/rankings/monthly", "/share/rankings/monthly"]) {
    await page.goto(site.url + path);
    await expect(page.getByRole("status").getByText("ランキングを準備中です")).toBeVisible();
  }
});

test("cards list the first five of every ticket type, one line each, and lead to the details", async ({ page }) => {
  await put();
  await logIn(page, site.url, payer.email, undefined, "/rankings");
  const weekly = cardOf(page, "週間");
  await expect(page.locator("section.card")).toHaveCount(7);
  await expect(shownTypes(page, "週間")).toHaveText(["総合"]);
  const first = weekly.locator(".turn > div").first();
  await expect(first.locator("ol > li .row-name")).toHaveText(
    ["雪解けの差し", "三歳馬の成長曲線ノート", "外枠先行", "長距離は血統で買うモデル第二号", "叩き二走目"],
    { useInnerText: true },
  );
  await expect(first.locator("ul .row-name")).toHaveText([/^末脚マイスター1/, "1番人気", "くじ引き"], {
    useInnerText: true,
  });
  await expect(first.getByText("6〜39位")).toBeVisible();
  const { height } = (await weekly.boundingBox()) ?? { height: 0 };
  expect(height).toBeLessThanOrEqual(800);
  // Without script too.
  await page.getByRole("radio", { name: "単勝" }).check();
  await expect(shownTypes(page, "週間")).toHaveText(["単勝"]);
  expect((await weekly.boundingBox())?.height).toBe(height);
  await weekly.getByRole("link", { name: "単勝" }).click();
  await page.waitForURL("**/rankings/weekly?ticket=win");
});

test("a detail has tabs, medals, comparisons, past periods, and after a gap the reader's own beyond 10", async ({
  page,
}) => {
  await put();
  await logIn(page, site.url, payer.email, undefined, "/rankings/weekly");
  await expect(page.getByText("2026年11月14日〜15日").first()).toBeVisible();
  const top = page.getByRole("list", { name: "1位から10位" });
  await expect(top.locator(".rk-n")).toHaveCount(10);
  await expect(top.locator(".medal")).toHaveText(["1", "2", "3"], { useInnerText: true });
  expect((await top.locator(".rk-n").first().boundingBox())?.width).toBe(40);
  const baselines = page.getByRole("list", { name: "くらべる基準" });
  await expect(baselines.locator(".row-name")).toHaveText(
    ["人気順に同じ点数を買った場合", "くじ引き", "馬番の小さい順"],
    {
      useInnerText: true,
    },
  );
  const beyond = page.getByRole("list", { name: "あなたのモデル" });
  await expect(beyond.locator(".rk-n")).toContainText(["40", "41"]);
  await expect(page.getByText("2026年11月18日 06:02 集計")).toBeVisible();

  await page.getByRole("link", { name: "単勝", exact: true }).click();
  await page.waitForURL("**/rankings/weekly?ticket=win");
  await expect(top.locator(".rk.me", { hasText: "末脚マイスター1" })).toBeVisible();
  await expect(beyond.locator(".row-name")).toHaveText(["末脚マイスター2"], { useInnerText: true });

  await page.getByRole("link", { name: "前の期間" }).click();
  await page.waitForURL("**/rankings/weekly?ticket=win&period=2026-11-07");
  await expect(page.getByText("2026年11月7日〜8日").first()).toBeVisible();
  await page.getByText("過去のランキング").click();
  await page.getByRole("link", { name: "2026年10月31日〜11月1日" }).click();
  await page.waitForURL("**period=2026-10-31");
  await page.getByRole("link", { name: "次の期間" }).click();
  await page.waitForURL("**period=2026-11-07");
  await page.getByRole("link", { name: "月間", exact: true }).click();
  await page.waitForURL("**/rankings/monthly");
});

test("home shows a payer's own rankings; who does not pay is invited and sees no figure of their own", async ({
  openPage,
}) => {
  await put();
  {
    const { page } = await openPage();
    await logIn(page, site.url, payer.email);
    // A line for each model in the weekly and the monthly ranking.
    const line = page.locator("a.rank-lines").first();
    await expect(line).toHaveText(/^週間\s*\S+\s*40位\s*回収 \d+\.\d%$/, { useInnerText: true });
    await expect(line).toHaveAttribute("href", "/rankings/weekly");
    const fold = page.getByText("券種別・距離別の順位");
    // What opens says so: it has a triangle.
    expect(await fold.evaluate((summary) => getComputedStyle(summary, "::before").borderLeftWidth)).toBe("5px");
    await fold.click();
    const weekly = page.locator(".card", { has: page.getByRole("heading", { name: "週間" }) });
    await expect(weekly.locator(".places").first().locator("b")).toHaveText(["40位", "2位", "40位", "40位"], {
      useInnerText: true,
    });
    await expect(page.getByRole("heading", { name: "芝2500–3200m" })).toBeVisible();
    await weekly.getByRole("link", { name: /単勝/ }).first().click();
    await page.waitForURL("**/rankings/weekly?ticket=win");
  }
  for (const account of [free, restricted]) {
    const { page } = await openPage();
    await logIn(page, site.url, account.email, undefined, "/rankings/weekly");
    for (const path of ["/rankings", "/rankings/weekly?ticket=win"]) {
      await page.goto(site.url + path);
      await expect(page.getByText("自分のモデルの順位と回収率は有料プランで見られます")).toBeVisible();
      await expect(page.getByText("あなた", { exact: true })).toHaveCount(0);
      await expect(page.locator(".rk.me, .one.me")).toHaveCount(0);
    }
    await page.getByRole("link", { name: "プランを見る" }).click();
    await page.waitForURL("**/subscriptions");
  }
});

test("the public pages have tabs, past periods, the way to sign up and the rules, and nobody's own", async ({
  page,
}) => {
  await put({ empty: ["monthlyDirt17"], counting: ["monthlyGlass1724"] });
  await page.goto(`${site.url}/share/rankings`);
  await expect(shownTypes(page, "週間")).toHaveText(["総合"]);
  await expect(cardOf(page, "ダート1700–2500m").getByText("ランキングがありません")).toBeVisible();
  await expect(cardOf(page, "芝1700–2400m").getByText("ランキングを準備中です")).toBeVisible();
  await page.getByRole("link", { name: /^週間/ }).click();
  await page.waitForURL("**/share/rankings/weekly");
  await page.getByRole("link", { name: "馬連", exact: true }).click();
  await page.waitForURL("**/share/rankings/weekly?ticket=quinella");
  await page.getByRole("link", { name: "前の期間" }).click();
  await page.waitForURL("**/share/rankings/weekly?ticket=quinella&period=2026-11-07");
  await expect(page.locator(".rk.me")).toHaveCount(0);
  const tagOf = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await tagOf("og:url")).toBe(page.url());
  expect(await tagOf("og:image")).toMatch(new RegExp(`^${site.url}/share/rankings/weekly/[0-9a-f]+\\.png`));
  await page.getByRole("link", { name: "芝1700–2400m" }).click();
  await expect(page.getByRole("status").getByText("ランキングを準備中です")).toBeVisible();
  await page.getByRole("link", { name: "ダート1700–2500m" }).click();
  await expect(page.getByRole("status").getByText("ランキングがありません")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "集計のきまり" }).click();
  await expect(page.getByRole("heading", { name: "取消、同着など" })).toBeVisible();
  await page.getByRole("link", { name: "新規登録" }).click();
  await page.waitForURL("**/signup");
});

test("the cards turn by themselves, wait for who looks closer, stop at a button and stand for who wants no motion", {
  tag: ["@script", "@full"],
}, async ({ openPage }) => {
  await put();
  for (const path of ["/rankings", "/share/rankings"]) {
    const { page } = await openPage();
    if (path === "/rankings") await logIn(page, site.url, payer.email);
    await page.clock.install();
    await page.goto(site.url + path);
    // Tests ask for no motion.
    await expect(page.getByRole("button", { name: "動かす" })).toBeVisible();
    await page.clock.runFor(5 * TURN_MS);
    await expect(shownTypes(page, "週間")).toHaveText(["総合"]);

    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.reload();
    await expect(page.getByRole("button", { name: "止める" })).toBeVisible();
    // An installed clock goes on by itself, and a slow machine would see a card too many.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10 * TURN_MS);
    const turn = async () => {
      await page.clock.runFor(TURN_MS);
      return shownTypes(page, "週間").allInnerTexts();
    };
    // The timer is set once the page's script has run.
    await expect.poll(turn, { timeout: 15_000 }).toEqual(["単勝"]);
    expect([...(await turn()), ...(await turn()), ...(await turn())]).toEqual(["複勝", "馬連", "総合"]);
    await cardOf(page, "月間").getByRole("link", { name: /^月間/ }).focus();
    await page.clock.runFor(3 * TURN_MS);
    await expect(shownTypes(page, "週間")).toHaveText(["総合"]);
    await page.getByRole("button", { name: "止める" }).click();
    await page.clock.runFor(3 * TURN_MS);
    await expect(shownTypes(page, "週間")).toHaveText(["総合"]);
    await page.getByRole("button", { name: "動かす" }).click();
    await page.clock.runFor(TURN_MS);
    await expect(shownTypes(page, "週間")).toHaveText(["単勝"]);
  }
});

test("pages of rankings are accessible in both themes and fit the narrowest phone", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  await put({ empty: ["monthlyDirt17"], counting: ["monthlyGlass1724"] });
  await logIn(page, site.url, payer.email);
  for (const path of [
    ...["/home", "/rankings", "/rankings/weekly", "/rankings/monthly?ticket=win", "/rankings/monthly_glass1724"],
    ...["/share/rankings", "/share/rankings/weekly", "/share/rankings/monthly_dirt17", "/share/rankings/rules"],
  ]) {
    await page.goto(site.url + path);
    await expectGoodPage(page);
  }
});

test("a full public page of rankings weighs at most 14 KB gzipped with its style and script", {
  tag: "@once",
}, async () => {
  await put();
  const weigh = async (path: string) => gzipSync(await (await fetch(site.url + path)).text()).length;
  const script = await weigh("/rankings.js");
  for (const path of ["/share/rankings", "/share/rankings/weekly", "/share/rankings/monthly?ticket=place"]) {
    const page = await weigh(path);
    expect([path, page + script <= 14 * 1024]).toEqual([path, true]);
  }
});
