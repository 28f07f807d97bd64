import * as applyBilling from "#app/db/billing/apply-billing.server.ts";
import * as billing from "#app/db/billing/billing.server.ts";
import * as planIntents from "#app/db/billing/plan-intents.server.ts";
import type { Calls } from "./calls.ts";

const NOW = 1_700_000_000;
const user = { userId: 1 };
const customer = { ...user, customerId: "cus_1" };
const subscription = {
  ...{ id: "sub_1", itemId: "item", plan: 2, status: "active" as const, createdAt: NOW, invoices: [] },
  ...{ currentPeriodStart: NOW, currentPeriodEnd: NOW + 9, endedAt: null, endedFor: null },
};
const intent = { intentId: "intent" };

const applyCalls: Calls<typeof applyBilling> = {
  applyBilling: async ({ db }) => {
    const look = { user, ticket: 1, eventIds: ["evt"], history: [{ plan: 2, at: NOW, reason: "changed" as const }] };
    await applyBilling.applyBilling(db, { ...look, subscriptions: [subscription], now: NOW });
    await applyBilling.applyBilling(db, { ...look, subscriptions: [], now: NOW });
  },
};

const billingCalls: Calls<typeof billing> = {
  drawBillingTicket: async ({ db }) => {
    await billing.drawBillingTicket(db, user);
    await billing.drawBillingTicket(db, { customerId: "cus_1" });
  },
  findCustomerAsked: ({ db }) => billing.findCustomerAsked(db, user),
  noteCustomerAsked: ({ db }) => billing.noteCustomerAsked(db, { ...user, now: NOW }),
  forgetCustomer: ({ db }) => billing.forgetCustomer(db, { ...customer, now: NOW }),
  insertStripeEvent: ({ db }) =>
    billing.insertStripeEvent(db, {
      ...{ id: "evt", type: "invoice.paid", customerId: "cus_1", createdAt: NOW, jobId: "evt", now: NOW },
    }),
  isEventProcessed: ({ db }) => billing.isEventProcessed(db, { eventId: "evt" }),
  listMirroredSubscriptions: ({ db }) => billing.listMirroredSubscriptions(db, { afterUserId: 0, limit: 1 }),
  markEventProcessed: ({ db }) => billing.markEventProcessed(db, { eventId: "evt", now: NOW }),
  setCustomer: ({ db }) => billing.setCustomer(db, customer),
};

const intentCalls: Calls<typeof planIntents> = {
  closeIntent: ({ db }) => planIntents.closeIntent(db, { ...intent, status: "done", now: NOW }),
  findIntent: ({ db }) => planIntents.findIntent(db, intent),
  findOpenIntent: ({ db }) => planIntents.findOpenIntent(db, user),
  openIntent: ({ db }) =>
    planIntents.openIntent(db, {
      ...{ ...user, id: "intent", kind: "checkout", fromPlan: 1, plan: 2, createdAt: NOW, expiresAt: NOW + 9 },
    }),
  readPlanState: ({ db }) => planIntents.readPlanState(db, { ...user, month: "2026-11", now: NOW }),
  setCheckout: ({ db }) => planIntents.setCheckout(db, { ...intent, checkoutId: "cs_1", url: "https://pay.example" }),
  takeDowngrade: ({ db }) => planIntents.takeDowngrade(db, { ...user, ...intent, month: "2026-11", now: NOW }),
};

export const BILLING_CALLS = {
  "app/db/billing/apply-billing.server.ts": applyCalls,
  "app/db/billing/billing.server.ts": billingCalls,
  "app/db/billing/plan-intents.server.ts": intentCalls,
};
