import type { Page } from "@playwright/test";
import { type Account, logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import { expectAccessible, expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import {
  DECLINED_CARD,
  oldAccounts,
  payAndLeave,
  payByCard,
  paymentPage,
  RENEWAL_FAILS_CARD,
  stripeAccount,
  subscribe,
  waitForPlan,
} from "#test/e2e/support/payment.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { webUser } from "#test/e2e/support/web.ts";

const { url, stripeUrl } = saturday;

/** Plans are bought, changed, cancelled and lost on the site's own pages and the payment page of Stripe's stand-in. */

const SWEEP_TIMEOUT_MS = 360_000;
const NARROWEST = { width: 360, height: 844 };
const DOWNGRADE_REFUSED = "プランを変更できませんでした。プランのダウングレードは１ヶ月に1回までとなります。";
const RENEWAL_FAILED = "プランの更新に失敗しました。再度プラン料金の支払いをお願いします。";

let oldAccount: (name: string) => Account;

test.beforeAll(async () => {
  const names = ["ageru", "sageru", "seigen", "miru-pro", "miru-seigen"];
  oldAccount = await oldAccounts(url, saturday.stateDir, names);
});

/** The sum on a line of the final confirmation. */
async function shownYen(page: Page, term: string): Promise<number> {
  const line = page.getByRole("dialog").locator("dl.final > div", { has: page.getByText(term, { exact: true }) });
  return Number(((await line.locator("b").textContent()) ?? "").replace(/[^\d]/g, ""));
}

test("a plan is bought after the final confirmation, a way back and a refused card", async ({ page, quietConsole }) => {
  const account = await newAccount(url, "kau");
  const dialog = page.getByRole("dialog");
  await logIn(page, url, account.email, PASSWORD, "/subscriptions");
  await page.getByRole("link", { name: "申し込む：PRO" }).click();
  await expect(dialog.getByRole("heading", { name: "PROに申し込みます" })).toBeVisible();
  const terms = await dialog.locator("dt").allInnerTexts();
  expect(terms).toEqual([
    "契約の内容",
    "使える範囲",
    "今日の支払い",
    "2回目から",
    "支払い方法",
    "使える時期",
    "申込期間",
    "解約・返金",
  ]);
  expect([await shownYen(page, "今日の支払い"), await shownYen(page, "2回目から")]).toEqual([9800, 9800]);
  await dialog.getByRole("button", { name: "支払いへ進む" }).click();
  await page.waitForURL(`${stripeUrl}/**`);

  await page.getByRole("link", { name: "支払わずに戻る" }).click();
  await page.waitForURL("/subscriptions");
  await expect(page.getByText("今のプランは フリー です")).toBeVisible();
  await page.getByRole("link", { name: "申し込む：PRO" }).click();
  await dialog.getByRole("button", { name: "支払いへ進む" }).click();
  await page.waitForURL(`${stripeUrl}/**`);
  await payByCard(page, DECLINED_CARD);
  await expect(page.getByRole("alert")).toBeVisible();
  expect((await stripeAccount(stripeUrl, account.email)).live).toBe(0);
  await payByCard(page);
  await page.waitForURL((at) => at.href.startsWith(`${url}/subscriptions/success`));
  await expect(page.getByRole("heading", { name: "PROプランが有効になりました" })).toBeVisible();
  await expect(page.locator("dl.final > div")).toHaveText(
    [
      "項目数 100",
      "モデル 3",
      "分析/日 30",
      "分析/月 90",
      "作成/月 10",
      "改善案/月 10",
      "同時分析数 3",
      "競馬場 全場",
      "ランキング 参加",
    ].map((limit) => limit.replace(" ", "\n")),
    { useInnerText: true },
  );
  await expect(page.getByText("次の更新は 2026年12月21日（月）です")).toBeVisible();
  expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [9800], balanceYen: 0 });
  await expectGoodPage(page);
  await page.getByRole("link", { name: "モデルを見る" }).click();
  await page.waitForURL("/models");
  await expect(page.getByText("0 / 3").first()).toBeVisible();
  // The card's refusal is the payment page's 402.
  quietConsole.expectFailures([402]);
});

