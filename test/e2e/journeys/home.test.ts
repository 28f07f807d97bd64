import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import {
  type Account,
  callApi,
  finishedAnalysis,
  logIn,
  newAccount,
  newModel,
  racesOf,
} from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { OPERATOR_ADDRESSES } from "#test/e2e/support/site.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday, tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, location, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

/** Home, the bell, the menus and the table of plans. */

const LAST_DAY = "2026-11-15";
/** A newcomer, and who has a model and eleven things to be told. */
let newcomer: Account;
let owner: Account & { modelId: number; analysisId: number };

test.beforeAll(async () => {
  newcomer = await newAccount(url, "shinjin");
  const account = await newAccount(url, "mochinushi");
  const modelId = await newModel(url, account.token, "持ち馬");
  const [race] = await racesOf(url, account.token, LAST_DAY);
  const analysisId = await finishedAnalysis(url, account.token, { model_id: modelId, race_id: race?.race_id });
  owner = { ...account, modelId, analysisId };
  // Nine more finished analyses, older than the real one: of data versions that the race never had, so that all differ.
  await runStatements(saturday.stateDir, [
    `insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
       scores, created_at, completed_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 9)
     select user_id, model_id, race_id, -i, model_name, venue_type, race_info, status, scores, created_at - i,
       completed_at - i
     from analyses, n where id = ${Math.trunc(analysisId)}`,
  ]);
});

const bellOf = (page: Page) => page.locator('summary[aria-label^="お知らせ"]');

test("a newcomer's home welcomes, leads to the first model and has nothing to tell", async ({ page }) => {
  await logIn(page, url, newcomer.email);
  await expect(page.getByRole("heading", { name: "ようこそ、shinjinさん" })).toBeVisible();
  await bellOf(page).click();
  await expect(page.getByText("通知がありません")).toBeVisible();
  await expect(page.getByRole("button", { name: "すべて既読にする" })).toHaveCount(0);
  await expect(page.locator(".badge")).toHaveCount(0);
  await expectGoodPage(page);
  await bellOf(page).click();
  await page.getByRole("main").getByRole("link", { name: "モデルをつくる" }).click();
  await page.waitForURL("/models/create");

  // The prompt to choose a plan, after the registration.
  await page.goto("/signup/welcome");
  await expect(page.getByRole("heading", { name: "プランを選んでください" })).toBeVisible();
  await page.getByRole("link", { name: "プランを見る" }).click();
  await page.waitForURL("/subscriptions");
});

test("a filled home shows models, analyses and what is left; the bell counts, leads on and is emptied in place", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token, modelId, analysisId } = owner;
  await logIn(page, url, email);
  const main = page.getByRole("main");
  await expect(main.locator("dl.quota dd")).toHaveText([/^\s*1\s*\/\s*1\s*$/, /^\s*1\s*\/\s*2\s*$/, "あと4回"], {
    useInnerText: true,
  });
  await expect(main.getByRole("link", { name: /^持ち馬/ })).toHaveAttribute("href", `/models/${modelId}`);
  await main.getByText("予測力とは").click();
  await expect(main.getByText("勝つ馬をどこまで見分けられたかです。")).toBeVisible();
  await expect(main.locator(`a[href="/analyses/${analysisId}"]`)).toContainText(/◎\d+ .+(着|取消|除外|中止)/);
  // Free does not see its own place, and is invited to another plan.
  await expect(main.getByText("自分のモデルの順位と回収率は有料プランで見られます")).toBeVisible();
  await expect(main.getByRole("link", { name: "プランを見る" })).toHaveAttribute("href", "/subscriptions");

  // A model and ten analyses; then nine in all, once two were confirmed.
  await expect(page.locator(".badge")).toHaveText("!");
  await expect(bellOf(page)).toHaveAttribute("aria-label", "お知らせ 11件");
  const { body: me } = await callApi<{ not_confirm_analysis_results: number[] }>(url, token, "/users/me");
  for (const id of me.not_confirm_analysis_results.filter((one) => one !== analysisId).slice(0, 2)) {
    await callApi(url, token, `/confirm_analyzed/${id}`);
  }
  await page.goto(`/races?date=${LAST_DAY}`);
  await expect(page.locator(".badge")).toHaveText("9");
  await bellOf(page).click();
  const notification = (text: string) => page.locator("header.bar").getByRole("link", { name: text }).first();
  const [made, done] = ["AIモデル作成が完了しました", "分析が完了しました。結果を見てみましょう"];
  await expect(notification(made)).toHaveAttribute("href", `/models#model-${modelId}`);
  await expect(notification(done)).toHaveAttribute("href", `/analyses/${analysisId}`);
  await expectGoodPage(page);
  await page.getByRole("button", { name: "すべて既読にする" }).click();
  await expect(page.locator(".badge")).toHaveCount(0);
  await expect(page).toHaveURL(`/races?date=${LAST_DAY}`);
  if (!javaScriptEnabled) await bellOf(page).click();
  await expect(page.getByText("通知がありません")).toBeVisible();
  const { body: after } = await callApi(url, token, "/users/me");
  expect(after).toMatchObject({ not_confirm_models: [], not_confirm_analysis_results: [] });
});

