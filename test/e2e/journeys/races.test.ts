import type { Page } from "@playwright/test";
import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const TODAY = "2026-11-21";
const dayOf = (page: Page) => page.locator(".day-nav [aria-current]");

test("the race search ignores what is no date, refuses the future and leads from an empty day to the nearest", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const { email } = await newAccount(url, "sagasu");
  await logIn(page, url, email, undefined, "/races?date=2026-02-31");
  await expect(dayOf(page)).toHaveText("11月21日（土）");
  await expectGoodPage(page);

  await page.locator("summary", { hasText: "日付" }).click();
  await expectGoodPage(page);
  await page.locator("select[name=month]").selectOption("2");
  await page.locator("select[name=day]").selectOption("31");
  await page.getByRole("button", { name: "この日のレースを表示" }).click();
  await expect(page.getByText("その日付はありません。")).toBeVisible();
  await expect(page.locator("select[name=month]")).toHaveValue("2");
  await expectGoodPage(page);

  await page.goto("/races?date=2026-11-28");
  await expect(page.getByText("未来のレースは検索できません")).toBeVisible();
  await expect(page.locator("a.plain")).toHaveCount(0);
  await expectGoodPage(page);

  await page.goto("/races?date=2026-11-20");
  await expect(page.getByText("該当するレースが見つかりません")).toBeVisible();
  // The next day's list is there already.
  await expect(page.getByRole("heading", { name: "次の開催日 2026年11月21日（土）" })).toBeVisible();
  await expect(page.locator("a.plain").first()).toHaveAttribute("href", new RegExp(`date=${TODAY}`));
  await expectGoodPage(page);
  await page.getByRole("navigation", { name: "近くの開催日" }).getByRole("link", { name: "11月21日" }).click();
  await page.waitForURL(`/races?date=${TODAY}`);
  await expect(page.locator("a.plain").first()).toBeVisible();
});

test("the venues' tabs follow the scroll, and the graded races near today lead to their cards", {
  tag: "@script",
}, async ({ page }) => {
  const { email } = await newAccount(url, "ba-no-tabu");
  await logIn(page, url, email, undefined, `/races?date=${TODAY}`);
  const venues = page.getByRole("navigation", { name: "競馬場" });
  const second = venues.getByRole("link").nth(1);
  await page.locator("#course-2").evaluate((course) => course.scrollIntoView());
  await expect(second).toHaveAttribute("aria-current", "location");
  await expect(venues.locator("[aria-current]")).toHaveCount(1);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(venues.locator("[aria-current]")).toHaveCount(0);
  await venues.getByRole("link").first().click();
  await expect(venues.getByRole("link").first()).toHaveAttribute("aria-current", "location");
  await expectGoodPage(page);

  const graded = page.locator(".sec", { has: page.getByRole("heading", { name: "近い重賞" }) }).getByRole("link");
  const race = (await graded.first().getAttribute("href")) ?? "";
  await graded.first().click();
  await page.waitForURL(url + race);
  await expect(page.locator(".rtitle .gr")).toHaveText(/^(G[ⅠⅡⅢ]|重賞)/);
});

test("a day's programme names each meeting's day, leads to the days beside it, and shows the marks of what was analysed", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "bangumi");
  const modelId = await newModel(url, token, "番組表");
  const [race] = await racesOf(url, token, TODAY);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await logIn(page, url, email, undefined, `/races?date=${TODAY}`);
  await expect(page.locator(".course > header small").first()).toHaveText(/^[1-6]回(東京|京都|福島)([1-9]|1[0-2])日/);
  const marked = page.locator(".board a.one:not(.plain)");
  await expect(marked).toHaveCount(1);
  await expect(marked).toHaveAttribute("href", `/analyses/${analysisId}`);
  await expect(page.getByRole("link", { name: "今日の印（全レース）" })).toHaveAttribute("href", `/days/${TODAY}`);

  const days = page.getByRole("navigation", { name: "日付" });
  await days.getByRole("link", { name: /^前の開催日 / }).click();
  await expect(page).not.toHaveURL(new RegExp(TODAY));
  await expect(marked).toHaveCount(0);
  await days.getByRole("link", { name: /^次の開催日 / }).click();
  await expect(page).toHaveURL(`${url}/races?date=${TODAY}`);
  await expect(marked).toHaveCount(1);
  await page.getByRole("link", { name: "時刻順" }).click();
  await page.waitForURL(/by=time/);
  await expect(async () => {
    const times = await page.locator(".board .rn small").allInnerTexts();
    const starts = times.filter((time) => time.includes(":"));
    expect(starts.length).toBeGreaterThan(20);
    expect(starts).toEqual([...starts].sort());
  }).toPass();
});

