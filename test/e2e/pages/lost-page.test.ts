import type { Page } from "@playwright/test";
import { logIn, newAccount, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { postForm } from "#test/e2e/support/web.ts";

const { url } = saturday;

const NAME = "AIモデルの名前";
const GO = "この内容でつくる";

/** Ends the session on the site; the browser keeps its cookie. */
async function endSession(page: Page): Promise<void> {
  const [session] = (await page.context().cookies()).filter(({ name }) => name === "session");
  await postForm(url, "/logout", {}, { email: "", cookie: `session=${session?.value}` });
}

async function fillLogIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.locator("main").getByRole("button", { name: "ログイン" }).click();
}

const keptIn = (page: Page) => page.evaluate(() => sessionStorage.getItem("form-draft"));

/** Follows a link whatever the page asks about unsaved input. */
async function leaveBy(page: Page, path: string): Promise<void> {
  page.once("dialog", (dialog) => dialog.accept());
  await page.locator(`.tabs a[href="${path}"]`).click();
}

test("a model form whose cookie is gone leads by the top page and the log-in back to it, with its name and ticks", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email } = await newAccount(url, "kireta");
  await logIn(page, url, email, undefined, "/models/create?venue_type=1");
  const box = (value: string) => page.locator(`input[name="static"][value="${value}"]`);
  await page.getByLabel(NAME).fill("途中のモデル");
  for (const value of ["騎手", "枠番", "血統"]) await box(value).check();
  await page.locator('input[name="average"][value="rank"]').check();
  await page.context().clearCookies();
  await page.getByRole("button", { name: GO }).last().click();
  await page.waitForURL(`/?e=atnf&to=${encodeURIComponent("/models/create?venue_type=1")}`);
  await page.locator("main").getByRole("link", { name: "ログイン" }).click();
  await fillLogIn(page, email);
  await page.waitForURL("/models/create?venue_type=1");
  if (!javaScriptEnabled) return;
  await expect(page.getByLabel(NAME)).toHaveValue("途中のモデル");
  for (const value of ["騎手", "枠番", "血統"]) await expect(box(value)).toBeChecked();
  await expect(box("天気")).not.toBeChecked();
  await expect(page.locator('input[name="average"][value="rank"]')).toBeChecked();
  await page.locator('input[name="average"][value="rank"]').uncheck();
  await page.getByRole("button", { name: GO }).last().click();
  await expect(page.getByRole("button", { name: "作成する" })).toBeVisible();
  expect(await keptIn(page)).toBeNull();
});

test("a form of an ended session is kept for its user, without its password, until it is sent", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const { email } = await newAccount(url, "owatta");
  await logIn(page, url, email, undefined, "/settings/delete");
  const understood = page.getByLabel("削除される内容を理解しました");
  await page.getByLabel("パスワード").fill(PASSWORD);
  await understood.check();
  await endSession(page);
  await page.getByRole("button", { name: "退会する" }).click();
  await page.waitForURL("/login?to=%2Fsettings%2Fdelete");
  expect(await keptIn(page)).not.toContain(PASSWORD);
  await fillLogIn(page, email);
  await page.waitForURL("/settings/delete");
  await expect(understood).toBeChecked();
  await expect(page.getByLabel("パスワード")).toHaveValue("");

  await page.goto("/settings");
  await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
  await endSession(page);
  await page.getByRole("button", { name: "保存する" }).click();
  await page.waitForURL("/login?to=%2Fsettings");
  await fillLogIn(page, email);
  await page.waitForURL("/settings");
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("プロフィールを保存しました")).toBeVisible();
  await expect.poll(() => keptIn(page)).toBeNull();
  // Left on purpose, it is not kept.
  await page.getByLabel("好きな馬", { exact: true }).fill("別の馬");
  await leaveBy(page, "/models");
  await page.waitForURL("/models");
  await page.goBack();
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
});

