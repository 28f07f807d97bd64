import { finishedAnalysis, logIn, newAccount, newModel, racesOf, SMALL_FEATURES } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const TODAY = "2026-11-21";

test("a fan compares two models on a race, sorts them, and reads what values have been worth", {
  tag: "@full",
}, async ({ page }) => {
  const { email, token } = await newAccount(url, "mikurabe");
  await runStatements(saturday.stateDir, [`update users set plan = 5 where id = ${userIdOf(email)}`]);
  const first = await newModel(url, token, "末脚マイスター");
  const second = await newModel(url, token, "騎手ひとすじ", { ...SMALL_FEATURES, static: ["騎手"] });
  const third = await newModel(url, token, "休み明けキラー", { ...SMALL_FEATURES, static: ["出走間隔"] });
  const race = (await racesOf(url, token, TODAY)).at(-1);
  const raceId = race?.race_id ?? "";

  // From the card to the tab; nothing is analysed yet.
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  await page.getByRole("link", { name: "指数", exact: true }).click();
  await page.waitForURL(`/races/${raceId}/models`);
  await expect(page.getByRole("link", { name: "指数", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("このレースはまだ分析していません。")).toBeVisible();
  await expect(page.getByText("1モデルの分析に1回分を使います。")).toBeVisible();
  // The way to an analysis is the dialog, with the model chosen.
  await page.getByRole("link", { name: /^分析する.*騎手ひとすじ$/ }).click();
  await page.waitForURL(`/races?date=${TODAY}&race=${raceId}&model=${second}`);
  await expect(page.getByRole("radio", { name: /騎手ひとすじ/ })).toBeChecked();

  for (const modelId of [first, second]) await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await page.goto(`/races/${raceId}/models`);
  const horses = page.locator(".models-table ol > li");
  expect(await horses.count()).toBeGreaterThan(4);
  await expect(page.locator(".models-table").getByRole("img", { name: "◎ 本命" })).toHaveCount(2);
  await expect(page.locator(".lead")).toContainText("◎は");
  await expect(page.getByRole("link", { name: /^分析する.*休み明けキラー$/ })).toBeVisible();
  // What the values are worth stands before them, computed from this model's report.
  await expect(page.locator("#value .note")).toContainText("予測力は");
  await expect(page.locator("#value .note")).toContainText(/回収率/);
  expect(await page.locator("#value").innerText()).toMatch(/回収率[\s\S]*勝率の順/);
  // The sample has no odds before a race.
  await expect(page.locator("#value").getByText("単勝オッズはまだ届いていません。")).toBeVisible();
  await expect(page.getByRole("heading", { name: "適正オッズ", exact: true })).toBeVisible();
  await expect(page.locator(".vals li .q1").first()).toBeVisible();
  await expect(page.locator(".vals :is(.q2, .q3):visible")).toHaveCount(0);
  await expectGoodPage(page);

  // To the tickets with the model's second horse as the axis, and back to the same model's chances.
  const axis = page.getByRole("navigation", { name: "買い目の軸にする馬" }).getByRole("link", { name: /^○/ });
  const horseNum = /\d+/.exec(await axis.innerText())?.[0] ?? "";
  await axis.click();
  await page.waitForURL((address) => address.searchParams.get("axis") === horseNum);
  const modelId = new URL(page.url()).searchParams.get("model");
  await expect(page.getByRole("heading", { name: "ワイドの買い目" })).toBeVisible();
  await page.getByRole("link", { name: "指数をくらべる" }).click();
  await page.waitForURL(`/races/${raceId}/models?by=${modelId}`);
  await expect(page.locator("#value .note")).toContainText("予測力は");

  await page.locator("#value").getByRole("link", { name: "2モデルの平均" }).click();
  await expect(page.getByText("平均した勝率の過去の成績は測っていません。")).toBeVisible();
  await page.getByRole("link", { name: "馬番順" }).first().click();
  await page.waitForURL(/sort=number/);
  await expect(horses.first().locator(".waku")).toContainText("1番");

  // The choice of models is a form in the address.
  await page.getByText("2モデルを表示").click();
  await page.getByRole("checkbox", { name: /末脚マイスター/ }).uncheck();
  await page.getByRole("checkbox", { name: /休み明けキラー/ }).check();
  await page.getByRole("button", { name: "選んだモデルで表示" }).click();
  await page.waitForURL((address) => address.searchParams.getAll("m").length === 2);
  expect(new URL(page.url()).searchParams.getAll("m").sort()).toEqual([String(second), String(third)].sort());
  // One model's marks and indices stand beside its fair odds.
  await expect(page.locator(".models-table")).toHaveCount(0);
  await expect(page.locator(".vals").getByRole("img", { name: "◎ 本命" })).toHaveCount(1);
  await expect(page.locator(".vals .ix").first()).toHaveText(/^指数\+\d\.\d\d$/);
  await expect(page.getByText("2つ以上のモデルで分析したレースは、ここに並べてくらべられます。")).toBeVisible();
  await expectGoodPage(page);
});

test("five models hold on a phone, and on a wide screen in one line a horse", { tag: "@desktop" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "gomoderu");
  await runStatements(saturday.stateDir, [`update users set plan = 5 where id = ${userIdOf(email)}`]);
  const raceId = (await racesOf(url, token, TODAY)).at(-2)?.race_id ?? "";
  for (const name of ["東京芝千六百良馬場特化型改二号", "WWWWWWWWWWWWWWW", "血統と距離", "騎手ひとすじ", "あ"]) {
    const modelId = await newModel(url, token, name);
    await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  }
  await logIn(page, url, email, undefined, `/races/${raceId}/models`);
  await expect(page.locator(".models-table-head .cm")).toHaveCount(5);
  await expectGoodPage(page);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const size of ["100%", "200%"]) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await expectNoOverflow(page);
      expect(await misfits(page)).toEqual([]);
    }
  }
});

test("by one tap the analysis of a model that reads body weights waits for those of one race", {
  tag: "@full",
}, async ({ page }) => {
  const { email, token } = await newAccount(url, "taijuu-machi");
  const modelId = await newModel(url, token, "馬体重を待つ", { ...SMALL_FEATURES, static: ["騎手", "馬体重"] });
  const raceId = (await racesOf(url, token, TODAY)).at(-1)?.race_id ?? "";
  await logIn(page, url, email, undefined, `/races/${raceId}/models`);
  await expect(page.getByText("1回分を使って、発表されしだい分析することもできます。")).toBeVisible();
  await page.getByRole("button", { name: /^発表を待って分析/ }).click();
  await page.waitForURL(`/days/${TODAY}?model=${modelId}`);
  await expect(page.getByText("馬体重の発表を待っています").first()).toBeVisible();
  await page.goto(`/races/${raceId}/models`);
  await expect(page.getByText("馬体重の発表を待っています。終わるとここに出ます。")).toBeVisible();
  await expect(page.getByRole("button", { name: /発表を待って分析/ })).toHaveCount(0);
  await expectNoOverflow(page);
  await page.getByRole("link", { name: "進みを見る" }).click();
  await page.waitForURL(`/days/${TODAY}?model=${modelId}`);
  await expect(page.getByRole("button", { name: "止める" })).toBeVisible();
});
