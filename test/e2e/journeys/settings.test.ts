import {
  callApi,
  finishedAnalysis,
  logIn,
  mailedLink,
  newAccount,
  newModel,
  PASSWORD,
  racesOf,
  uniqueEmail,
} from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { readCode } from "#test/e2e/support/second-factor.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { location, postForm } from "#test/e2e/support/web.ts";

const { url } = saturday;

test("a profile is filled in, refused with what was typed, kept where a field is left blank, emptied on request", {
  tag: "@both",
}, async ({ page, quietConsole }) => {
  const { email } = await newAccount(url, "profile");
  await logIn(page, url, email, PASSWORD, "/settings");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("プロフィール");
  await expectGoodPage(page);

  await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
  await page.getByLabel("都道府県", { exact: true }).selectOption("東京都");
  await page.getByLabel("生年月日", { exact: true }).fill("1990-02-03");
  await page.getByText("女性").click();
  await page.getByText("星", { exact: true }).click();
  await page.getByLabel("ユーザー名").fill("");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
  await expect(page.getByLabel("星")).toBeChecked();
  await expectGoodPage(page);

  await page.getByLabel("ユーザー名").fill("新しい名前");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("プロフィールを保存しました")).toBeVisible();
  await page.getByLabel("好きな馬", { exact: true }).fill("");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "保存する" }).click();
  await answered;
  await page.goto("/settings");
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
  await expect(page.getByLabel("ユーザー名")).toHaveValue("新しい名前");
  await expect(page.getByLabel("都道府県", { exact: true })).toHaveValue("13");
  await expect(page.getByLabel("女性")).toBeChecked();

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
  await expect(page.getByText("保存できませんでした")).toBeVisible();
  await expect(page.getByLabel("好きな馬を空にする")).toBeChecked();
  await expectGoodPage(page);
  await page.getByLabel("電話番号").fill("");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("プロフィールを保存しました")).toBeVisible();
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("都道府県", { exact: true })).toHaveValue("");
  await expect(page.getByLabel("女性")).not.toBeChecked();
  await expect(page.getByLabel("生年月日", { exact: true })).toHaveValue("1990-02-03");
  await expect(empties).toHaveCount(1);
  // One for the missing name, one for the telephone number.
  quietConsole.expectFailures([400, 400]);
});

test("a new address wants the password and takes effect behind its mailed link", async ({ page, quietConsole }) => {
  const { email } = await newAccount(url, "address");
  const newEmail = uniqueEmail("address-new");
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByLabel("メールアドレス").fill(newEmail);
  await page.getByLabel("現在のパスワード").fill("not-this-one");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("パスワードが違います")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toHaveValue(newEmail);
  await expect(page.getByLabel("現在のパスワード")).toHaveValue("");
  await page.getByLabel("現在のパスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("新しいメールアドレスに確認のメールを送りました")).toBeVisible();
  await expect(page.getByLabel("メールアドレス")).toHaveValue(email);

  const link = await mailedLink(url, newEmail, "新しいメールアドレスの確認");
  await page.goto(link);
  await expectGoodPage(page);
  await page.getByRole("button", { name: "このアドレスに変更する" }).click();
  await expect(page.getByText("メールアドレスを変更しました")).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(404);
  await expect(page.getByText("不正なURLです。URLをもう一度ご確認ください")).toBeVisible();
  await page.goto("/settings");
  await expect(page.getByLabel("メールアドレス")).toHaveValue(newEmail);
  quietConsole.expectFailures([400, 404]);
});

test("an account is deleted by its password and a tick, and its token is over", async ({ page, quietConsole }) => {
  const { email, token } = await newAccount(url, "leaver");
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "退会する" }).click();
  await page.waitForURL("/settings/delete");
  await expectGoodPage(page);
  await page.getByRole("button", { name: "退会する" }).click();
  await expect(page.getByText("必須項目です").first()).toBeVisible();
  await expect(page.getByText("必須項目です")).toHaveCount(2);
  await page.getByLabel("パスワード").fill("wrong-password");
  await page.getByLabel("削除される内容を理解しました").check();
  await page.getByRole("button", { name: "退会する" }).click();
  await expect(page.getByText("パスワードが違います")).toBeVisible();
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "退会する" }).click();
  await expect(page.getByText("退会の手続きが完了しました")).toBeVisible();
  expect((await callApi(url, token, "/users/me")).status).toBe(401);
  await page.goto("/home");
  await expect(page).toHaveURL("/?e=atnf&to=%2Fhome");
  quietConsole.expectFailures([400, 400]);
});