test("the date panel has a month with the letters of its venues, other months by links, and any day in one tap", async ({
  page,
}) => {
  const { email } = await newAccount(url, "koyomi");
  await logIn(page, url, email, undefined, `/races?date=${TODAY}`);
  await page.locator("summary", { hasText: "日付" }).click();
  const november = page.getByRole("table", { name: "2026年11月" });
  await expect(november.getByRole("link", { name: /^11月21日（土）/ })).toHaveAttribute("aria-current", "date");
  // Not yet open.
  await expect(november.getByRole("link", { name: /^11月22日/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "2026年12月へ" })).toHaveCount(0);
  await page.getByRole("link", { name: "2026年10月へ" }).click();
  await page.waitForURL(`/races?date=${TODAY}&month=2026-10`);
  const october = page.getByRole("table", { name: "2026年10月" });
  await expect(october).toBeVisible();
  await expectGoodPage(page);
  const saturday = october.getByRole("link", { name: /^10月31日（土） / });
  await expect(saturday).toContainText("東");
  await saturday.click();
  await page.waitForURL("/races?date=2026-10-31");
  await expect(dayOf(page)).toHaveText("10月31日（土）");
  await expect(october).toBeHidden();
});

test("a settled race names its winner and says where the own favourite came in", async ({ page }) => {
  const { email, token } = await newAccount(url, "kakutei");
  const modelId = await newModel(url, token, "確定さん");
  const race = (await racesOf(url, token, "2026-11-15")).at(-3);
  const raceId = race?.race_id ?? "";
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await logIn(page, url, email, undefined, "/races?date=2026-11-15");
  const row = page.locator(`.board a[href="/analyses/${analysisId}"]`);
  await expect(row).toContainText("発走後の分析");
  await expect(row.locator(".fin")).toHaveText(/^◎ (\d+着|取消|除外|中止|失格)$/);
  const other = page.locator("a.plain", { hasText: "1着" }).first();
  await expect(other).toContainText(/1着 \d枠\d+番./);
  await expect(other).not.toContainText("馬体重");
  await expectGoodPage(page);
});

test("without a usable model the race's dialog leads to making one", async ({ page }) => {
  const { email } = await newAccount(url, "nashi");
  await logIn(page, url, email, undefined, "/races");
  await page.locator("a.plain").first().click();
  await expect(page.getByText("使用可能なAIモデルがありません")).toBeVisible();
  await expectGoodPage(page);
  await expect(page.getByRole("button", { name: "分析する" })).toHaveCount(0);
  await page.getByRole("dialog").getByRole("link", { name: "モデルをつくる" }).click();
  await page.waitForURL("/models/create?venue_type=1");
});

test("a model with body weight waits for the announcement", { tag: "@script" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "bataijuu");
  await newModel(url, token, "体重計", { static: ["馬体重", "騎手"], average: {} });
  const races = await racesOf(url, token, TODAY);
  const open = races.find((race) => race.is_acquired_weight);
  const early = races.find((race) => !race.is_acquired_weight);
  await logIn(page, url, email, undefined, `/races?date=${TODAY}&race=${early?.race_id}`);
  await expect(page.getByText("馬体重の発表後から使えます")).toBeVisible();
  await expect(page.getByText("使用可能なAIモデルがありません")).toBeVisible();
  await page.goto(`/races?date=${TODAY}&race=${open?.race_id}`);
  await expect(page.getByRole("radio", { name: /体重計/ })).toBeChecked();
});
