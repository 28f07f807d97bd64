import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { logIn, mailedLink, newAccount, PASSWORD, signedUpAccount, uniqueEmail } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("a wrong password is refused in the specification's words and the asked page is reached by the right one", {
  tag: "@both",
}, async ({ page, quietConsole }) => {
  await page.goto("/login?to=/models");
  await page.getByLabel("メールアドレス").fill("premium@demo.example");
  await page.getByLabel("パスワード").fill("not-this-one");
  await page.getByRole("button", { name: "ログイン" }).click();
  await expect(page.getByText("メールアドレスかパスワードが違います")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toHaveValue("premium@demo.example");
  await expect(page.getByLabel("パスワード")).toHaveValue("");
  await expectGoodPage(page);
  await page.getByLabel("パスワード").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await page.waitForURL("/models");
  quietConsole.expectFailures([400]);
});

test("log-out ends the session, also for a copy of its cookie", async ({ page, javaScriptEnabled }) => {
  await logIn(page, url, "unlimited@demo.example", DEMO_PASSWORD);
  const cookies = await page.context().cookies();
  // No script can read the cookies.
  if (javaScriptEnabled) expect(await page.evaluate(() => document.cookie)).toBe("");
  expect(cookies.map(({ name, httpOnly }) => [name, httpOnly]).sort()).toEqual([
    ["bookmark", true],
    ["session", true],
  ]);
  await page.locator('summary[aria-label="メニュー"]').click();
  await page.getByRole("button", { name: "ログアウト" }).click();
  await page.waitForURL("/login");
  await page.goto("/home");
  await expect(page).toHaveURL("/?e=atnf&to=%2Fhome");
  await expect(page.getByText("そのページを見るには、ログインが必要です。")).toBeVisible();
  // A session that ended leads to the log-in page, not to the top.
  await page.context().addCookies(cookies);
  await page.goto("/models/create");
  expect(new URL(page.url()).pathname).toBe("/login");
});

test("a forgotten password is changed by mail, once, and the old one is over", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const { email } = await newAccount(url, "wasureta");
  await page.goto("/login");
  await page.getByRole("link", { name: "パスワードを忘れた" }).click();
  await expectGoodPage(page);
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByRole("button", { name: "メールを送る" }).click();
  await expect(page.getByRole("heading", { name: "メールを送りました" })).toBeVisible();
  await expectGoodPage(page);

  const link = await mailedLink(url, email, "再設定");
  await page.goto(link);
  await expectGoodPage(page);
  const fill = async (password: string, confirmation: string) => {
    await page.getByLabel("新しいパスワード", { exact: true }).fill(password);
    await page.getByLabel("新しいパスワード（確認）").fill(confirmation);
    await page.getByRole("button", { name: "パスワードを変更する" }).click();
  };
  await fill("kawari-777", "kawari-778");
  await expect(page.getByText("パスワードが一致しません")).toBeVisible();
  await fill("short", "short");
  await expect(page.getByText("パスワードは8文字以上にしてください")).toBeVisible();
  await fill("kawari-bane-777", "kawari-bane-777");
  await expect(page.getByText("パスワードを変更しました。")).toBeVisible();

  const logInWith = async (password: string) => {
    await page.getByLabel("メールアドレス").fill(email);
    await page.getByLabel("パスワード").fill(password);
    await page.getByRole("button", { name: "ログイン" }).click();
  };
  await logInWith(PASSWORD);
  await expect(page.getByText("メールアドレスかパスワードが違います")).toBeVisible();
  await logInWith("kawari-bane-777");
  await page.waitForURL("/home");
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByText("不正なURLです。URLをもう一度ご確認ください")).toBeVisible();
  quietConsole.expectFailures([400, 400, 400, 404]);
});

test("a sign-up link works once, and an unknown one is a 404 with the way to a new one", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const { email } = await signedUpAccount(url, "nidome");
  for (const link of [
    await mailedLink(url, email),
    `${url}/signup?uuid=unknown`,
    `${url}/resetPassword?uuid=unknown`,
  ]) {
    expect((await page.goto(link))?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
    await expect(page.getByText("不正なURLです。URLをもう一度ご確認ください")).toBeVisible();
    await expectGoodPage(page);
  }
  await page.getByRole("link", { name: "もう一度メールを送る" }).click();
  await expect(page.getByRole("heading", { name: "パスワードの再設定" })).toBeVisible();
  quietConsole.expectFailures([404, 404, 404]);
});

test("the second step of the sign-up keeps the name and says what is wrong with the rest", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const email = uniqueEmail("tochuu");
  await fetch(`${url}/api/verification_email?email=${email}`, { method: "POST" });
  await page.goto(await mailedLink(url, email));
  await expect(page.getByText(/半角英数字をおすすめします/)).toBeVisible();
  await page.getByLabel("ユーザー名").fill("途中の人");
  await page.getByLabel("パスワード").fill("short");
  await page.getByRole("button", { name: "登録する" }).click();
  await expect(page.getByText("パスワードは8文字以上にしてください")).toBeVisible();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await expect(page.getByLabel("ユーザー名")).toHaveValue("途中の人");
  await expectGoodPage(page);
  quietConsole.expectFailures([400]);
});
