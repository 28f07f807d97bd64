import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { publishModel } from "#test/e2e/support/public-views.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("a model's record is public from the owner's choice until its end", { tag: "@both" }, async ({
  page,
  openPage,
}) => {
  const { email, token } = await newAccount(url, "koukai");
  const modelId = await newModel(url, token, "公開するモデル");
  await logIn(page, url, email, undefined, `/models/${modelId}`);
  await page.getByRole("link", { name: "成績の公開" }).click();
  await expect(page.getByRole("heading", { name: "成績は公開していません" })).toBeVisible();
  await page.getByRole("button", { name: "成績を公開する" }).click();
  await expect(page.getByRole("heading", { name: "成績を公開しています" })).toBeVisible();
  await expectGoodPage(page);
  const path = (await page.getByRole("link", { name: "公開中のページを見る" }).getAttribute("href")) ?? "";

  const { page: visitor, quietConsole: visitorConsole } = await openPage();
  await visitor.goto(path);
  await expect(visitor.getByRole("heading", { level: 1, name: "公開するモデル" })).toBeVisible();
  await expect(visitor.getByText("選んだ項目は公開していません。")).toBeVisible();
  await expectGoodPage(visitor);

  await visitor.getByRole("link", { name: "このページを報告する" }).click();
  await visitor.getByRole("button", { name: "報告する" }).click();
  await expect(visitor.getByText("必須項目です")).toBeVisible();
  visitorConsole.expectFailures([400]);
  await visitor.getByLabel("個人情報がのっている").check();
  await expectGoodPage(visitor);
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

test("a public model is followed from its page, and not any more", { tag: "@both" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "tsuikake");
  const modelId = await newModel(url, token, "追いかけるモデル");
  const code = await publishModel(url, { token, modelId });
  await logIn(page, url, email, undefined, "/favourites");
  await page.getByRole("link", { name: "フォロー中のモデル" }).click();
  await expect(page.getByText("公開されているモデルのページから、50モデルまで")).toBeVisible();
  await page.goto(`/share/models/${code}`);
  await page.getByRole("button", { name: "フォローする" }).click();
  await expect(page.getByText("フォローしました")).toBeVisible();
  await expect(page.getByRole("link", { name: "追いかけるモデル" })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("button", { name: /^外す ?（追いかけるモデル）$/ }).click();
  await expect(page.getByText("フォローをやめました")).toBeVisible();
});

test("an API token is shown once, reads, and is revoked", { tag: "@both" }, async ({ page }) => {
  const { email } = await newAccount(url, "token-hito");
  await logIn(page, url, email, undefined, "/settings");
  await page.getByRole("link", { name: "APIのトークン" }).click();
  await page.getByLabel("名前").fill("表計算");
  await page.getByRole("button", { name: "つくる", exact: true }).click();
  const token = (await page.locator("code").textContent()) ?? "";
  expect(token).toMatch(/^hw_\d+_[\w-]{43}$/);
  await expectGoodPage(page);
  const read = () => fetch(`${url}/api/models`, { headers: { Authorization: `Bearer ${token}` } });
  expect((await read()).status).toBe(200);
  await page.goto("/settings/tokens");
  await expect(page.locator("code")).toHaveCount(0);
  await page.getByRole("button", { name: /^取り消す ?（表計算）$/ }).click();
  await expect(page.getByText("トークンを取り消しました")).toBeVisible();
  expect((await read()).status).toBe(401);
});