test("back button, logo, menu and tab bar lead where they say", async ({ page, javaScriptEnabled }) => {
  await logIn(page, url, "pro@demo.example", DEMO_PASSWORD, "/settings/delete");
  for (const above of ["/settings", "/home"]) {
    await page.getByRole("link", { name: "戻る", exact: true }).click();
    await page.waitForURL(above);
  }
  // The address changes before the page is drawn.
  await expect(page.getByRole("link", { name: "戻る", exact: true })).toHaveCount(0);
  for (const [label, to] of [
    ["レース", "/races"],
    ["自分のAI", "/models"],
    ["成績表", "/models/all/record"],
    ["ランキング", "/rankings"],
  ] as const) {
    const tab = page.getByRole("navigation", { name: "メイン（下部）" }).getByRole("link", { name: label });
    await tab.click();
    await page.waitForURL(to);
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("navigation", { name: "メイン（下部）" }).locator("[aria-current]")).toHaveCount(1);
  }
  await page.locator("header.bar").getByRole("link", { name: "さがす" }).click();
  await page.waitForURL("/search");
  const menu = page.locator('summary[aria-label="メニュー"]');
  for (const [label, to] of [
    ["プロフィール", "/settings"],
    ["分析結果", "/analyses"],
    ["プラン", "/subscriptions"],
  ] as const) {
    await menu.click();
    if (javaScriptEnabled && to === "/settings") await expectGoodPage(page);
    const link = page.locator("header.bar details[open]").getByRole("link", { name: label });
    await link.click();
    await page.waitForURL(to);
    // The menu does not stand in front of the page it led to.
    await expect(page.locator("header.bar details[open]")).toHaveCount(0);
  }
  await page.goto("/models");
  await page.locator("header.bar a.logo").click();
  await page.waitForURL("/home");
});

test("contact and official account are links where the operator has set them, and nowhere else", {
  tag: "@once",
}, async () => {
  const named = ["お問い合わせ", "公式アカウント"];
  const [set, unset] = await Promise.all(
    [tuesday.url, url].map(async (site) =>
      (await getPage(site, "/home", await webUser(site, "standard@demo.example"))).text(),
    ),
  );
  for (const address of Object.values(OPERATOR_ADDRESSES)) {
    // In the menu of phones and in the side bar of wide screens.
    expect(set?.split(`href="${address}"`).length).toBe(3);
    expect(unset).not.toContain(address);
  }
  for (const name of named) expect([set?.includes(name), unset?.includes(name)]).toEqual([true, false]);
});

test("the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones", {
  tag: "@script",
}, async ({ page }) => {
  await logIn(page, url, "pro@demo.example", DEMO_PASSWORD, "/subscriptions");
  const cards = page.locator("li.plan");
  const facts = await cards.evaluateAll((plans) =>
    plans.map((plan) => [
      plan.querySelector("h3")?.textContent,
      plan.querySelector(".price")?.textContent,
      ...[...plan.querySelectorAll("dd")].map((cell) => cell.textContent),
      [...plan.querySelectorAll(".tag")].map((tag) => tag.textContent).join(" "),
    ]),
  );
  // Features, models, analyses a day and a month, creations and searches a month, analyses at once, courses, rankings.
  expect(facts).toEqual([
    [expect.any(String), "0円/月", "50", "1", "全5回", "—", "2", "1", "1", "全場", "—", ""],
    [expect.any(String), "980円/月", "50", "1", "3", "30", "2", "2", "1", "全場", "参加", ""],
    [expect.any(String), "4,980円/月", "65", "2", "10", "60", "4", "4", "2", "全場", "参加", ""],
    ["PRO", "9,800円/月", "100", "3", "30", "90", "10", "10", "3", "全場", "参加", "現在のプラン おすすめ"],
    ["PREMIUM", "29,800円/月", "160", "5", "60", "∞", "∞", "30", "5", "全場", "参加", "おすすめ"],
    ["UNLIMITED", "49,800円/月", "∞", "10", "∞", "∞", "∞", "30", "10", "全場", "参加", ""],
  ]);
  // The payment provider's portal is the only button; plans are chosen by links.
  await expect(page.getByRole("main").getByRole("button")).toHaveText(["カードの変更と領収書へ"], {
    useInnerText: true,
  });
  await expectGoodPage(page);
  await page.getByRole("main").getByRole("link", { name: "特定商取引法に基づく表記" }).click();
  await page.waitForURL("/tokusyo");

  // Nothing was bought, so there is no success to tell.
  const free = await webUser(url, "free@demo.example");
  expect(location(await getPage(url, "/subscriptions/success", free), url)).toBe("/subscriptions");
  const restricted = await webUser(url, "restricted@demo.example");
  expect(location(await getPage(url, "/subscriptions/success", restricted), url)).toBe("/subscriptions");
  const words = await (await getPage(url, "/subscriptions", restricted)).text();
  expect(words).toContain("制限モード");
  expect(words).not.toContain(">現在のプラン<");
});
