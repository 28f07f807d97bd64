import type { Page } from "@playwright/test";
import { logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { CODE, readCode } from "#test/e2e/support/second-factor.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** On the site with a host name, as browsers know no passkeys of a bare address; the browser has an authenticator of its own. */

const CONFIRM = "パスキーで確認する";

const site = tuesday;

/** A phone with a fingerprint reader, which its owner touches at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

/** The owner changes his mind, once. */
async function cancelNext(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { credentials } = navigator;
    for (const name of ["get", "create"] as const) {
      credentials[name] = () => {
        Reflect.deleteProperty(credentials, "get");
        Reflect.deleteProperty(credentials, "create");
        return Promise.reject(new DOMException("", "NotAllowedError"));
      };
    }
  });
}

/** Logs a new account in and turns its second factor on. @returns address, the secret of the app, and a recovery code */
async function secured(page: Page, name: string): Promise<{ email: string; secret: string; recoveryCode: string }> {
  const { email } = await newAccount(site.url, name);
  await logIn(page, site.url, email, PASSWORD, "/settings/security");
  await expect(page.getByRole("heading", { name: "パスキー" })).toHaveCount(0);
  await page.locator("#begin").getByLabel("いまのパスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "設定をはじめる" }).click();
  const secret = (await page.locator("p.mono").innerText()).replaceAll(" ", "");
  await page.getByLabel(CODE).fill(await readCode(secret));
  await page.locator("#confirm").getByLabel("いまのパスワード").fill(PASSWORD);
  await page.getByRole("button", { name: "2段階認証をオンにする" }).click();
  await expect(page.getByText("オンです。")).toBeVisible();
  return { email, secret, recoveryCode: await page.locator("ul.mono li").first().innerText() };
}

/** The passkeys' part of the security page. */
const part = (page: Page) => page.locator("#passkeys");

async function addPasskey(page: Page, name: string, code: string): Promise<void> {
  const form = part(page).locator("form", { hasText: "パスキーを加える" });
  await form.getByLabel("パスキーの名前").fill(name);
  await form.getByLabel("いまのパスワード").fill(PASSWORD);
  await form.getByLabel(CODE).fill(code);
  await form.getByRole("button", { name: "次へ" }).click();
  await page.getByRole("button", { name: "パスキーを作る" }).click();
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${site.url}/login`);
  await page.getByLabel("メールアドレス").fill(email);
  await page.getByLabel("パスワード", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await expect(page.getByRole("heading", { name: "ログイン：確認コード" })).toBeVisible();
}

test("a passkey is added after password and code, confirms the log-in, and is removed", {
  tag: ["@script", "@full"],
}, async ({ page, quietConsole }) => {
  await addAuthenticator(page);
  const { email, secret, recoveryCode } = await secured(page, "pasukii");
  const form = part(page).locator("form", { hasText: "パスキーを加える" });
  await form.getByLabel("パスキーの名前").fill("自分の電話");
  await form.getByLabel("いまのパスワード").fill("wrong-password");
  await form.getByLabel(CODE).fill("000000");
  await form.getByRole("button", { name: "次へ" }).click();
  await expect(form.getByLabel("いまのパスワード")).toHaveAccessibleDescription(/パスワードが違います/);
  await expect(form.getByLabel("パスキーの名前")).toHaveValue("自分の電話");
  await expectGoodPage(page);
  await addPasskey(page, "自分の電話", await readCode(secret, 1));
  await expect(page.getByText("パスキーを加えました")).toBeVisible();
  await expect(part(page).getByRole("listitem")).toContainText(["自分の電話"]);
  await expectGoodPage(page);

  await typePassword(page, email);
  await expectGoodPage(page);
  await cancelNext(page);
  await page.getByRole("button", { name: CONFIRM }).click();
  await expect(page.getByText("パスキーの操作を中止しました")).toBeVisible();
  await page.getByRole("button", { name: CONFIRM }).click();
  await page.waitForURL("**/home");

  await page.goto(`${site.url}/settings/security`);
  await expect(part(page).getByRole("listitem")).toContainText(["最後に使ったのは"]);
  const removal = part(page).locator("form", { hasText: "パスキーを外す" });
  await removal.getByLabel("いまのパスワード").fill(PASSWORD);
  await removal.getByLabel(CODE).fill(recoveryCode);
  await removal.getByRole("button", { name: "外す", exact: true }).click();
  await expect(page.getByText("パスキーを外しました")).toBeVisible();
  await typePassword(page, email);
  await expect(page.getByRole("button", { name: CONFIRM, includeHidden: true })).toHaveCount(0);
  quietConsole.expectFailures([400]);
});

test("without script the second step and the security page have no button for passkeys, and a passkey can be removed", {
  tag: "@no-script",
}, async ({ page }) => {
  const { email, secret, recoveryCode } = await secured(page, "nashi");
  await expect(part(page).getByText("JavaScriptが動き、パスキーに対応しているブラウザー")).toBeVisible();
  await expect(page.getByRole("button", { name: "次へ" })).toHaveCount(0);
  await runStatements(site.stateDir, [
    `insert into passkeys (credential_id, user_id, name, public_key, counter, transports, created_at)
     select 'none', id, '古い電話', 'none', 0, '', 1 from users where email = '${email}'`,
  ]);
  await typePassword(page, email);
  await expect(page.getByRole("button", { name: CONFIRM, includeHidden: true })).toHaveCount(1);
  await expect(page.getByRole("button", { name: CONFIRM })).toHaveCount(0);
  await page.getByLabel(CODE).fill(await readCode(secret, 1));
  await page.getByRole("button", { name: "ログイン", exact: true }).click();
  await page.waitForURL("**/home");
  await page.goto(`${site.url}/settings/security`);
  const removal = part(page).locator("form", { hasText: "パスキーを外す" });
  await removal.getByLabel("いまのパスワード").fill(PASSWORD);
  await removal.getByLabel(CODE).fill(recoveryCode);
  await removal.getByRole("button", { name: "外す", exact: true }).click();
  await expect(page.getByText("パスキーを外しました")).toBeVisible();
});
