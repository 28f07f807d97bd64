import Stripe from "stripe";
import { openDatabase } from "#app/db/database.server.ts";
import { priceKey } from "#app/domain/plans/plan-offer.ts";
import { startStripeFake } from "#test/fakes/stripe/server.ts";
import { signBody, webhookBody } from "#test/fakes/stripe/signature.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS, createTestSite } from "#test/integration/support/test-site.ts";
import { addPrices } from "./billing-table.ts";

const GOOD_CARD = "4242424242424242";
/** Is charged once, and refused at every later charge. */
export const CARD_THAT_FAILS_LATER = "4000000000000341";

const API_KEY = "sk_test_plans";
const WEBHOOK_SECRET = "whsec_plans";

/** The web Worker's entry and the Stripe stand-in, which has the prices of all paid plans, on one clock. */
export async function createPlanSite() {
  const site = await createTestSite({
    passwords: CHEAP_PASSWORDS,
    env: { STRIPE_SECRET_KEY: API_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
  });
  const fake = await startStripeFake({
    port: 0,
    apiKey: API_KEY,
    webhookUrl: null,
    webhookSecrets: [WEBHOOK_SECRET],
    stateDir: null,
    clockOffsetSeconds: 0,
    salt: "plans1",
  });
  site.env.STRIPE_API_URL = fake.origin;
  const stripe = new Stripe(API_KEY, {
    host: fake.host,
    port: fake.port,
    protocol: "http",
    httpClient: Stripe.createFetchHttpClient(),
    maxNetworkRetries: 0,
  });
  const prices = await addPrices(stripe);
  const passwordHash = await CHEAP_PASSWORDS.hash(PASSWORD);
  let delivered = fake.shop.world.events.length;

  return {
    ...site,
    fake,
    stripe,
    /** Stripe's own id of a plan's price. */
    priceId: (plan: number) => prices.get(plan) as string,
    /** A logged-in user of a plan who calls the API. */
    async createCaller({ id = 1, plan = 1 }: { id?: number; plan?: number } = {}) {
      await insertUser(openDatabase(site.env.DB), { id, plan, passwordHash });
      return logInCaller(site, id);
    },
    /** Logs in again after the session has ended. */
    logInCaller: (id = 1) => logInCaller(site, id),
    /** Submits the form of a payment page. */
    async pay(url: string, number: string = GOOD_CARD): Promise<Response> {
      const body = new URLSearchParams({ number, expiry: "12/34", cvc: "123", holder: "TARO KEIBA" });
      return fetch(url, { method: "POST", body, redirect: "manual" });
    },
    /** Delivers Stripe's events since the last call, and runs the resulting jobs. */
    async deliver(): Promise<void> {
      fake.shop.tick();
      const events = fake.shop.world.events.slice(delivered);
      delivered = fake.shop.world.events.length;
      for (const event of events) {
        const body = webhookBody(event);
        const signedAt = Math.floor(Date.now() / 1000);
        const answer = await site.post("/webhooks/stripe", {
          body,
          headers: { "Stripe-Signature": signBody(body, [WEBHOOK_SECRET], signedAt) },
        });
        if (answer.status !== 200) throw new Error(`${event.type}: ${answer.status} ${await answer.text()}`);
      }
      await site.mails();
    },
    /** Amounts charged, oldest first. */
    async charges(): Promise<number[]> {
      const { data } = await stripe.invoices.list({ limit: 100 });
      return data
        .filter(({ status, amount_paid }) => status === "paid" && amount_paid > 0)
        .map(({ amount_paid }) => amount_paid)
        .reverse();
    },
    async [Symbol.asyncDispose]() {
      await fake.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

type PlanSite = Awaited<ReturnType<typeof createPlanSite>>;
type Caller = ReturnType<typeof createCaller>;

async function logInCaller(site: Awaited<ReturnType<typeof createTestSite>>, id: number): Promise<Caller> {
  const answer = await site.logIn(`user${id}@example.com`, PASSWORD);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return createCaller(site, token);
}

function createCaller(site: Awaited<ReturnType<typeof createTestSite>>, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return {
    token,
    me: async () => (await (await site.fetch("/api/users/me", { headers })).json()) as { plan: number },
    send: (method: string, path: string, body: BodyInit | null = null) =>
      site.fetch(`/api${path}`, { method, headers, body }),
    updatePlan: (priceId: string) =>
      site.post(`/api/update_plan?${new URLSearchParams({ price_id: priceId })}`, { headers }),
    checkout: (priceId: string) =>
      site.post("/api/create-checkout-session", { headers, body: new URLSearchParams({ price_id: priceId }) }),
    cancel: () => site.fetch("/api/cancel_subscription", { headers }),
  };
}

/** Status and body of a response, for one comparison. */
export async function readResponse(answer: Response): Promise<[status: number, body: unknown]> {
  return [answer.status, await answer.json()];
}

/** Buys a plan on the payment page. */
export async function buy(site: PlanSite, caller: Caller, plan: number, number?: string): Promise<void> {
  const [status, url] = await readResponse(await caller.checkout(priceKey(plan)));
  if (status !== 200) throw new Error(JSON.stringify(url));
  const paid = await site.pay(String(url), number);
  if (paid.status !== 303) throw new Error(`payment page: ${paid.status}`);
  await site.deliver();
}