test("an upgrade shows what it charges by the second and charges that", async ({ page }) => {
  const account = oldAccount("ageru");
  await subscribe(url, stripeUrl, account, { plan: 4, daysAgo: 10 });
  await logIn(page, url, account.email, PASSWORD, "/subscriptions");
  await expect(page.getByText("次の更新は 2026年12月11日（金）です")).toBeVisible();
  await page.getByRole("link", { name: "プラン変更：PREMIUM" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "PROからPREMIUMに変更します" })).toBeVisible();
  const shown = await shownYen(page, "今日の支払い");
  // 29,800 − 9,800 × 20/30, as the specification and as Stripe round it.
  expect([23_266, 23_267]).toContain(shown);
  await expect(dialog.getByText("次回 2026年12月21日（月）")).toBeVisible();
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await page.waitForURL("/subscriptions/success?from=4");
  await expect(page.getByText("PROからPREMIUMに変更しました")).toBeVisible();
  expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [9800, shown], balanceYen: 0 });
  await waitForPlan(url, account, 5);
});

test("one downgrade a month leaves credit, the second is refused, and cancelling says what it takes", {
  tag: "@full",
}, async ({ page }) => {
  const account = oldAccount("sageru");
  await subscribe(url, stripeUrl, account, { plan: 5, daysAgo: 15 });
  const dialog = page.getByRole("dialog");
  await logIn(page, url, account.email, PASSWORD, "/subscriptions");
  await page.getByRole("link", { name: "プラン変更：スタンダード" }).click();
  await expect(dialog.getByRole("heading", { name: "PREMIUMからスタンダードに変更します" })).toBeVisible();
  expect(await shownYen(page, "今日の支払い")).toBe(0);
  // 29,800 / 2 − 4,980.
  const credit = dialog.locator("dl.final > div").filter({ has: page.getByText("充当額", { exact: true }) });
  await expect(credit.locator("dd")).toHaveText(/^9,9(20|1\d)円/);
  // Two renewals of 4,980, but for 40 yen, which are too few to be charged alone.
  await expect(dialog.getByText("次の更新から2か月分は、充当額でまかなうため請求がありません")).toBeVisible();
  await expect(dialog.getByText(/次にカードへ請求するのは 2027年2月21日（日）の5,02\d円/)).toBeVisible();
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await expect(page.getByText("PREMIUMからスタンダードに変更しました")).toBeVisible();

  await page.getByRole("link", { name: "プランを見る" }).click();
  await page.getByRole("link", { name: "プラン変更：スターター" }).click();
  await expect(dialog.getByText(DOWNGRADE_REFUSED)).toBeVisible();
  await dialog.getByRole("link", { name: "戻る" }).click();

  await page.getByRole("link", { name: "フリーに戻す" }).click();
  await expect(dialog.getByText(/9,9(20|1\d)円が消えます/)).toBeVisible();
  await expect(dialog.getByText("残り日数分は返金されません")).toBeVisible();
  await dialog.getByRole("button", { name: "解約する" }).click();
  await expect(page.getByRole("heading", { name: "フリープランに変更しました" })).toBeVisible();
  await expect(page.getByText("月額の請求は解除されました")).toBeVisible();
  expect(await stripeAccount(stripeUrl, account.email)).toMatchObject({ live: 0, balanceYen: 0 });
  await waitForPlan(url, account, 1);
});

