import { NOTIFICATION_KINDS, NOTIFICATION_NAMES } from "#app/domain/notifications.ts";
import { logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

/** What a fan can be told, in the order of the page. */
const NAMES = NOTIFICATION_KINDS.map((kind) => NOTIFICATION_NAMES[kind]);

interface OutboxMail {
  to: string;
  text: string;
  headers: Record<string, string>;
}

/** Queues a notification about the day's results as its event would, and waits for its mail. */
async function receiveNotification(email: string): Promise<OutboxMail> {
  await runStatements(stateDir, [
    `insert into notifications (user_id, kind, event_key, day, title, body, path, created_at, due_at)
     values (${userIdOf(email)}, 'race-settled', 'race-settled:2026-11-21', '2026-11-21', '結果が出ました',
       '1レースの結果が出ました。', '/days/2026-11-21', 1, 1)`,
  ]);
  const headers = { Authorization: `Bearer ${adminToken()}`, "Content-Type": "application/json" };
  await fetch(`${url}/admin/api/cron`, { method: "POST", headers, body: JSON.stringify({ kind: "sweep" }) });
  let found: OutboxMail | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(`${url}/dev/mail`)).json()) as OutboxMail[];
        found = mails.find(({ to, text }) => to === email && text.includes("1レースの結果が出ました"));
        return found !== undefined;
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  if (found === undefined) throw new Error("no mail of the notification");
  return found;
}

test("a fan chooses notifications, finds the choice again, and stops mails by the link of one without log-in", async ({
  page,
  quietConsole,
}) => {
  const { email } = await newAccount(url, "oshirase");
  await logIn(page, url, email, PASSWORD, "/settings");
  await page.getByRole("link", { name: "お知らせを選ぶ" }).click();
  await page.waitForURL("/settings/notices");
  const groups = page.getByRole("main").getByRole("group");
  await expect(groups).toHaveCount(NAMES.length);
  for (const [index, name] of NAMES.entries()) {
    const group = page.getByRole("group", { name, exact: true });
    await expect(groups.nth(index)).toContainText(name);
    await expect(group.getByLabel("メール", { exact: true })).not.toBeChecked();
  }
  await expectGoodPage(page);

  const mail = (name: string) => page.getByRole("group", { name, exact: true }).getByLabel("メール", { exact: true });
  for (const name of ["レースの結果", "AIモデルの完成・改善案の結果"]) await mail(name).check();
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("お知らせの設定を保存しました")).toBeVisible();
  for (const name of NAMES) {
    await expect(mail(name)).toBeChecked({ checked: ["レースの結果", "AIモデルの完成・改善案の結果"].includes(name) });
  }
  await expectGoodPage(page);
  await page.goto("/settings/notices");
  await mail("AIモデルの完成・改善案の結果").uncheck();
  await page.getByRole("button", { name: "保存する" }).click();
  await expect(page.getByText("お知らせの設定を保存しました")).toBeVisible();
  await page.goto("/settings/notices");
  await expect(mail("レースの結果")).toBeChecked();
  await expect(mail("AIモデルの完成・改善案の結果")).not.toBeChecked();

  const notification = await receiveNotification(email);
  const [day = "", stop = ""] = notification.text.match(/https?:\S+/g) ?? [];
  expect(new URL(day).pathname).toBe("/days/2026-11-21");
  expect(notification.headers["List-Unsubscribe"]).toBe(`<${stop}>`);
  await page.context().clearCookies();
  await page.goto(stop);
  await expect(page.getByRole("main")).toContainText("「レースの結果」のお知らせのメールを止めます");
  await expectGoodPage(page);
  // The visit alone stops nothing.
  await page.getByRole("button", { name: "メールを止める" }).click();
  await expect(page.getByText("「レースの結果」のお知らせのメールを止めました。")).toBeVisible();
  await expectGoodPage(page);
  expect((await page.goto(`${stop}x`))?.status()).toBe(404);
  await expect(page.getByText("このリンクではメールを止められません")).toBeVisible();
  await expectGoodPage(page);
  await logIn(page, url, email, PASSWORD, "/settings/notices");
  await expect(mail("レースの結果")).not.toBeChecked();
  quietConsole.expectFailures([404]);
});
