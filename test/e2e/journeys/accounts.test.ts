import { afterAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { logIn, mailedLink, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";

afterAll(closeBrowser);

for (const javaScript of [true, false]) {
  const kind = javaScript ? "with JavaScript" : "without JavaScript";

  test(`a wrong password is refused in the specification's words and the asked page is reached by the right one, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await page.goto(`${url}/login?to=/models`);
    await page.getByLabel("メールアドレス").fill("premium@demo.example");
    await page.getByLabel("パスワード").fill("not-this-one");
    await page.getByRole("button", { name: "ログイン" }).click();
    await page.getByText("メールアドレスかパスワードが違います").waitFor();
    expect(await page.getByLabel("メールアドレス").inputValue()).toBe("premium@demo.example");
    expect(await page.getByLabel("パスワード").inputValue()).toBe("");
    if (javaScript) await expectGoodPage(page);
    await page.getByLabel("パスワード").fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "ログイン" }).click();
    await page.waitForURL(`${url}/models`);
    phone.expectQuietConsole([400]);
  });

  test(`log-out ends the session, also for a copy of its cookie, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, "unlimited@demo.example", DEMO_PASSWORD);
    const cookies = await page.context().cookies();
    // No script can read the session's cookie.
    if (javaScript) expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([["session", true]]);
    await page.locator('summary[aria-label="メニュー"]').click();
    await page.getByRole("button", { name: "ログアウト" }).click();
    await page.waitForURL(`${url}/login`);
    await page.goto(`${url}/home`);
    expect(page.url()).toBe(`${url}/?e=atnf`);
    await page.getByText("そのページを見るには、ログインが必要です。").waitFor();
    // A session that ended leads to the log-in page, not to the top.
    await page.context().addCookies(cookies);
    await page.goto(`${url}/models/create`);
    expect(new URL(page.url()).pathname).toBe("/login");
    phone.expectQuietConsole();
  });
}

test("the form of the log-in names what is missing", async () => {
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(`${inject("saturdayUrl")}/login`);
  await page.getByRole("button", { name: "ログイン" }).click();
  await page.getByText("必須項目です").first().waitFor();
  expect(await page.getByText("必須項目です").count()).toBe(2);
  phone.expectQuietConsole([400]);
});

test("a return path leads nowhere but into the site", async () => {
  const url = inject("saturdayUrl");
  await using phone = await openPhone({ javaScript: false });
  const { page } = phone;
  await page.goto(`${url}/login?to=${encodeURIComponent("//evil.example/")}`);
  await page.getByLabel("メールアドレス").fill("unlimited@demo.example");
  await page.getByLabel("パスワード").fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "ログイン" }).click();
  await page.waitForURL(`${url}/home`);
});

test("a forgotten password is changed by mail, once, and the old one is over", async () => {
  const url = inject("saturdayUrl");
  const { email } = await newAccount(url, "wasureta");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(`${url}/login`);
  await page.getByRole("link", { name: "パスワードを忘れた" }).click();
  await expectGoodPage(page);
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByRole("button", { name: "メールを送る" }).click();
  await page.getByRole("heading", { name: "メールを送りました" }).waitFor();
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
  await page.getByText("パスワードが一致しません").waitFor();
  await fill("short", "short");
  await page.getByText("パスワードは8文字以上にしてください").waitFor();
  await fill("kawari-bane-777", "kawari-bane-777");
  await page.getByText("パスワードを変更しました。").waitFor();

  const logInWith = async (password: string) => {
    await page.getByLabel("メールアドレス").fill(email);
    await page.getByLabel("パスワード").fill(password);
    await page.getByRole("button", { name: "ログイン" }).click();
  };
  await logInWith(PASSWORD);
  await page.getByText("メールアドレスかパスワードが違います").waitFor();
  await logInWith("kawari-bane-777");
  await page.waitForURL(`${url}/home`);
  expect((await page.goto(link))?.status()).toBe(404);
  await page.getByText("不正なURLです。URLをもう一度ご確認ください").waitFor();
  phone.expectQuietConsole([400, 400, 400, 404]);
});

test("a sign-up link works once, and an unknown one is a 404 with the way to a new one", async () => {
  const url = inject("saturdayUrl");
  const { email } = await newAccount(url, "nidome");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  for (const link of [
    await mailedLink(url, email),
    `${url}/signup?uuid=unknown`,
    `${url}/resetPassword?uuid=unknown`,
  ]) {
    expect((await page.goto(link))?.status()).toBe(404);
    await page.getByRole("heading", { name: "Not found" }).waitFor();
    await page.getByText("不正なURLです。URLをもう一度ご確認ください").waitFor();
    await expectGoodPage(page);
  }
  await page.getByRole("link", { name: "もう一度メールを送る" }).click();
  await page.getByRole("heading", { name: "パスワードの再設定" }).waitFor();
  phone.expectQuietConsole([404, 404, 404]);
});

test("the second step of the sign-up keeps the name and says what is wrong with the rest", async () => {
  const url = inject("saturdayUrl");
  const email = "tochuu@example.com";
  await fetch(`${url}/api/verification_email?email=${email}`, { method: "POST" });
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await page.goto(await mailedLink(url, email));
  await page.getByLabel("ユーザー名").fill("途中の人");
  await page.getByLabel("パスワード").fill("short");
  await page.getByRole("button", { name: "登録する" }).click();
  await page.getByText("パスワードは8文字以上にしてください").waitFor();
  await page.getByText("必須項目です").waitFor();
  expect(await page.getByLabel("ユーザー名").inputValue()).toBe("途中の人");
  await expectGoodPage(page);
  phone.expectQuietConsole([400]);
});