test("a failed renewal is shown after the log-in and on every page until the plan is paid again", {
  tag: "@full",
}, async ({ page }) => {
  const account = oldAccount("seigen");
  await subscribe(url, stripeUrl, account, { plan: 3, daysAgo: 33, card: RENEWAL_FAILS_CARD, becomes: 103 });
  expect((await stripeAccount(stripeUrl, account.email)).live).toBe(0);
  const dialog = page.getByRole("dialog");
  await logIn(page, url, account.email, PASSWORD, "/models");
  await expect(dialog.getByText("制限モードになっています")).toBeVisible();
  await dialog.getByRole("link", { name: "閉じる" }).click();
  await page.waitForURL("/models");
  for (const path of ["/home", "/races", "/rankings", "/settings", "/subscriptions"]) {
    await page.goto(path);
    await expect(page.getByText(RENEWAL_FAILED)).toBeVisible();
    expect([path, await dialog.count()]).toEqual([path, 0]);
  }
  // No cancellation of what costs nothing, and no other plan.
  await expect(page.getByRole("link", { name: "フリーに戻す" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "：PRO" })).toHaveCount(0);
  await page.getByRole("link", { name: "制限モードとは" }).click();
  await page.waitForURL("/subscriptions?restricted=1");
  await dialog.getByRole("link", { name: "支払いへ進む" }).click();
  await expect(dialog.getByRole("heading", { name: "スタンダードに申し込みます" })).toBeVisible();
  await dialog.getByRole("button", { name: "支払いへ進む" }).click();
  await page.waitForURL(`${stripeUrl}/**`);
  await payByCard(page);
  await expect(page.getByRole("heading", { name: "スタンダードプランが有効になりました" })).toBeVisible();
  await expect(page.getByText(RENEWAL_FAILED)).toHaveCount(0);
  expect((await stripeAccount(stripeUrl, account.email)).live).toBe(1);
});

test("a page that is opened before the payment waits for it, and shows it by itself", {
  tag: ["@script", "@full"],
}, async ({ page }) => {
  const account = await newAccount(url, "matsu");
  const user = await webUser(url, account.email, PASSWORD);
  const payment = await paymentPage(url, user, 4);
  await logIn(page, url, account.email, PASSWORD, "/subscriptions/success");
  await expect(page.getByRole("heading", { name: "支払いを確認しています" })).toBeVisible();
  // Readers without script get it by the browser's own refresh.
  expect(await (await fetch(`${url}/subscriptions/success`, { headers: { Cookie: user.cookie } })).text()).toMatch(
    /<noscript><meta http-equiv="refresh" content="\d+"/i,
  );
  await payAndLeave(payment);
  await expect(page.getByRole("heading", { name: "PROプランが有効になりました" })).toBeVisible();
});

test("the plan dialogs are accessible and fit the narrowest phone, light and dark", {
  tag: ["@script", "@full"],
}, async ({ openPage }) => {
  test.setTimeout(SWEEP_TIMEOUT_MS);
  const [free, payer, restricted] = [
    await newAccount(url, "miru-free"),
    oldAccount("miru-pro"),
    oldAccount("miru-seigen"),
  ];
  await subscribe(url, stripeUrl, payer, { plan: 4, daysAgo: 10 });
  await subscribe(url, stripeUrl, restricted, { plan: 5, daysAgo: 33, card: RENEWAL_FAILS_CARD, becomes: 105 });
  const visits = [
    [free, ["/subscriptions", "/subscriptions?plan=4"]],
    [payer, ["/subscriptions", "/subscriptions?plan=5", "/subscriptions?plan=2", "/subscriptions?plan=1"]],
    [restricted, ["/home", "/home?restricted=1", "/subscriptions?plan=5", "/subscriptions?plan=2"]],
  ] as const;
  for (const [account, paths] of visits) {
    const { page } = await openPage({ viewport: NARROWEST });
    await logIn(page, url, account.email);
    for (const path of paths) {
      await page.goto(path);
      expect([path, await page.getByRole("dialog").count()]).toEqual([path, path.includes("?") ? 1 : 0]);
      await expectNoOverflow(page);
      await expectAccessible(page);
      // The other theme differs in colours only.
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, ["color-contrast"]);
      await page.emulateMedia({ colorScheme: "light" });
    }
  }
});
