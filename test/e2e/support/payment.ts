import type { Page } from "@playwright/test";
import { type Account, callApi, newAccount, PASSWORD } from "./account.ts";
import { runStatements, userIdOf } from "./site-database.ts";
import { postForm, type WebUser, webUser } from "./web.ts";

const GOOD_CARD = "4242424242424242";
export const DECLINED_CARD = "4000000000000002";
/** Passes once and is declined at every later charge. */
export const RENEWAL_FAILS_CARD = "4000000000000341";

const DAY_SECONDS = 86_400;

/** Calls a control of the stand-in for Stripe (test/fakes/stripe/README.md). */
export async function control<T>(
  stripeUrl: string,
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<T> {
  const answer = await fetch(`${stripeUrl}/_control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface StripeWorld {
  customers: Record<string, { id: string; email: string | null; balance: number }>;
  subscriptions: Record<string, { customer: string; status: string; created: number }>;
  invoices: Record<string, { customer: string; status: string; amountPaid: number; billingReason: string }>;
}

/** An account's state at Stripe: number of live subscriptions, paid amounts in order, balance (negative = credit). */
export async function stripeAccount(stripeUrl: string, email: string) {
  const { world } = await control<{ world: StripeWorld }>(stripeUrl, "state");
  const customers = Object.values(world.customers).filter((customer) => customer.email === email);
  const isOwn = ({ customer }: { customer: string }) => customers.some(({ id }) => id === customer);
  return {
    live: Object.values(world.subscriptions).filter((one) => isOwn(one) && one.status !== "canceled").length,
    paidYen: Object.values(world.invoices)
      .filter((invoice) => isOwn(invoice) && invoice.status === "paid")
      .map(({ amountPaid }) => amountPaid),
    balanceYen: customers.reduce((sum, { balance }) => sum + balance, 0),
  };
}

/** Submits the checkout form as a browser without script does. @returns the address of the payment page */
export async function paymentPage(url: string, user: WebUser, plan: number): Promise<string> {
  const answer = await postForm(
    url,
    `/subscriptions?plan=${plan}`,
    { intent: "checkout", plan: String(plan), from: "1" },
    user,
  );
  const page = answer.headers.get("Location");
  if (answer.status !== 303 || page === null) throw new Error(`plan ${plan}: ${answer.status} ${await answer.text()}`);
  return page;
}

/** Pays on a payment page without following the redirect, like a browser that is closed at once. */
export async function payAndLeave(page: string, card = GOOD_CARD): Promise<void> {
  const answer = await fetch(page, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ number: card, expiry: "12/34", cvc: "123", holder: "TARO KEIBA" }),
  });
  if (answer.status !== 303 && answer.status !== 302) throw new Error(`${page}: ${answer.status}`);
}

/** Fills in a card on the payment page and pays. */
export async function payByCard(page: Page, card = GOOD_CARD): Promise<void> {
  await page.getByLabel("カード番号").fill(card);
  await page.getByLabel("有効期限").fill("12/34");
  await page.getByLabel("セキュリティコード").fill("123");
  await page.getByLabel("カードの名義").fill("TARO KEIBA");
  await page.getByRole("button", { name: "申し込んで支払う" }).click();
}

/** Waits until an account has a plan, which it gets by Stripe's webhooks alone. */
export async function waitForPlan(url: string, { token, email }: Account, plan: number): Promise<void> {
  let last: unknown;
  for (let tries = 0; tries < 120; tries++) {
    const { body } = await callApi<{ plan: number }>(url, token, "/users/me");
    if (body.plan === plan) return;
    last = body.plan;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${email} is on plan ${String(last)}, not on ${plan}`);
}

/**
 * Creates accounts and dates their free plan back by 60 days, so that it precedes the subscriptions of {@link subscribe}.
 * @returns a lookup by name
 */
export async function oldAccounts(url: string, stateDir: string, names: readonly string[]) {
  const accounts = new Map<string, Account>();
  for (const name of names) accounts.set(name, await newAccount(url, name));
  const ids = [...accounts.values()].map(({ email }) => userIdOf(email));
  await runStatements(stateDir, [
    `update plan_changes set effective_at = effective_at - ${60 * DAY_SECONDS} where user_id in (${ids.join(", ")})`,
  ]);
  return (name: string): Account => {
    const account = accounts.get(name);
    if (account === undefined) throw new Error(`no account ${name}`);
    return account;
  };
}

/** Adds a subscription bought some days ago; `becomes` is the expected plan after its renewals since then. */
export async function subscribe(
  url: string,
  stripeUrl: string,
  account: Account,
  {
    plan,
    daysAgo = 0,
    card = GOOD_CARD,
    becomes = plan,
  }: {
    plan: number;
    daysAgo?: number;
    card?: string;
    becomes?: number;
  },
): Promise<void> {
  // Opening a checkout creates the customer.
  await paymentPage(url, await webUser(url, account.email, PASSWORD), plan);
  await control(stripeUrl, "subscriptions", {
    customer: account.email,
    price: `keiba_plan_${plan}_monthly`,
    seconds_ago: daysAgo * DAY_SECONDS,
    card,
  });
  await waitForPlan(url, account, becomes);
}
