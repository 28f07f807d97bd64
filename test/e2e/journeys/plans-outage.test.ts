import { logIn, PASSWORD } from "#test/e2e/support/account.ts";
import { control, oldAccounts, subscribe, waitForPlan } from "#test/e2e/support/payment.ts";
import { tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** Stripe fails for all users, so this runs on the site without other payers. */

const { url, stripeUrl, stateDir } = tuesday;

test.use({ baseURL: url });

test("while Stripe does not answer, the table still stands and the dialog says so; a declined upgrade leaves the plan", {
  tag: ["@script", "@full"],
}, async ({ page, quietConsole }) => {
  const account = (await oldAccounts(url, stateDir, ["kotowaru"]))("kotowaru");
  await subscribe(url, stripeUrl, account, { plan: 3, daysAgo: 1 });
  const dialog = page.getByRole("dialog");
  await logIn(page, url, account.email, PASSWORD, "/subscriptions");
  await control(stripeUrl, "faults", { kind: "status", status: 500, count: 50, path: "/v1/" });
  try {
    await page.goto("/subscriptions?plan=4");
    await expect(dialog.getByText("決済サービスにつながらないため")).toBeVisible();
    await expect(page.locator("li.plan")).toHaveCount(6);
  } finally {
    await control(stripeUrl, "faults", undefined, "DELETE");
  }
  await dialog.getByRole("link", { name: "もう一度試す" }).click();
  await control(stripeUrl, "cards", { customer: account.email, outcome: "fail" });
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await expect(dialog.getByText("カードの支払いが承認されませんでした")).toBeVisible();
  await waitForPlan(url, account, 3);
  await control(stripeUrl, "cards", { customer: account.email, outcome: "ok" });
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await expect(page.getByText("スタンダードからPROに変更しました")).toBeVisible();
  quietConsole.expectFailures([400]);
});
