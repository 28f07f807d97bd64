import { logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import {
  oldAccounts,
  payAndLeave,
  payByCard,
  paymentPage,
  stripeAccount,
  subscribe,
  waitForPlan,
} from "#test/e2e/support/payment.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { location, postForm, webUser } from "#test/e2e/support/web.ts";

const { url, stripeUrl } = saturday;

/** Two tabs, double clicks and forms that are late: one subscription, the right plan, nothing charged twice. */

const fields = (plan: number, more: Record<string, string>) => ({ plan: String(plan), ...more });

test("of two tabs that buy different plans the later page can be paid, and the plan is bought once", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const account = await newAccount(url, "futatsu");
  const first = page;
  await logIn(first, url, account.email, PASSWORD, "/subscriptions");
  const second = await first.context().newPage();
  await first.goto(`${url}/subscriptions?plan=4`);
  await second.goto(`${url}/subscriptions?plan=5`);
  for (const page of [first, second]) {
    await page.getByRole("dialog").getByRole("button", { name: "支払いへ進む" }).click();
    await page.waitForURL(`${stripeUrl}/**`);
  }
  await first.reload();
  await expect(first.getByText("お支払いの期限が切れました").first()).toBeVisible();
  await payByCard(second);
  await expect(second.getByRole("heading", { name: "PREMIUMプランが有効になりました" })).toBeVisible();

  // The first tab still shows its confirmation of the other plan: what is true now is shown instead.
  const user = await webUser(url, account.email, PASSWORD);
  const late = await postForm(url, "/subscriptions?plan=4", fields(4, { intent: "checkout", from: "1" }), user);
  expect(late.status).toBe(400);
  expect(await late.text()).toContain("別の画面で申し込みが済んでいます");
  // And for the plan that was bought, that it was.
  const again = await postForm(url, "/subscriptions?plan=5", fields(5, { intent: "checkout", from: "1" }), user);
  expect([again.status, location(again, url)]).toEqual([303, "/subscriptions/success?from=1"]);
  expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [29_800], balanceYen: 0 });
});

test("a double click on the way to the payment leads to one page, and one on pay pays once", {
  tag: "@script",
}, async ({ page }) => {
  const account = await newAccount(url, "nido");
  const user = await webUser(url, account.email, PASSWORD);
  const pages = await Promise.all([1, 2, 3].map(() => paymentPage(url, user, 2)));
  expect(new Set(pages).size).toBe(1);
  await page.goto(pages[0] ?? "");
  await page.getByLabel("カード番号").fill("4242 4242 4242 4242");
  await page.getByLabel("有効期限").fill("12/34");
  await page.getByLabel("セキュリティコード").fill("123");
  await page.getByLabel("カードの名義").fill("TARO KEIBA");
  await page.getByRole("button", { name: "申し込んで支払う" }).dblclick({ noWaitAfter: true });
  await waitForPlan(url, account, 2);
  expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [980], balanceYen: 0 });
});

test("a change sent twice at once is one change, and the tab with another change has to review it again", {
  tag: "@once",
}, async () => {
  const account = (await oldAccounts(url, saturday.stateDir, ["kasane"]))("kasane");
  await subscribe(url, stripeUrl, account, { plan: 3, daysAgo: 3 });
  const user = await webUser(url, account.email, PASSWORD);
  const preview = await (await fetch(`${url}/subscriptions?plan=4`, { headers: { Cookie: user.cookie } })).text();
  const at = /name="proration_date"[^>]* value="(\d+)"/.exec(preview)?.[1] ?? "";
  const send = (plan: number) =>
    postForm(
      url,
      `/subscriptions?plan=${plan}`,
      fields(plan, { intent: "change", from: "3", proration_date: at }),
      user,
    );
  const answers = await Promise.all([send(4), send(4)]);
  expect(answers.map((answer) => [answer.status, location(answer, url)])).toEqual(
    Array(2).fill([303, "/subscriptions/success?from=3"]),
  );
  const { live, paidYen } = await stripeAccount(stripeUrl, account.email);
  expect([live, paidYen.length]).toEqual([1, 2]);

  // The amount that the other tab shows was for another month: nothing is charged, the new amount is shown.
  const stale = await postForm(
    url,
    "/subscriptions?plan=5",
    fields(5, { intent: "change", from: "3", proration_date: String(Number(at) - 3600) }),
    user,
  );
  expect(stale.status).toBe(400);
  expect(await stale.text()).toContain("時間がたったため、金額を計算し直しました");
  expect((await stripeAccount(stripeUrl, account.email)).paidYen.length).toBe(2);
  await waitForPlan(url, account, 4);
});

test("a cancellation sent twice ends once, and forms that nobody was shown change nothing", {
  tag: "@once",
}, async () => {
  const account = await newAccount(url, "yameru");
  await subscribe(url, stripeUrl, account, { plan: 2 });
  const user = await webUser(url, account.email, PASSWORD);
  const odd = [
    fields(9, { intent: "change" }),
    fields(4, { intent: "cancel" }),
    fields(4, { intent: "give" }),
    fields(4, { intent: "change", proration_date: "x" }),
    { intent: "change" },
  ];
  for (const form of odd) expect((await postForm(url, "/subscriptions", form, user)).status).toBe(400);
  await waitForPlan(url, account, 2);
  for (let times = 0; times < 2; times++) {
    const answer = await postForm(url, "/subscriptions?plan=1", fields(1, { intent: "cancel", from: "2" }), user);
    expect([answer.status, location(answer, url)]).toEqual([303, "/subscriptions/success?from=2"]);
  }
  expect((await stripeAccount(stripeUrl, account.email)).live).toBe(0);
  // A new subscription after it is a new contract.
  await payAndLeave(await paymentPage(url, user, 3));
  await waitForPlan(url, account, 3);
});
