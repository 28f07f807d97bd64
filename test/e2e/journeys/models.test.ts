import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("renaming and deleting a model are dialogs with a URL", { tag: "@both" }, async ({ page, quietConsole }) => {
  const { email, token } = await newAccount(url, "namae");
  const modelId = await newModel(url, token, "もとの名前");
  await logIn(page, url, email, undefined, `/models?rename=${modelId}`);
  await expect(page.getByRole("heading", { name: "名称変更", exact: true })).toBeVisible();
  await expectGoodPage(page);
  const name = page.getByLabel("新しい名前を入力してください");
  await name.fill("");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  // Not the dialog: what is wrong is said at the field.
  await expect(name).toBeFocused();
  await name.fill("一二三四五六七八九十一二三四五六");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("モデル名は15文字以内にしてください")).toBeVisible();
  await name.fill("あたらしい名前");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("AIモデルの名前を変更しました")).toBeVisible();
  await expect(page.getByRole("heading", { name: /あたらしい名前/ })).toBeVisible();

  await page.goto(`/models?detail=${modelId}`);
  await expect(page.getByRole("dialog").getByText("4/50項目")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "閉じる" }).click();
  await page.getByRole("link", { name: /^削除/ }).click();
  await expect(page.getByRole("heading", { name: "あたらしい名前を削除しますか？" })).toBeVisible();
  await expect(page).toHaveURL(`/models?delete=${modelId}`);
  await expectGoodPage(page);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await page.waitForURL("/models");
  await page.goto(`/models?delete=${modelId}`);
  await page.getByRole("button", { name: "モデルを削除" }).click();
  await expect(page.getByText("AIモデルを削除しました")).toBeVisible();
  await expect(page.getByText("まだAIモデルがありません。")).toBeVisible();
  await expectGoodPage(page);
  quietConsole.expectFailures([400, 400]);
});

test("a card of the list gives hit and return rates, says what 予測力 is and leads to the report", async ({ page }) => {
  const { email, token } = await newAccount(url, "moderu-kaado");
  const modelId = await newModel(url, token, "成績つき");
  await logIn(page, url, email, undefined, "/models");
  const card = page.locator(`#model-${modelId}`);
  const rows = await card.locator(".rates tbody tr").allInnerTexts();
  expect(rows.map((row) => row.split(/\s/)[0])).toEqual(["単勝2点", "複勝1点", "馬連7点"]);
  const winRate = /^単勝2点\s+[\d.]+%\s+([\d.]+%)/.exec(rows[0] ?? "")?.[1] ?? "no rate";
  await card.locator("summary").click();
  await expect(card.getByText("勝つ馬をどこまで見分けられたかです。")).toBeVisible();
  await expectGoodPage(page);

  await card.getByRole("link", { name: /^検証レポートを読む/ }).click();
  await page.waitForURL(`/models/${modelId}`);
  const figure = page.locator(".rate-rows li", { hasText: "単勝" }).locator(".value");
  await expect(figure).toHaveText(winRate);
});

test("on a wide screen a card of the list is one line of a table, with and without script", {
  tag: ["@desktop", "@full"],
}, async ({ openPage }) => {
  const { email, token } = await newAccount(url, "yoko");
  await newModel(url, token, "成績つき");
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openPage({ javaScriptEnabled });
    await logIn(page, url, email, undefined, "/models");
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((box) => box.getBoundingClientRect().left);
    // The figures stand beside the name, and the foot of the page begins where its head does.
    expect(await left(".model .rates")).toBeGreaterThan(await left(".model .skill"));
    expect(await left(".model .skill")).toBeGreaterThan(await left(".model h3"));
    expect(await left(".foot .age")).toBe(await left("main .lead"));
  }
});

test("the edit page renames a complete model, at both of its addresses", async ({ page, quietConsole }) => {
  const { email, token } = await newAccount(url, "henshu");
  const modelId = await newModel(url, token, "もとの名前");
  await logIn(page, url, email, undefined, `/models/${modelId}`);
  await expect(page.getByText(/^◎の勝率\d+\.\d%、1番人気は\d+\.\d%。$/)).toBeVisible();
  await page.goto(`/models/edit/${modelId}`);
  await expectGoodPage(page);
  const isInView = () =>
    page.getByText(/^(必須項目です|モデル名は15文字以内にしてください)$/).evaluate((words) => {
      const { top, bottom } = words.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    });
  await expect(page.getByRole("link", { name: "戻る" })).toHaveAttribute("href", "/models");
  const name = page.getByLabel("新しい名前を入力してください");
  await name.fill("");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  // Below the whole report.
  await expect.poll(isInView).toBe(true);
  await name.fill("一二三四五六七八九十一二三四五六");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("モデル名は15文字以内にしてください")).toBeVisible();
  await expect.poll(isInView).toBe(true);
  await name.fill("かえた名前");
  await page.getByRole("button", { name: "変更する" }).click();
  await page.waitForURL("/models?done=renamed");
  await expect(page.getByText("AIモデルの名前を変更しました")).toBeVisible();
  await expect(page.getByRole("heading", { name: /かえた名前/ })).toBeVisible();
  quietConsole.expectFailures([400, 400]);
});

test("the list looks again by itself until the model is ready", async ({ page }) => {
  const { email, token } = await newAccount(url, "machi");
  const modelId = await newModel(url, token, "待つ");
  // As if its training went on until the page was seen: a real one may end before the browser has asked for the page.
  const setStatus = (status: number) =>
    runStatements(saturday.stateDir, [`update models set status = ${status} where id = ${modelId}`]);
  await setStatus(1);
  await logIn(page, url, email, undefined, "/models");
  const html = await (await page.goto("/models"))?.text();
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
  await expect(page.getByText("使えます", { exact: true })).toHaveCount(0);
  await setStatus(2);
  await expect(page.getByText("使えます", { exact: true })).toBeVisible();
  // Nothing is in progress any more, so nothing refreshes.
  expect(await (await page.goto("/models"))?.text()).not.toContain('http-equiv="refresh"');
});
