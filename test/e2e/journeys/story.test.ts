import type { Page } from "@playwright/test";
import { mailedLink, uniqueEmail } from "#test/e2e/support/account.ts";
import { expectGoodPage, waitUntilIdle } from "#test/e2e/support/page-checks.ts";
import { tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/");
  await expectGoodPage(page);
  await page.locator("#start-email").fill(email);
  await page.locator("#start-terms").check();
  await page.getByRole("button", { name: "無料ではじめる" }).first().click();
  await expect(page.getByRole("heading", { name: "仮登録のメールを送りました" })).toBeVisible();

  await page.goto(await mailedLink(new URL(page.url()).origin, email));
  await expectGoodPage(page);
  await page.getByLabel("ユーザー名").fill("末脚ファン");
  await page.getByLabel("パスワード").fill("hanamichi-1126");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(page.getByRole("heading", { name: "末脚ファンさん、登録が完了しました" })).toBeVisible();
  await expectGoodPage(page);
}

async function createModel(page: Page, javaScriptEnabled: boolean): Promise<void> {
  await page.getByRole("link", { name: "モデルをつくる" }).first().click();
  await page.getByLabel("AIモデルの名前").fill("末脚マイスター");
  await page.getByRole("button", { name: /はじめて/ }).click();
  if (javaScriptEnabled) await expect(page.getByText("残り38項目選択可能です").first()).toBeVisible();
  await waitUntilIdle(page);
  await expectGoodPage(page);
  // Checked by hand too: one more of the plain features.
  await page.locator('input[name="static"][value="天気"]').setChecked(true, { force: true });
  await page.getByRole("button", { name: "この内容でつくる" }).last().click();
  await expect(page.getByRole("heading", { name: "末脚マイスターをつくりますか？" })).toBeVisible();
  await expectGoodPage(page);
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "作成する" }).click();
  await page.waitForURL(/\/models\?created=\d+/);
  await expectGoodPage(page);
  // The page looks again by itself, by script or by its refresh header, until the model is ready.
  await expect(page.getByText("使えます").first()).toBeVisible({ timeout: 60_000 });
}

/** What the model did on races that it had not seen, and what carries it: everything unfolded. */
async function readReport(page: Page): Promise<void> {
  await expect(page.getByText(/^◎の勝率\d+\.\d%、1番人気は\d+\.\d%。$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "どの項目が効いているか" })).toBeVisible();
  for (const summary of await page.locator("main details > summary").all()) await summary.click();
  expect(await page.locator("main details[open]").count()).toBeGreaterThanOrEqual(8);
  await expect(
    page.getByRole("table", { name: "年・馬場・距離ごとの的中率と回収率（馬連）" }).getByText("芝"),
  ).toBeVisible();
  const words = (await page.locator("main").textContent()) ?? "";
  for (const said of ["学習に使ったレースは入っていません", "1番人気", "くじ引き", "95%区間"])
    expect(words).toContain(said);
  // A minus is U+2212, and nothing is left unfilled.
  expect(words).not.toMatch(/NaN|undefined|null|Infinity|(^|[^\d])-\d/);
  await expectGoodPage(page);
}