test("another user who logs in in the same tab gets an empty form, and what was kept is deleted", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const first = await newAccount(url, "saki");
  const second = await newAccount(url, "ato");
  await logIn(page, url, first.email, undefined, "/models/create");
  await page.getByLabel(NAME).fill("わたしのモデル");
  await endSession(page);
  await page.getByRole("button", { name: GO }).last().click();
  await page.waitForURL("/login?to=%2Fmodels%2Fcreate");
  expect(await keptIn(page)).toContain("わたしのモデル");
  await fillLogIn(page, second.email);
  await page.waitForURL("/models/create");
  await expect.poll(() => keptIn(page)).toBeNull();
  await expect(page.getByLabel(NAME)).toHaveValue("");
});

test("a note on a card whose session has ended is there again after the log-in", { tag: "@script" }, async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "memogaki");
  const [race] = await racesOf(url, token, "2026-11-21");
  const path = `/races/${race?.race_id}`;
  await logIn(page, url, email, undefined, path);
  const row = page.locator(".phone .card-horse").first();
  await row.locator("summary").click();
  await row.getByRole("textbox", { name: "メモ" }).fill("出遅れに注意");
  await endSession(page);
  await row.getByRole("button", { name: /メモを保存/ }).click();
  // The script's request has cleared the cookie, and the browser then sends the form without one.
  await page.waitForURL(`/?e=atnf&to=${encodeURIComponent(path)}`);
  await page.locator("main").getByRole("link", { name: "ログイン" }).click();
  await fillLogIn(page, email);
  await page.waitForURL(path);
  await expect(row.locator("textarea[name=note]")).toHaveValue("出遅れに注意");
});

test("without a network a tap shows the specification's error, and what was typed comes back", {
  tag: "@script",
}, async ({ page, context, quietConsole }) => {
  quietConsole.expectOffline();
  const { email } = await newAccount(url, "denpa");
  await logIn(page, url, email, undefined, "/settings");
  await expect(page.locator("style[data-style]")).toHaveCount(0);
  await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  // Its script is not there yet; what the page then loads again are its data.
  await leaveBy(page, "/races");
  await expect(page.getByText("ネットワークエラーが発生しました")).toBeVisible();
  await expect(page.getByText("もう一度やりなおしてください")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "再度読み込む" }).click();
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
});

test("a page whose script a release has replaced is loaded again, with what was typed", {
  tag: ["@script", "@full"],
}, async ({ page, quietConsole }) => {
  quietConsole.expectOffline();
  const { email } = await newAccount(url, "koushin");
  await logIn(page, url, email, undefined, "/settings");
  await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
  await page.waitForLoadState("networkidle");
  await page.route("**/assets/_app.races._index-*.js", (route) => route.abort());
  const reloaded = page.waitForEvent("load");
  page.on("dialog", (dialog) => dialog.accept());
  await page.locator('.tabs a[href="/races"]').click();
  await reloaded;
  await expect(page.getByLabel("好きな馬", { exact: true })).toHaveValue("ハチワクスター");
  quietConsole.expectFailures(["net::ERR_FAILED"]);
});

test("a page that is left as soon as its form's answer is drawn keeps nothing", { tag: "@script" }, async ({
  page,
}) => {
  const { email } = await newAccount(url, "isshun");
  await logIn(page, url, email, undefined, "/settings");
  await expect(page.locator("style[data-style]")).toHaveCount(0);
  await page.getByLabel("好きな馬", { exact: true }).fill("ハチワクスター");
  // Ends the page before the effects of the answer run.
  await page.evaluate(() => {
    const form = document.querySelector("form#profile");
    new MutationObserver((_, observer) => {
      if (form?.isConnected) return;
      observer.disconnect();
      window.dispatchEvent(new Event("pagehide"));
      document.body.dataset.kept = sessionStorage.getItem("form-draft") ?? "nothing";
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("プロフィールを保存しました")).toBeVisible();
  await expect(page.locator("body")).toHaveAttribute("data-kept", "nothing");
});