test("the export is a JSON file of the user's own data", { tag: "@once" }, async () => {
  const { email, token } = await newAccount(url, "exporter");
  const answer = await fetch(`${url}/settings/export`, { headers: { cookie: `session=${token}` } });
  expect(answer.headers.get("content-type")).toContain("application/json");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="personal-data.json"');
  expect(await answer.json()).toMatchObject({ user: { email, plan: 1 }, models: [], analysis_results: [] });
  const visitor = await fetch(`${url}/settings/export`, { redirect: "manual" });
  expect([visitor.status, visitor.headers.get("location")]).toEqual([302, "/?e=atnf&to=%2Fsettings%2Fexport"]);
});

test("leaving the profile with unsaved input asks first", { tag: "@script" }, async ({ page }) => {
  const { email } = await newAccount(url, "half-way");
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
  await expect(page.getByLabel("好きな騎手")).toHaveValue("途中");
});

test("すべての端末でログアウト ends the other device's session and the own one", async ({ page, quietConsole }) => {
  const { email, token } = await newAccount(url, "everywhere");
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "すべての端末でログアウト" }).click();
  await expect(page.getByRole("heading", { name: "すべての端末でログアウトしますか？" })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "やめる" }).click();
  await page.waitForURL("/settings");
  expect((await callApi(url, token, "/users/me")).status).toBe(200);

  await page.goto("/settings/logout");
  await page.getByLabel("いまのパスワード").fill("wrong-password");
  await page.getByRole("button", { name: "ログアウトする" }).click();
  await expect(page.getByLabel("いまのパスワード")).toHaveAccessibleDescription("パスワードが違います");
  expect((await callApi(url, token, "/users/me")).status).toBe(200);
  await page.getByLabel("いまのパスワード").fill(PASSWORD);
  const session = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  await page.getByRole("button", { name: "ログアウトする" }).click();
  await expect(page.getByText("すべての端末からログアウトしました。")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/login");
  expect((await callApi(url, token, "/users/me")).status).toBe(401);
  await page.goto("/home");
  expect(new URL(page.url()).pathname).not.toBe("/home");
  // The same form once more, from the page that is still open elsewhere.
  const again = await postForm(url, "/settings/logout", {}, { email, cookie: session });
  expect([again.status, location(again, url)]).toEqual([303, "/login?done=everywhere"]);
  quietConsole.expectFailures([400]);
});

test("own limits are lowered at once and raised a day later, a budget beyond is refused, and a pause stops analyses", {
  tag: "@full",
}, async ({ page, javaScriptEnabled, quietConsole }) => {
  const { email, token } = await newAccount(url, "jibun-no-jougen");
  const modelId = await newModel(url, token, "上限のある人の");
  const race = (await racesOf(url, token, "2026-11-21")).at(javaScriptEnabled ? -9 : -10);
  await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "自分の上限と休み" }).click();
  await page.waitForURL("/settings/limits");
  await expect(page.getByText("0120-321-153")).toBeVisible();
  await expectGoodPage(page);

  const analyses = page.getByLabel("ひと月の上限（回）");
  const budget = page.getByLabel("ひと月の上限（円）");
  const save = page.getByRole("button", { name: "この上限にする" });
  await analyses.fill("たくさん");
  await save.first().click();
  await expect(page.getByText("0から9,999までの数字で入れてください。")).toBeVisible();
  await expect(analyses).toHaveValue("たくさん");
  await analyses.fill("２０回");
  await save.first().click();
  await expect(page.getByText("いまの上限は20回です。今月の分析は1回です。")).toBeVisible();
  await budget.fill("3,000");
  await save.last().click();
  await expect(page.getByText("いまの上限は3,000円です。今月入れた予算は0円です。")).toBeVisible();
  await budget.fill("9000");
  await save.last().click();
  await expect(page.getByText("から9,000円になります。")).toBeVisible();
  await expect(page.getByText("いまの上限は3,000円です。")).toBeVisible();
  await expectGoodPage(page);

  await page.goto(`/races/${race?.race_id}/bets?budget=5000`);
  await expect(page.getByText("このレースに入れられるのは3,000円までです。")).toBeVisible();
  await expectGoodPage(page);
  await page.goto(`/races/${race?.race_id}/bets?budget=2500`);
  await expect(page.getByText("自分で決めた今月の予算")).toHaveCount(0);
  await page.goto("/settings/limits");
  await expect(page.getByText("今月入れた予算は2,500円です。")).toBeVisible();
  await page.getByRole("button", { name: "上げるのをやめる" }).click();
  await expect(page.getByText("いまの上限のままにしました")).toBeVisible();
  await expect(page.getByText("から9,000円になります。")).toHaveCount(0);

  await page.getByLabel("休む日数（7〜90日）").fill("5");
  await page.getByRole("button", { name: "休む", exact: true }).click();
  await expect(page.getByText("7から90までの数字で入れてください。")).toBeVisible();
  await page.getByLabel("休む日数（7〜90日）").fill("7");
  await page.getByLabel("途中でやめることも").check();
  await page.getByRole("button", { name: "休む", exact: true }).click();
  await expect(page.getByText("11月28日（土）の終わりまで休んでいます。")).toBeVisible();
  await expectGoodPage(page);
  const other = (await racesOf(url, token, "2026-11-15")).at(0);
  const asked = { model_id: modelId, race_id: other?.race_id };
  const refused = await callApi<{ detail: string }>(url, token, "/analyze", asked);
  expect([refused.status, refused.body.detail]).toEqual([400, "自分で決めた休みの期間中のため、分析できません。"]);
  // What was typed wrong.
  quietConsole.expectFailures([400, 400]);
});

