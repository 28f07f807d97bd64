import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Account, logIn, newAccount, PASSWORD } from "#test/e2e/support/account.ts";
import {
  control,
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
import {
  closeBrowser,
  expectAccessible,
  expectGoodPage,
  expectNoOverflow,
  openPhone,
} from "#test/e2e/support/phone.ts";
import { webUser } from "#test/e2e/support/web.ts";

/** Plans are bought, changed, cancelled and lost on the site's own pages and the payment page of Stripe's stand-in. */

const url = inject("saturdayUrl");
const stripeUrl = inject("saturdayStripe");
const SWEEP_TIMEOUT_MS = 360_000;
const DOWNGRADE_REFUSED = "プランを変更できませんでした。プランのダウングレードは１ヶ月に1回までとなります。";
const RENEWAL_FAILED = "プランの更新に失敗しました。再度プラン料金の支払いをお願いします。";

let oldAccount: (name: string) => Account;

beforeAll(async () => {
  const names = ["ageru", "sageru", "seigen"].flatMap((name) => [`${name}-js`, `${name}-html`]);
  oldAccount = await oldAccounts(url, inject("saturdayState"), [...names, "miru-pro", "miru-seigen", "kotowaru"]);
});

afterAll(closeBrowser);

/** The sum on a line of the final confirmation. */
async function shownYen(page: Page, term: string): Promise<number> {
  const line = page.getByRole("dialog").locator("dl.final > div", { has: page.getByText(term, { exact: true }) });
  return Number(((await line.locator("b").textContent()) ?? "").replace(/[^\d]/g, ""));
}

for (const javaScript of [true, false]) {
  const kind = javaScript ? "with JavaScript" : "without JavaScript";
  const suffix = javaScript ? "js" : "html";

  test(`a plan is bought after the final confirmation, a way back and a refused card, ${kind}`, async () => {
    const account = await newAccount(url, `kau-${suffix}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    const dialog = page.getByRole("dialog");
    await logIn(page, url, account.email, PASSWORD, "/subscriptions");
    await page.getByRole("link", { name: "申し込む：PRO" }).click();
    await dialog.getByRole("heading", { name: "PROに申し込みます" }).waitFor();
    const terms = await dialog.locator("dt").allInnerTexts();
    expect(terms).toEqual([
      "契約の内容",
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
    await page.waitForURL(`${url}/subscriptions`);
    await page.getByText("今のプランは フリー です").waitFor();
    await page.getByRole("link", { name: "申し込む：PRO" }).click();
    await dialog.getByRole("button", { name: "支払いへ進む" }).click();
    await page.waitForURL(`${stripeUrl}/**`);
    await payByCard(page, DECLINED_CARD);
    await page.getByRole("alert").waitFor();
    expect((await stripeAccount(stripeUrl, account.email)).live).toBe(0);
    await payByCard(page);
    await page.waitForURL((at) => at.href.startsWith(`${url}/subscriptions/success`));
    await page.getByRole("heading", { name: "PROプランが有効になりました" }).waitFor();
    expect(await page.locator("dl.final > div").allInnerTexts()).toEqual(
      ["項目数 100", "モデル 3", "分析/日 30", "分析/月 90", "作成/月 10"].map((limit) => limit.replace(" ", "\n")),
    );
    await page.getByText("次の更新は 2026年12月21日（月）です").waitFor();
    expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [9800], balanceYen: 0 });
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "モデルを見る" }).click();
    await page.waitForURL(`${url}/models`);
    await page.getByText("0 / 3").first().waitFor();
    // The card's refusal is the payment page's 402.
    phone.expectQuietConsole([402]);
  });

  test(`the card is changed and a receipt read on the provider's own page, ${kind}`, async () => {
    const account = await newAccount(url, `kaado-${suffix}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, account.email, PASSWORD, "/subscriptions");
    await page.getByText("今のプランは フリー です").waitFor();
    expect(await page.getByRole("button", { name: "カードの変更と領収書へ" }).count()).toBe(0);
    await subscribe(url, stripeUrl, account, { plan: 4 });
    await page.goto(`${url}/subscriptions`);
    await page.getByRole("button", { name: "カードの変更と領収書へ" }).click();
    await page.waitForURL(`${stripeUrl}/p/session/**`);
    await page.getByText("visa •••• 4242").waitFor();
    await page.getByLabel("カード番号").fill("5555555555554444");
    await page.getByLabel("有効期限").fill("12/34");
    await page.getByLabel("セキュリティコード").fill("123");
    await page.getByLabel("カードの名義").fill("TARO KEIBA");
    await page.getByRole("button", { name: "カードを変更する" }).click();
    await page.getByText("カードを変更しました").waitFor();
    await page.getByText("mastercard •••• 4444").waitFor();
    await page.getByRole("link", { name: "請求書と領収書" }).click();
    await page.getByRole("heading", { name: "領収書（テスト）" }).waitFor();
    await page.getByRole("link", { name: "戻る" }).click();
    await page.getByRole("link", { name: "サイトに戻る" }).click();
    await page.waitForURL(`${url}/subscriptions`);
    await page.getByText("今のプランは PRO です").waitFor();
    phone.expectQuietConsole();
  });

  test(`an upgrade shows what it charges by the second and charges that, ${kind}`, async () => {
    const account = oldAccount(`ageru-${suffix}`);
    await subscribe(url, stripeUrl, account, { plan: 4, daysAgo: 10 });
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, account.email, PASSWORD, "/subscriptions");
    await page.getByText("次の更新は 2026年12月11日（金）です").waitFor();
    await page.getByRole("link", { name: "プラン変更：PREMIUM" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "PROからPREMIUMに変更します" }).waitFor();
    const shown = await shownYen(page, "今日の支払い");
    // 29,800 − 9,800 × 20/30, as the specification and as Stripe round it.
    expect([23_266, 23_267]).toContain(shown);
    await dialog.getByText("次回 2026年12月21日（月）").waitFor();
    await dialog.getByRole("button", { name: "プラン変更" }).click();
    await page.waitForURL(`${url}/subscriptions/success?from=4`);
    await page.getByText("PROからPREMIUMに変更しました").waitFor();
    expect(await stripeAccount(stripeUrl, account.email)).toEqual({ live: 1, paidYen: [9800, shown], balanceYen: 0 });
    await waitForPlan(url, account, 5);
    phone.expectQuietConsole();
  });

  test(`one downgrade a month leaves credit, the second is refused, and cancelling says what it takes, ${kind}`, async () => {
    const account = oldAccount(`sageru-${suffix}`);
    await subscribe(url, stripeUrl, account, { plan: 5, daysAgo: 15 });
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    const dialog = page.getByRole("dialog");
    await logIn(page, url, account.email, PASSWORD, "/subscriptions");
    await page.getByRole("link", { name: "プラン変更：スタンダード" }).click();
    await dialog.getByRole("heading", { name: "PREMIUMからスタンダードに変更します" }).waitFor();
    expect(await shownYen(page, "今日の支払い")).toBe(0);
    // 29,800 / 2 − 4,980.
    const credit = dialog.locator("dl.final > div").filter({ has: page.getByText("充当額", { exact: true }) });
    expect(await credit.locator("dd").textContent()).toMatch(/^9,9(20|1\d)円/);
    // Two renewals of 4,980, but for 40 yen, which are too few to be charged alone.
    await dialog.getByText("次の更新から2か月分は、充当額でまかなうため請求がありません").waitFor();
    await dialog.getByText(/次にカードへ請求するのは 2027年2月21日（日）の5,02\d円/).waitFor();
    await dialog.getByRole("button", { name: "プラン変更" }).click();
    await page.getByText("PREMIUMからスタンダードに変更しました").waitFor();

    await page.getByRole("link", { name: "プランを見る" }).click();
    await page.getByRole("link", { name: "プラン変更：スターター" }).click();
    await dialog.getByText(DOWNGRADE_REFUSED).waitFor();
    await dialog.getByRole("link", { name: "戻る" }).click();

    await page.getByRole("link", { name: "フリーに戻す" }).click();
    await dialog.getByText(/9,9(20|1\d)円が消えます/).waitFor();
    await dialog.getByText("残り日数分は返金されません").waitFor();
    await dialog.getByRole("button", { name: "解約する" }).click();
    await page.getByRole("heading", { name: "フリープランに変更しました" }).waitFor();
    await page.getByText("月額の請求は解除されました").waitFor();
    expect(await stripeAccount(stripeUrl, account.email)).toMatchObject({ live: 0, balanceYen: 0 });
    await waitForPlan(url, account, 1);
    phone.expectQuietConsole();
  });

  test(`a failed renewal is told after the log-in and on every page until the plan is paid again, ${kind}`, async () => {
    const account = oldAccount(`seigen-${suffix}`);
    await subscribe(url, stripeUrl, account, { plan: 3, daysAgo: 33, card: RENEWAL_FAILS_CARD, becomes: 103 });
    expect((await stripeAccount(stripeUrl, account.email)).live).toBe(0);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    const dialog = page.getByRole("dialog");
    await logIn(page, url, account.email, PASSWORD, "/models");
    await dialog.getByText("制限モードになっています").waitFor();
    await dialog.getByRole("link", { name: "閉じる" }).click();
    await page.waitForURL(`${url}/models`);
    for (const path of ["/home", "/races", "/rankings", "/settings", "/subscriptions"]) {
      await page.goto(url + path);
      await page.getByText(RENEWAL_FAILED).waitFor();
      expect([path, await dialog.count()]).toEqual([path, 0]);
    }
    // No cancellation of what costs nothing, and no other plan.
    expect(await page.getByRole("link", { name: "フリーに戻す" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "：PRO" }).count()).toBe(0);
    await page.getByRole("link", { name: "制限モードとは" }).click();
    await page.waitForURL(`${url}/subscriptions?restricted=1`);
    await dialog.getByRole("link", { name: "支払いへ進む" }).click();
    await dialog.getByRole("heading", { name: "スタンダードに申し込みます" }).waitFor();
    await dialog.getByRole("button", { name: "支払いへ進む" }).click();
    await page.waitForURL(`${stripeUrl}/**`);
    await payByCard(page);
    await page.getByRole("heading", { name: "スタンダードプランが有効になりました" }).waitFor();
    expect(await page.getByText(RENEWAL_FAILED).count()).toBe(0);
    expect((await stripeAccount(stripeUrl, account.email)).live).toBe(1);
    phone.expectQuietConsole();
  });
}

test("a page that is opened before the payment waits for it, and shows it by itself", async () => {
  const account = await newAccount(url, "matsu");
  const user = await webUser(url, account.email, PASSWORD);
  const payment = await paymentPage(url, user, 4);
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, account.email, PASSWORD, "/subscriptions/success");
  await page.getByRole("heading", { name: "支払いを確認しています" }).waitFor();
  // Readers without script get it by the browser's own refresh.
  expect(await (await fetch(`${url}/subscriptions/success`, { headers: { Cookie: user.cookie } })).text()).toMatch(
    /<noscript><meta http-equiv="refresh" content="\d+"/i,
  );
  await payAndLeave(payment);
  await page.getByRole("heading", { name: "PROプランが有効になりました" }).waitFor();
  phone.expectQuietConsole();
});

test("a plan that was paid in a browser that never came back is there by the webhook alone", async () => {
  const account = await newAccount(url, "tojiru");
  await payAndLeave(await paymentPage(url, await webUser(url, account.email, PASSWORD), 2));
  await waitForPlan(url, account, 2);
});

test(
  "the plan dialogs are accessible and fit the narrowest phone, light and dark",
  async () => {
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
      await using phone = await openPhone({ javaScript: true, width: 360 });
      const { page } = phone;
      await logIn(page, url, account.email);
      for (const path of paths) {
        await page.goto(url + path);
        expect([path, await page.getByRole("dialog").count()]).toEqual([path, path.includes("?") ? 1 : 0]);
        await expectNoOverflow(page);
        await expectAccessible(page);
        // The other theme differs in colours only.
        await page.emulateMedia({ colorScheme: "dark" });
        await expectAccessible(page, ["color-contrast"]);
        await page.emulateMedia({ colorScheme: "light" });
      }
      phone.expectQuietConsole();
    }
  },
  SWEEP_TIMEOUT_MS,
);

test("while Stripe does not answer, the table still stands and the dialog says so; a declined upgrade leaves the plan", async () => {
  const account = oldAccount("kotowaru");
  await subscribe(url, stripeUrl, account, { plan: 3, daysAgo: 1 });
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  const dialog = page.getByRole("dialog");
  await logIn(page, url, account.email, PASSWORD, "/subscriptions");
  await control(stripeUrl, "faults", { kind: "status", status: 500, count: 50, path: "/v1/" });
  try {
    await page.goto(`${url}/subscriptions?plan=4`);
    await dialog.getByText("決済サービスにつながらないため").waitFor();
    expect(await page.locator("li.plan").count()).toBe(6);
  } finally {
    await control(stripeUrl, "faults", undefined, "DELETE");
  }
  await dialog.getByRole("link", { name: "もう一度試す" }).click();
  await control(stripeUrl, "cards", { customer: account.email, outcome: "fail" });
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await dialog.getByText("カードの支払いが承認されませんでした").waitFor();
  await waitForPlan(url, account, 3);
  await control(stripeUrl, "cards", { customer: account.email, outcome: "ok" });
  await dialog.getByRole("button", { name: "プラン変更" }).click();
  await page.getByText("スタンダードからPROに変更しました").waitFor();
  phone.expectQuietConsole([400]);
});
