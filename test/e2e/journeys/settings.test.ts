import { afterAll, expect, inject, test } from "vitest";
import { callApi, logIn, mailedLink, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";
import { location, postForm } from "#test/e2e/support/web.ts";

afterAll(closeBrowser);

for (const javaScript of [true, false]) {
  const kind = javaScript ? "with JavaScript" : "without JavaScript";
  const suffix = javaScript ? "js" : "nojs";

  test(`a profile is filled in, refused with what was typed, kept where a field is left blank, emptied on request, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email } = await newAccount(url, `profile-${suffix}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, PASSWORD, "/settings");
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("プロフィール");
    if (javaScript) await expectGoodPage(page);

    await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
    await page.getByLabel("都道府県", { exact: true }).selectOption("東京都");
    await page.getByLabel("生年月日", { exact: true }).fill("1990-02-03");
    await page.getByText("女性").click();
    await page.getByText("星", { exact: true }).click();
    await page.getByLabel("ユーザー名").fill("");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("必須項目です").waitFor();
    expect(await page.getByLabel("好きな馬", { exact: true }).inputValue()).toBe("ハチワクスター");
    expect(await page.getByLabel("星").isChecked()).toBe(true);
    if (javaScript) await expectGoodPage(page);

    await page.getByLabel("ユーザー名").fill("新しい名前");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("プロフィールを保存しました").waitFor();
    await page.getByLabel("好きな馬", { exact: true }).fill("");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.waitForLoadState("networkidle");
    await page.goto(`${url}/settings`);
    expect(await page.getByLabel("好きな馬", { exact: true }).inputValue()).toBe("ハチワクスター");
    expect(await page.getByLabel("ユーザー名").inputValue()).toBe("新しい名前");
    expect(await page.getByLabel("都道府県", { exact: true }).inputValue()).toBe("13");
    expect(await page.getByLabel("女性").isChecked()).toBe(true);

    const empties = page.getByLabel("を空にする");
    expect(await empties.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual([
      "birthDate",
      "sex",
      "prefectures",
      "favHorse",
    ]);
    for (const label of ["性別", "都道府県", "好きな馬"]) await page.getByLabel(`${label}を空にする`).check();
    await page.getByLabel("電話番号").fill("でんわ");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("保存できませんでした").waitFor();
    expect(await page.getByLabel("好きな馬を空にする").isChecked()).toBe(true);
    if (javaScript) await expectGoodPage(page);
    await page.getByLabel("電話番号").fill("");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("プロフィールを保存しました").waitFor();
    expect(await page.getByLabel("好きな馬", { exact: true }).inputValue()).toBe("");
    expect(await page.getByLabel("都道府県", { exact: true }).inputValue()).toBe("");
    expect(await page.getByLabel("女性").isChecked()).toBe(false);
    expect(await page.getByLabel("生年月日", { exact: true }).inputValue()).toBe("1990-02-03");
    expect(await empties.count()).toBe(1);
    // One for the missing name, one for the telephone number.
    phone.expectQuietConsole([400, 400]);
  });

  test(`a new address wants the password and takes effect behind its mailed link, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email } = await newAccount(url, `address-${suffix}`);
    const newEmail = `address-${suffix}-new@example.com`;
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, PASSWORD, "/settings");
    await page.getByLabel("メールアドレス").fill(newEmail);
    await page.getByLabel("現在のパスワード").fill("not-this-one");
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("パスワードが違います").waitFor();
    expect(await page.getByLabel("メールアドレス").inputValue()).toBe(newEmail);
    expect(await page.getByLabel("現在のパスワード").inputValue()).toBe("");
    await page.getByLabel("現在のパスワード").fill(PASSWORD);
    await page.getByRole("button", { name: "保存する" }).click();
    await page.getByText("新しいメールアドレスに確認のメールを送りました").waitFor();
    expect(await page.getByLabel("メールアドレス").inputValue()).toBe(email);

    const link = await mailedLink(url, newEmail, "新しいメールアドレスの確認");
    await page.goto(link);
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("button", { name: "このアドレスに変更する" }).click();
    await page.getByText("メールアドレスを変更しました").waitFor();
    expect((await page.goto(link))?.status()).toBe(404);
    await page.getByText("不正なURLです。URLをもう一度ご確認ください").waitFor();
    await page.goto(`${url}/settings`);
    expect(await page.getByLabel("メールアドレス").inputValue()).toBe(newEmail);
    phone.expectQuietConsole([400, 404]);
  });

  test(`an account is deleted by its password and a tick, and its token is over, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `leaver-${suffix}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, PASSWORD, "/settings");
    await page.getByRole("link", { name: "退会する" }).click();
    await page.waitForURL(`${url}/settings/delete`);
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("button", { name: "退会する" }).click();
    await page.getByText("必須項目です").first().waitFor();
    expect(await page.getByText("必須項目です").count()).toBe(2);
    await page.getByLabel("パスワード").fill("wrong-password");
    await page.getByLabel("削除される内容を理解しました").check();
    await page.getByRole("button", { name: "退会する" }).click();
    await page.getByText("パスワードが違います").waitFor();
    await page.getByLabel("パスワード").fill(PASSWORD);
    await page.getByRole("button", { name: "退会する" }).click();
    await page.getByText("退会の手続きが完了しました").waitFor();
    expect((await callApi(url, token, "/users/me")).status).toBe(401);
    await page.goto(`${url}/home`);
    expect(page.url()).toBe(`${url}/?e=atnf`);
    phone.expectQuietConsole([400, 400]);
  });
}

test("the export is a JSON file of the user's own data", async () => {
  const url = inject("saturdayUrl");
  const { email, token } = await newAccount(url, "exporter");
  const answer = await fetch(`${url}/settings/export`, { headers: { cookie: `session=${token}` } });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="personal-data.json"');
  expect(await answer.json()).toMatchObject({ user: { email, plan: 1 }, models: [], analysis_results: [] });
  const visitor = await fetch(`${url}/settings/export`, { redirect: "manual" });
  expect([visitor.status, visitor.headers.get("location")]).toEqual([302, "/?e=atnf"]);
});

test("leaving the profile with unsaved input asks first", async () => {
  const url = inject("saturdayUrl");
  const { email } = await newAccount(url, "half-way");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("好きな騎手").fill("途中");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.message());
    await dialog.dismiss();
  });
  await page.getByRole("link", { name: "プランを確認する" }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain("入力した内容は保存されていません");
  expect(new URL(page.url()).pathname).toBe("/settings");
  expect(await page.getByLabel("好きな騎手").inputValue()).toBe("途中");
});

test.each([
  ["with script", true],
  ["without script", false],
])("すべての端末でログアウト ends the other device's session and the own one, %s", async (_name, javaScript) => {
  const url = inject("saturdayUrl");
  const { email, token } = await newAccount(url, `everywhere-${javaScript}`);
  await using phone = await openPhone({ javaScript });
  const { page } = phone;
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "すべての端末でログアウト" }).click();
  await page.getByRole("heading", { name: "すべての端末でログアウトしますか？" }).waitFor();
  if (javaScript) await expectGoodPage(page);
  await page.getByRole("link", { name: "やめる" }).click();
  await page.waitForURL(`${url}/settings`);
  expect((await callApi(url, token, "/users/me")).status).toBe(200);

  await page.goto(`${url}/settings/logout`);
  const session = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.getByRole("button", { name: "ログアウトする" }).click();
  await page.getByText("すべての端末からログアウトしました。").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  expect((await callApi(url, token, "/users/me")).status).toBe(401);
  await page.goto(`${url}/home`);
  expect(new URL(page.url()).pathname).not.toBe("/home");
  // The same form once more, from the page that is still open elsewhere.
  const again = await postForm(url, "/settings/logout", {}, { email, cookie: session });
  expect([again.status, location(again, url)]).toEqual([303, "/login?done=everywhere"]);
  phone.expectQuietConsole();
});
