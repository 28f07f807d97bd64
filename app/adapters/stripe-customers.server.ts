import { emailOfMailbox, mailboxOf } from "#app/domain/accounts/email-address.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import {
  all,
  findPortal,
  type Operations,
  once,
  orNull,
  PAGE_SIZE,
  PAGE_TIMEOUT_MS,
  planOfPrice,
  write,
} from "./stripe-account.server.ts";
import { findOutdatedCards, pricesOf, toSubscriptionFacts } from "./stripe-facts.server.ts";
import { subscriptions } from "./stripe-subscriptions.server.ts";

export const customers = {
  async readFacts(account, { customerId }) {
    const { stripe } = account;
    const [customer, subscriptions, invoices] = await Promise.all([
      orNull(stripe.customers.retrieve(customerId, { expand: ["invoice_settings.default_payment_method"] })),
      all(
        stripe.subscriptions.list({
          customer: customerId,
          status: "all",
          limit: PAGE_SIZE,
          expand: ["data.default_payment_method"],
        }),
      ),
      all(stripe.invoices.list({ customer: customerId, limit: PAGE_SIZE })),
    ]);
    if (customer === null || customer.deleted) return null;
    const plans = new Map<string, number | null>();
    for (const priceId of pricesOf(subscriptions, invoices)) plans.set(priceId, await planOfPrice(account, priceId));
    return {
      customerId,
      email: customer.email === null ? null : emailOfMailbox(customer.email),
      creditYen: Math.max(0, -customer.balance),
      outdatedCards: findOutdatedCards(customer, subscriptions),
      subscriptions: subscriptions.flatMap(
        (subscription) => toSubscriptionFacts(subscription, invoices, (id) => plans.get(id) ?? null) ?? [],
      ),
    };
  },

  async createCustomer({ stripe }, { userId, email }) {
    const metadata = { user_id: String(userId) };
    // A key is bound to its parameters, and the address may have changed before a retry.
    const { id } = await once(`customer:${userId}:${await sha256Hex(email)}`, (options) =>
      stripe.customers.create({ email: mailboxOf(email), metadata, preferred_locales: ["ja"] }, options),
    );
    return id;
  },

  /** Stripe's search index lags by a minute. */
  async listCustomers({ stripe }, { after, created }) {
    const page = await stripe.customers.list({
      limit: PAGE_SIZE,
      ...(after !== null && { starting_after: after }),
      ...(created !== undefined && { created: { gte: created.from, lte: created.until } }),
    });
    const customers = page.data.map(({ id, metadata }) => ({ customerId: id, userId: metadata.user_id ?? null }));
    return { customers, next: page.has_more ? (page.data.at(-1)?.id ?? null) : null };
  },

  async deleteCustomer(account, { customerId }) {
    const { stripe } = account;
    const customer = await orNull(stripe.customers.retrieve(customerId));
    if (customer === null || customer.deleted) return "deleted";
    const open = await all(stripe.checkout.sessions.list({ customer: customerId, status: "open", limit: PAGE_SIZE }));
    for (const { id } of open) await subscriptions.expireCheckout(account, { checkoutId: id });
    // After closing the payment pages, no further invoice can appear.
    const { data: invoices } = await stripe.invoices.list({ customer: customerId, limit: 1 });
    if (invoices.length === 0) {
      await stripe.customers.del(customerId, {}, write());
      return "deleted";
    }
    for (const { id } of await all(stripe.customers.listPaymentMethods(customerId, { limit: PAGE_SIZE }))) {
      // Stripe keeps the card with its invoices: remove the holder's name before it becomes inaccessible.
      await stripe.paymentMethods.update(id, { billing_details: { name: "", email: "", phone: "" } }, write());
      await stripe.paymentMethods.detach(id, {}, write());
    }
    if (customer.email !== null || Object.keys(customer.metadata).length > 0) {
      await stripe.customers.update(customerId, { email: "", name: "", description: "", metadata: "" }, write());
    }
    return "cleared";
  },

  async setEmail({ stripe }, { customerId, email }) {
    await stripe.customers.update(customerId, { email: mailboxOf(email) }, write());
  },

  async clearCredit({ stripe }, { customerId }) {
    await stripe.customers.update(customerId, { balance: 0 }, write());
  },

  async openPortal(account, { customerId, returnUrl }) {
    const configuration = await findPortal(account);
    const params = { customer: customerId, configuration, return_url: returnUrl, locale: "ja" } as const;
    const { url } = await account.stripe.billingPortal.sessions.create(params, write(undefined, PAGE_TIMEOUT_MS));
    return { url };
  },
} satisfies Partial<Operations>;