test("a second factor is set up by its QR code or key, asked for at the log-in, and given up", {
  tag: "@full",
}, async ({ page, quietConsole }) => {
  const { email } = await newAccount(url, "nidankai");
  await logIn(page, url, email, PASSWORD, "/settings/security");
  const form = (button: string) =>
    page.locator("form", { has: page.getByRole("button", { name: button, exact: true }) });
  const confirmPassword = (button: string) => form(button).getByLabel("いまのパスワード").fill(PASSWORD);
  const [begin, turnOn] = ["設定をはじめる", "2段階認証をオンにする"];
  await confirmPassword(begin);
  await page.getByRole("button", { name: begin }).click();
  const code = page.getByRole("img", { name: "認証アプリで読み取るQRコード" });
  await expect(code).toBeVisible();
  const { width = 0, height = 0 } = (await code.boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThan(200);
  await expectGoodPage(page);
  const secret = (await page.locator("p.mono").innerText()).replaceAll(" ", "");
  const field = page.getByLabel("認証アプリの6桁のコード");
  await field.fill("000000");
  await confirmPassword(turnOn);
  await page.getByRole("button", { name: turnOn }).click();
  await expect(field).toHaveAccessibleDescription(/コードが違うか、使用済みです/);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("000000");
  await expect(page.getByText("コードが違うか、使用済みです")).toHaveCount(1);
  await field.fill(await readCode(secret));
  await confirmPassword(turnOn);
  await page.getByRole("button", { name: turnOn }).click();
  await expect(page.getByRole("heading", { name: "回復コード" })).toBeVisible();
  const recoveryCodes = await page.locator("ul.mono li").allInnerTexts();
  expect(new Set(recoveryCodes).size).toBe(10);
  await expect(code).toHaveCount(0);
  await expectGoodPage(page);

  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByRole("heading", { name: "ログイン：確認コード" })).toBeVisible();
  await expectGoodPage(page);
  await field.fill("abc");
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(field).toHaveAccessibleDescription(/コードが違うか、使用済みです/);
  await expect(field).toHaveValue("abc");
  await field.fill(await readCode(secret, 1));
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await page.waitForURL("**/home");

  await page.goto("/settings/security");
  await expect(page.getByText("オンです。")).toBeVisible();
  await confirmPassword("やめる");
  await form("やめる")
    .getByLabel("認証アプリの6桁のコード")
    .fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "やめる", exact: true }).click();
  await expect(page.getByText("2段階認証をやめました")).toBeVisible();
  await expect(page.getByRole("button", { name: "設定をはじめる" })).toBeVisible();
  quietConsole.expectFailures([400, 400]);
});

test("the password is changed by the present one, the other device logged out, refusals at their fields", async ({
  page,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "pasuwaado");
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "パスワードと2段階認証" }).click();
  const form = page.locator("#change-password");
  const fill = async (present: string, next: string, again = next) => {
    await form.getByLabel("いまのパスワード").fill(present);
    await form.getByLabel("新しいパスワード", { exact: true }).fill(next);
    await form.getByLabel("新しいパスワード（確認）").fill(again);
    await form.getByRole("button", { name: "パスワードを変更する" }).click();
  };
  await expectGoodPage(page);
  await fill(PASSWORD, "takai-yama-10", "takai-yama-11");
  await expect(form.getByLabel("新しいパスワード（確認）")).toHaveAccessibleDescription("パスワードが一致しません");
  await fill("wrong-password", "takai-yama-10");
  await expect(form.getByLabel("いまのパスワード")).toHaveAccessibleDescription("パスワードが違います");
  await fill(PASSWORD, "hachiwaku2026");
  await expect(form.getByLabel("新しいパスワード", { exact: true })).toHaveAccessibleDescription(/推測されやすい/);
  expect((await callApi(url, token, "/users/me")).status).toBe(200);
  await fill(PASSWORD, "takai-yama-10");
  await expect(page.getByText("パスワードを変更しました。ほかの端末はログアウトしました")).toBeVisible();
  expect((await callApi(url, token, "/users/me")).status).toBe(401);
  await page.goto("/home");
  expect(new URL(page.url()).pathname).toBe("/home");
  quietConsole.expectFailures([400, 400, 400]);
});