/** Opens the second horse's reasons: they and the six views sum to its index, and its chances stand below. */
async function readReasons(page: Page): Promise<void> {
  const horse = page.locator(".horse").nth(1);
  await horse.locator("summary").click();
  await expect(horse.getByRole("heading", { name: /^指数 [+−]?\d\.\d\d の内訳$/ })).toBeVisible();
  const lines = (await horse.locator(".contrib .value").allInnerTexts()).map(readIndex);
  expect(lines.length).toBeGreaterThan(2);
  const index = readIndex((await horse.locator(".ix").textContent()) ?? "");
  expect(lines.pop()).toBe(index);
  expect(lines.reduce((sum, line) => sum + line, 0)).toBeCloseTo(index, 6);
  const views = (await horse.locator(".six b").allInnerTexts()).filter((text) => text !== "指数").map(readIndex);
  expect(views.pop()).toBe(index);
  expect(views.reduce((sum, view) => sum + view, 0)).toBeCloseTo(index, 6);
  await expect(page.getByRole("heading", { name: "レースをことばで" })).toBeVisible();
  await expect(horse.locator(".chances")).toHaveText(/1着\s*\d+\.\d%\s*適正オッズ \d+\.\d倍\s*[23]着以内\s*\d+\.\d%/);
  const chances = await shares(page, ".horse .pr");
  expect(chances.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  const pairs = await shares(page, "#pairs td:nth-child(2)");
  expect(pairs).toHaveLength(10);
  expect(pairs).toEqual([...pairs].sort((a, b) => b - a));
  await expectGoodPage(page);
}

/** Picks a race of the day shown, chooses the preselected model, and arrives at the index per horse. */
async function analyseRace(page: Page): Promise<void> {
  await page.locator("a.plain").first().click();
  await expect(page.getByRole("heading", { name: "モデルの選択" })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("button", { name: "分析する" }).click();
  await page.waitForURL(/\/analyses(\/\d+|\?accepted=\d+)/);
  // A scoring that takes longer than a second is read from the list.
  const id = new URL(page.url()).searchParams.get("accepted");
  if (id !== null) {
    await page.goto(new URL(`/analyses/${id}`, page.url()).href);
  }
  await expect(page.getByRole("heading", { name: "馬ごとの指数" })).toBeVisible({ timeout: 30_000 });
  await expectGoodPage(page);
}

async function indexes(page: Page): Promise<number[]> {
  return (await page.locator(".horse .ix").allInnerTexts()).map(readIndex);
}

/** Parses +2.31, −0.40 or 0.00. */
function readIndex(text: string): number {
  expect(text).toMatch(/^([+−]\d+\.\d\d|0\.00)$/);
  return Number(text.replace("−", "-"));
}

/** The first per cent of each element. */
async function shares(page: Page, selector: string): Promise<number[]> {
  const texts = await page.locator(selector).allInnerTexts();
  return texts.map((text) => Number(/(\d+\.\d)%/.exec(text)?.[1]));
}

test("a newcomer signs up, makes a model and reads a race of today", { tag: "@both" }, async ({
  page,
  javaScriptEnabled,
}) => {
  await signUp(page, uniqueEmail("saturday"));
  await createModel(page, javaScriptEnabled);
  const modelId = new URL(page.url()).searchParams.get("created");
  await page.goto(`/models/edit/${modelId}`);
  await readReport(page);
  await page.goto("/races");
  await expectGoodPage(page);
  await analyseRace(page);
  const values = await indexes(page);
  expect(values.length).toBeGreaterThanOrEqual(5);
  expect(values.every((value) => Number.isFinite(value))).toBe(true);
  expect(values).toEqual([...values].sort((a, b) => b - a));
  // Indexes are measured from the race's mean, to two decimals each.
  expect(Math.abs(values.reduce((sum, value) => sum + value, 0))).toBeLessThan(0.01 * values.length);
  await readReasons(page);
  await page.getByRole("link", { name: "末脚マイスター" }).click();
  await expect(page.getByRole("heading", { name: "どの項目が効いているか" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "馬連の確率" })).toBeVisible();
  expect(await indexes(page)).toEqual(values);
});

test.describe(() => {
  test.use({ baseURL: tuesday.url });

  test("on a Tuesday the last race day is one tap away from an empty today", { tag: "@full" }, async ({
    page,
    javaScriptEnabled,
  }) => {
    await signUp(page, uniqueEmail("tuesday"));
    await createModel(page, javaScriptEnabled);
    await page.goto("/races");
    await page.getByRole("navigation", { name: "近くの開催日" }).getByRole("link").first().click();
    await page.waitForURL(/date=2026-11-2[0-3]/);
    await analyseRace(page);
    expect((await indexes(page)).length).toBeGreaterThanOrEqual(4);
    // A refit that has not seen the race predicts it.
    await expect(page.getByText("このレースより前のレースだけで学び直したモデルで分析しました。")).toBeVisible();
    await expect(page.getByText("参考値")).toHaveCount(0);
    const chances = await shares(page, ".horse .pr");
    expect(chances.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  });
});
