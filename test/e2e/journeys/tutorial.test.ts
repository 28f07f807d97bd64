import { afterAll, expect, inject, test } from "vitest";
import { mailedLink } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";

afterAll(closeBrowser);

const SLIDES = ["tutorial", "words", "model", "race", "result", "registration"];

test("the tutorial's six slides stand one after another without JavaScript, examples done, and its form registers", async () => {
  const url = inject("saturdayUrl");
  await using phone = await openPhone({ javaScript: false });
  const { page } = phone;
  await page.goto(`${url}/?page=lp&position=hero`);
  await page.getByRole("link", { name: /チュートリアル/ }).click();
  expect(page.url()).toBe(`${url}/tutorial?page=lp&position=hero`);
  for (const id of SLIDES) expect(await page.locator(`#${id}`).isVisible(), id).toBe(true);
  expect(await page.locator("#model input:checked").count()).toBe(3);
  await page.getByText("残り47項目選択可能です").waitFor();
  await page.getByText("AIモデル作成が完了しました").waitFor();
  await page.getByText("分析が完了しました").waitFor();

  await page.getByLabel("メールアドレス").fill("tutorial-reader@example.com");
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  await page.getByText("必須項目です").waitFor();
  expect(await page.getByLabel("メールアドレス").inputValue()).toBe("tutorial-reader@example.com");
  expect(await page.locator("input[name=attribution]").inputValue()).toBe("page=lp&position=hero");
  await page.getByRole("checkbox", { name: /同意します/ }).check();
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  // The browser keeps the form's fragment through the redirect.
  await page.waitForURL(/\/signup\?sent=1/);
  await mailedLink(url, "tutorial-reader@example.com");
  phone.expectQuietConsole([400]);
});

test("with JavaScript the tutorial shows one slide at a time, by buttons, dots, keys and the browser's back", async () => {
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(`${inject("saturdayUrl")}/tutorial`);
  const shown = () => page.locator(".slide:visible").evaluateAll((slides) => slides.map(({ id }) => id));
  for (const [at, id] of SLIDES.entries()) {
    await expect.poll(shown).toEqual([id]);
    expect(await page.locator(".dots [aria-current]").getAttribute("href")).toBe(`#${id}`);
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
  phone.expectQuietConsole();
});

test("the tutorial ticks the boxes and fakes a creation and an analysis in steps of one second", async () => {
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The page's clock is the test's, so that a slow machine misses no step.
  await page.clock.install();
  await page.goto(`${inject("saturdayUrl")}/tutorial`);
  const next = page.getByRole("link", { name: "次へ" });
  await next.click();
  await next.click();
  const ticked = page.locator("#model input:checked");
  const step = page.locator(".slide:visible .steps [aria-current]");
  const model = page.locator("#model");
  await expect.poll(() => ticked.count()).toBe(0);
  for (const [word, boxes] of [
    ["騎手を選ぶ", 1],
    ["枠番を選ぶ", 2],
    ["血統を選ぶ", 3],
    ["「作成する」を押す", 3],
    ["過去のレースで学習しています", 3],
    ["AIモデル作成が完了しました", 3],
  ] as const) {
    await page.clock.runFor(1000);
    expect(await step.textContent()).toBe(word);
    expect(await ticked.count()).toBe(boxes);
    expect(await model.getByText(`残り${50 - boxes}項目選択可能です`).isVisible()).toBe(true);
  }
  expect(await model.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("100");
  await model.getByRole("button", { name: "もう一度見る" }).click();
  await model.getByRole("button", { name: "止める" }).click();

  await next.click();
  await page.clock.runFor(5000);
  expect(await step.textContent()).toBe("分析が完了しました");
  phone.expectQuietConsole();
});

test("who asked for less motion finds the tutorial's examples done", async () => {
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(`${inject("saturdayUrl")}/tutorial#model`);
  await page.getByRole("button", { name: "もう一度見る" }).waitFor();
  expect(await page.locator("#model input:checked").count()).toBe(3);
  phone.expectQuietConsole();
});

test("a tutorial form refused for its terms and address comes back on the last slide", async () => {
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(`${inject("saturdayUrl")}/tutorial#registration`);
  await page.getByLabel("メールアドレス").fill("not-an-address");
  await page.getByRole("button", { name: "無料ではじめる" }).click();
  await page.getByText("必須項目です").waitFor();
  await page.getByText("メールアドレスの形式が正しくありません").waitFor();
  expect(await page.getByLabel("メールアドレス").inputValue()).toBe("not-an-address");
  await expectGoodPage(page);
  phone.expectQuietConsole([400]);
});
