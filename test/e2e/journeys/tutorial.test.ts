import { mailedLink, uniqueEmail } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const SLIDES = ["tutorial", "words", "model", "race", "result", "registration"];

test("the tutorial's six slides stand one after another without JavaScript, examples done, and its form registers", {
  tag: "@no-script",
}, async ({ page, quietConsole }) => {
  const email = uniqueEmail("tutorial-reader");
  await page.goto("/?page=lp&position=hero");
  await page.getByRole("link", { name: /チュートリアル/ }).click();
  await expect(page).toHaveURL("/tutorial?page=lp&position=hero");
  for (const id of SLIDES) await expect(page.locator(`#${id}`), id).toBeVisible();
  await expect(page.locator("#model input:checked")).toHaveCount(3);
  await expect(page.getByText("残り47項目選択可能です")).toBeVisible();
  await expect(page.getByText("AIモデル作成が完了しました")).toBeVisible();
  await expect(page.getByText("分析が完了しました")).toBeVisible();

  await page.getByLabel("メールアドレス").fill(email);
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toHaveValue(email);
  await expect(page.locator("input[name=attribution]")).toHaveValue("page=lp&position=hero");
  await page.getByRole("checkbox", { name: /同意します/ }).check();
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  // The browser keeps the form's fragment through the redirect.
  await page.waitForURL(/\/signup\?sent=1/);
  await mailedLink(url, email);
  quietConsole.expectFailures([400]);
});

test("with JavaScript the tutorial shows one slide at a time, by buttons, dots, keys and the browser's back", {
  tag: "@script",
}, async ({ page }) => {
  await page.goto("/tutorial");
  const shown = () => page.locator(".slide:visible").evaluateAll((slides) => slides.map(({ id }) => id));
  for (const [at, id] of SLIDES.entries()) {
    await expect.poll(shown).toEqual([id]);
    await expect(page.locator(".dots [aria-current]")).toHaveAttribute("href", `#${id}`);
    await expectGoodPage(page);
    if (at < SLIDES.length - 1) await page.locator(`#${id}`).getByRole("link", { name: "次へ" }).click();
  }
  await page.locator("#registration").getByRole("link", { name: "戻る" }).click();
  await expect.poll(shown).toEqual(["result"]);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(shown).toEqual(["race"]);
  await page.locator(".dots a").first().click();
  await expect.poll(shown).toEqual(["tutorial"]);
  await page.goBack();
  await expect.poll(shown).toEqual(["race"]);
});

test("the tutorial ticks the boxes and fakes a creation and an analysis in steps of one second", {
  tag: "@script",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The page's clock is stopped, so that a slow machine misses no step.
  await page.clock.install({ time: "2026-11-21T01:00:00Z" });
  await page.clock.pauseAt("2026-11-21T01:00:01Z");
  await page.goto("/tutorial");
  const next = page.getByRole("link", { name: "次へ" });
  await next.click();
  await next.click();
  const ticked = page.locator("#model input:checked");
  const step = page.locator(".slide:visible .steps [aria-current]");
  const model = page.locator("#model");
  await expect(ticked).toHaveCount(0);
  for (const [word, boxes] of [
    ["騎手を選ぶ", 1],
    ["枠番を選ぶ", 2],
    ["血統を選ぶ", 3],
    ["「作成する」を押す", 3],
    ["過去のレースで学習しています", 3],
    ["AIモデル作成が完了しました", 3],
  ] as const) {
    await page.clock.runFor(1000);
    await expect(step).toHaveText(word);
    await expect(ticked).toHaveCount(boxes);
    await expect(model.getByText(`残り${50 - boxes}項目選択可能です`)).toBeVisible();
  }
  await expect(model.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "100");
  await model.getByRole("button", { name: "もう一度見る" }).click();
  await model.getByRole("button", { name: "止める" }).click();

  await next.click();
  // The fragment's event comes after the click has ended; time must not pass before it.
  await expect(page.locator("#race .play")).toHaveText("止める");
  await page.clock.runFor(5000);
  await expect(step).toHaveText("分析が完了しました");
});

test("who asked for less motion finds the tutorial's examples done", { tag: "@script" }, async ({ page }) => {
  await page.goto("/tutorial#model");
  await expect(page.getByRole("button", { name: "もう一度見る" })).toBeVisible();
  await expect(page.locator("#model input:checked")).toHaveCount(3);
});

test("a tutorial form refused for its terms and address comes back on the last slide", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  await page.goto("/tutorial#registration");
  await page.getByLabel("メールアドレス").fill("not-an-address");
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await expect(page.getByText("メールアドレスの形式が正しくありません")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toHaveValue("not-an-address");
  await expectGoodPage(page);
  quietConsole.expectFailures([400]);
});

test("an item pressed on the top page shows the chart and the favourite of the model that reads it @both", async ({
  page,
}) => {
  await page.goto(`${url}/`);
  const best = page.locator(".try-best:visible");
  const chart = page.locator(".gate-chart:visible").getByRole("img");
  await expect(best).toContainText("ピーチミッション");
  await expect(chart).toHaveAccessibleName(/^馬番順の指数。◎9番ピーチミッション \+1\.00、/);
  await page.getByText("騎手", { exact: true }).click();
  await expect(best).toContainText("ドルチェフォーム");
  await expect(chart).toHaveAccessibleName(/◎3番ドルチェフォーム \+0\.60、/);
  await page.getByText("着順", { exact: true }).click();
  await expect(page.getByText("何も選ばなければ、くじ引きと同じです。")).toBeVisible();
  await page.getByText("血統", { exact: true }).click();
  await expect(best).toContainText("ボヌールマーメイド");
  // The same by an address, for a browser whose styles cannot look at the boxes.
  await page.goto(`${url}/?try=010`);
  await expect(best).toContainText("ボヌールマーメイド");
  await expectGoodPage(page);
});
