import { afterAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { apiToken, finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";

afterAll(closeBrowser);

const TODAY = "2026-11-21";
/** Of the sample: no refit has learnt from less, so that models learnt from its races. */
const FIRST_DAY = "2026-09-12";

test("the race search ignores what is no date, refuses the future and leads from an empty day to the nearest", async () => {
  const url = inject("saturdayUrl");
  const { email } = await newAccount(url, "sagasu");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, email, undefined, "/races?date=2026-02-31");
  await page.getByRole("heading", { name: "2026年11月21日（土）" }).waitFor();
  await page.getByText("本日", { exact: true }).waitFor();
  await expectGoodPage(page);

  await page.locator("summary", { hasText: "日付" }).click();
  await expectGoodPage(page);
  await page.locator("select[name=month]").selectOption("2");
  await page.locator("select[name=day]").selectOption("31");
  await page.getByRole("button", { name: "この日のレースを表示" }).click();
  await page.getByText("その日付はありません。").waitFor();
  expect(await page.locator("select[name=month]").inputValue()).toBe("2");
  await expectGoodPage(page);

  await page.goto(`${url}/races?date=2026-11-28`);
  await page.getByText("未来のレースは検索できません").waitFor();
  expect(await page.locator("a.race").count()).toBe(0);
  await expectGoodPage(page);

  await page.goto(`${url}/races?date=2026-11-20`);
  await page.getByText("該当するレースが見つかりません").waitFor();
  await expectGoodPage(page);
  await page.getByRole("navigation", { name: "近くの開催日" }).getByRole("link", { name: "11月21日" }).click();
  await page.waitForURL(`${url}/races?date=${TODAY}`);
  await page.locator("a.race").first().waitFor();
  phone.expectQuietConsole();
});

for (const javaScript of [true, false]) {
  test(`without a usable model the race's dialog leads to making one, JavaScript ${javaScript}`, async () => {
    const url = inject("saturdayUrl");
    const { email } = await newAccount(url, `nashi-${javaScript}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/races");
    await page.locator("a.race").first().click();
    await page.getByText("使用可能なAIモデルがありません").waitFor();
    if (javaScript) await expectGoodPage(page);
    expect(await page.getByRole("button", { name: "分析する" }).count()).toBe(0);
    await page.getByRole("dialog").getByRole("link", { name: "モデルをつくる" }).click();
    await page.waitForURL(`${url}/models/create?venue_type=1`);
    phone.expectQuietConsole();
  });
}

test("a model with body weight waits for the announcement", async () => {
  const url = inject("saturdayUrl");
  const { email, token } = await newAccount(url, "bataijuu");
  await newModel(url, token, "体重計", { static: ["馬体重", "騎手"], average: {} });
  const races = await racesOf(url, token, TODAY);
  const open = races.find((race) => race.is_acquired_weight);
  const early = races.find((race) => !race.is_acquired_weight);
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, email, undefined, `/races?date=${TODAY}&race=${early?.race_id}`);
  await page.getByText("馬体重の発表後から使えます").waitFor();
  await page.getByText("使用可能なAIモデルがありません").waitFor();
  await page.goto(`${url}/races?date=${TODAY}&race=${open?.race_id}`);
  expect(await page.getByRole("radio", { name: /体重計/ }).isChecked()).toBe(true);
  phone.expectQuietConsole();
});

test("the Starter plan's fourth analysis of a day is refused, the list deletes, and a learnt race says so", async () => {
  const url = inject("saturdayUrl");
  const token = await apiToken(url, "starter@demo.example", DEMO_PASSWORD);
  const modelId = await newModel(url, token, "一日三回");
  const [race] = await racesOf(url, token, FIRST_DAY);
  const [first, second, third] = await racesOf(url, token, TODAY);
  // One after the other: the plan has one at a time.
  for (const found of [race, first]) await finishedAnalysis(url, token, { model_id: modelId, race_id: found?.race_id });
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, "starter@demo.example", DEMO_PASSWORD, `/races?date=${TODAY}&race=${second?.race_id}`);
  await page.getByText("今日はあと1回分析できます。").waitFor();
  await page.getByRole("button", { name: "分析する" }).click();
  await page.waitForURL(/\/analyses/);

  await page.goto(`${url}/races?date=${TODAY}&race=${third?.race_id}`);
  await page.getByRole("button", { name: "分析する" }).click();
  await page.getByText("本日の分析回数が上限に達しています。").waitFor();
  await expectGoodPage(page);

  await page.goto(`${url}/analyses`);
  await expectGoodPage(page);
  const rows = page.locator(".analyses li");
  expect(await rows.count()).toBe(3);
  // Newest first, so the one asked for first is at the foot.
  await rows.last().locator("a.line").click();
  await page.getByText("学習に使ったレースのため参考値です").waitFor();
  await page.locator(".horse-row").getByText("1着", { exact: true }).waitFor();
  expect(await page.getByText("適正オッズ").count()).toBe(0);
  await expectGoodPage(page);
  await page.getByRole("link", { name: "馬番順" }).click();
  await page.waitForURL(/sort=number/);
  const numbers = (await page.locator(".horse .cap").allInnerTexts()).map(Number);
  expect(numbers).toEqual([...numbers].sort((one, other) => one - other));

  await page.goto(`${url}/analyses`);
  await rows
    .last()
    .getByRole("link", { name: /の分析結果を削除$/ })
    .click();
  await page.getByRole("heading", { name: "この分析結果を削除しますか？" }).waitFor();
  await expectGoodPage(page);
  await page.getByRole("button", { name: "分析結果を削除" }).click();
  await page.getByText("分析結果を削除しました").waitFor();
  expect(await rows.count()).toBe(2);
  phone.expectQuietConsole([400]);
});
