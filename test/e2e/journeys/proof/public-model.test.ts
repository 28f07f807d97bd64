import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("a model's record is public from the owner's choice until its end", { tag: "@both" }, async ({
  page,
  javaScriptEnabled,
  openPage,
}) => {
  const { email, token } = await newAccount(url, "koukai");
  const modelId = await newModel(url, token, "公開するモデル");
  await logIn(page, url, email, undefined, `/models/${modelId}`);
  await page.getByRole("link", { name: "成績の公開" }).click();
  await expect(page.getByRole("heading", { name: "成績は公開していません" })).toBeVisible();
  await page.getByRole("button", { name: "成績を公開する" }).click();
  await expect(page.getByRole("heading", { name: "成績を公開しています" })).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);
  const path = (await page.getByRole("link", { name: "公開中のページを見る" }).getAttribute("href")) ?? "";

  const { page: visitor, quietConsole: visitorConsole } = await openPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { level: 1, name: "公開するモデル" })).toBeVisible();
  await expect(visitor.getByText("選んだ項目は公開していません。")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(visitor);

  await visitor.getByRole("link", { name: "このページを報告する" }).click();
  await visitor.getByRole("button", { name: "報告する" }).click();
  await expect(visitor.getByText("必須項目です")).toBeVisible();
  visitorConsole.expectFailures([400]);
  await visitor.getByLabel("個人情報がのっている").check();
  if (javaScriptEnabled) await expectGoodPage(visitor);
  await visitor.getByRole("button", { name: "報告する" }).click();
  await expect(visitor.getByRole("heading", { name: "報告を受け付けました" })).toBeVisible();
  await visitor.goto(path);

  await page.getByRole("button", { name: "選んだ項目も公開する" }).click();
  await expect(page.getByRole("heading", { name: "成績と、選んだ項目を公開しています" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText("そのまま使う項目")).toBeVisible();

  await page.getByRole("button", { name: "公開をやめる" }).click();
  await expect(page.getByRole("heading", { name: "成績は公開していません" })).toBeVisible();
  expect((await fetch(url + path)).status).toBe(404);
});
