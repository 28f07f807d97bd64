import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BilledAccount, planBillingActions } from "#app/domain/plans/billing-actions.ts";
import type { BillingFacts, InvoiceFacts, SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import { planHistory } from "#app/domain/plans/plan-history.ts";
import { planStep } from "#app/domain/plans/plan-offer.ts";

const ACCOUNT: BilledAccount = { email: "fan@example.com", deletedAt: null };

function invoice(changes: Partial<InvoiceFacts>): InvoiceFacts {
  return {
    id: "in_1",
    reason: "start",
    status: "paid",
    plan: 4,
    failedAt: null,
    paidAt: 1_000,
    chargedYen: 9_800,
    isRefunded: false,
    ...changes,
  };
}

function subscription(changes: Partial<SubscriptionFacts>): SubscriptionFacts {
  return {
    id: "sub_1",
    itemId: "si_1",
    plan: 4,
    status: "active",
    createdAt: 1_000,
    currentPeriodStart: 1_000,
    currentPeriodEnd: 2_600_000,
    endedAt: null,
    endedFor: null,
    invoices: [invoice({})],
    ...changes,
  };
}

function facts(subscriptions: SubscriptionFacts[], changes: Partial<BillingFacts> = {}): BillingFacts {
  return { customerId: "cus_1", email: "fan@example.com", creditYen: 0, outdatedCards: [], subscriptions, ...changes };
}

/** Sign-up for PRO, up to PREMIUM, down to Starter, a failed renewal, a new payment, cancelled by the user. */
const LIFE = facts([
  subscription({
    plan: 2,
    status: "ended",
    endedAt: 5_001,
    endedFor: "renewal-failed",
    invoices: [
      invoice({}),
      invoice({ id: "in_2", reason: "change", plan: 5, paidAt: 2_000 }),
      invoice({ id: "in_3", reason: "change", plan: 2, paidAt: 3_000, chargedYen: 0 }),
      invoice({ id: "in_4", reason: "renewal", plan: 2, paidAt: 4_000, chargedYen: 0 }),
      invoice({ id: "in_5", reason: "renewal", plan: 2, status: "void", failedAt: 5_000, paidAt: null }),
    ],
  }),
  subscription({
    id: "sub_2",
    plan: 2,
    status: "ended",
    createdAt: 6_000,
    endedAt: 7_000,
    endedFor: "user",
    invoices: [invoice({ id: "in_6", plan: 2, paidAt: 6_000 })],
  }),
]);

describe("plan history", () => {
  test("a life with an upgrade, a downgrade, a failed renewal, a repayment and a cancellation", () => {
    expect(planHistory(LIFE)).toEqual([
      { plan: 4, at: 1_000, reason: "subscribed" },
      { plan: 5, at: 2_000, reason: "changed" },
      { plan: 2, at: 3_000, reason: "changed" },
      { plan: 102, at: 5_000, reason: "renewal-failed" },
      { plan: 2, at: 6_000, reason: "subscribed" },
      { plan: 1, at: 7_000, reason: "cancelled" },
    ]);
  });

  test("the order of subscriptions and invoices does not matter", () => {
    const life = planHistory(LIFE);
    const [first, second] = LIFE.subscriptions as [SubscriptionFacts, SubscriptionFacts];
    fc.assert(
      fc.property(
        fc.shuffledSubarray(first.invoices, { minLength: first.invoices.length }),
        fc.boolean(),
        (invoices, isSwapped) => {
          const one = { ...first, invoices };
          expect(planHistory(facts(isSwapped ? [second, one] : [one, second]))).toEqual(life);
        },
      ),
    );
  });

  test("a renewal that failed and was paid before the cancellation restores the plan", () => {
    const renewal = invoice({ id: "in_2", reason: "renewal", failedAt: 2_000, paidAt: 2_500 });
    expect(planHistory(facts([subscription({ invoices: [renewal, invoice({})] })]))).toEqual([
      { plan: 4, at: 1_000, reason: "subscribed" },
      { plan: 104, at: 2_000, reason: "renewal-failed" },
      { plan: 4, at: 2_500, reason: "renewed" },
    ]);
  });

  test("an old invoice paid after the end gives no plan", () => {
    const late = invoice({ id: "in_2", reason: "renewal", failedAt: 2_000, paidAt: 2_600 });
    const ended = subscription({
      status: "ended",
      endedAt: 2_500,
      endedFor: "renewal-failed",
      invoices: [invoice({}), late],
    });
    expect(planHistory(facts([ended])).at(-1)).toEqual({ plan: 104, at: 2_000, reason: "renewal-failed" });
    expect(planBillingActions(facts([ended]), ACCOUNT)).toEqual([{ kind: "refund", invoiceId: "in_2" }]);
  });

  test("a subscription without a payment gives no plan, and of two concurrent ones the older counts", () => {
    expect(planHistory(facts([subscription({ invoices: [] })]))).toEqual([]);
    const second = subscription({
      id: "sub_2",
      plan: 5,
      createdAt: 1_001,
      invoices: [invoice({ id: "in_2", plan: 5 })],
    });
    expect(planHistory(facts([second, subscription({})]))).toEqual([{ plan: 4, at: 1_000, reason: "subscribed" }]);
  });
});

describe("what is put right at Stripe", () => {
  test("a settled customer needs no action", () => {
    expect(planBillingActions(facts([subscription({})]), ACCOUNT)).toEqual([]);
    expect(planBillingActions(LIFE, ACCOUNT)).toEqual([]);
  });

  test("an overdue subscription is cancelled; then its open invoice is voided", () => {
    const open = invoice({ id: "in_2", reason: "renewal", status: "open", failedAt: 2_000, paidAt: null });
    const overdue = subscription({ status: "overdue", invoices: [invoice({}), open] });
    expect(planBillingActions(facts([overdue]), ACCOUNT)).toEqual([
      { kind: "cancel", subscriptionId: "sub_1", reason: "renewal-failed" },
    ]);
    const ended = { ...overdue, status: "ended", endedAt: 2_001, endedFor: "renewal-failed" } as const;
    expect(planBillingActions(facts([ended]), ACCOUNT)).toEqual([{ kind: "void", invoiceId: "in_2" }]);
  });

  test("a renewal paid while its failure was being cancelled is refunded", () => {
    const paid = invoice({ id: "in_2", reason: "renewal", failedAt: 2_000, paidAt: 2_001 });
    const ended = subscription({
      status: "ended",
      endedAt: 2_002,
      endedFor: "renewal-failed",
      invoices: [invoice({}), paid],
    });
    expect(planBillingActions(facts([ended]), ACCOUNT)).toEqual([{ kind: "refund", invoiceId: "in_2" }]);
    const refunded = { ...ended, invoices: [invoice({}), { ...paid, isRefunded: true }] };
    expect(planBillingActions(facts([refunded]), ACCOUNT)).toEqual([]);
  });

  test("the second of two subscriptions is cancelled and refunded", () => {
    const second = subscription({ id: "sub_2", createdAt: 1_001, invoices: [invoice({ id: "in_2" })] });
    expect(planBillingActions(facts([second, subscription({})]), ACCOUNT)).toEqual([
      { kind: "cancel", subscriptionId: "sub_2", reason: "duplicate" },
    ]);
    const ended = { ...second, status: "ended", endedAt: 1_002, endedFor: "duplicate" } as const;
    expect(planBillingActions(facts([subscription({}), ended]), ACCOUNT)).toEqual([
      { kind: "refund", invoiceId: "in_2" },
    ]);
  });

  test("only the user's own cancellation forfeits credit", () => {
    const ended = { status: "ended", endedAt: 2_000 } as const;
    const left = (endedFor: "user" | "renewal-failed") =>
      planBillingActions(facts([subscription({ ...ended, endedFor })], { creditYen: 500 }), ACCOUNT);
    expect(left("user")).toEqual([{ kind: "clear-credit" }]);
    expect(left("renewal-failed")).toEqual([]);
    expect(planBillingActions(facts([subscription({})], { creditYen: 500 }), ACCOUNT)).toEqual([]);
  });

  test("a deleted account keeps no subscription, and payments after the deletion are refunded", () => {
    const deleted = { email: null, deletedAt: 900 };
    expect(planBillingActions(facts([subscription({})]), deleted)).toEqual([
      { kind: "cancel", subscriptionId: "sub_1", reason: "after-deletion" },
    ]);
    const ended = subscription({ status: "ended", endedAt: 1_001, endedFor: "account-deletion" });
    expect(planBillingActions(facts([ended]), deleted)).toEqual([{ kind: "refund", invoiceId: "in_1" }]);
    expect(planBillingActions(facts([ended]), { email: null, deletedAt: 1_001 })).toEqual([]);
    // Paid in the very second of the deletion, or on a subscription that the deletion did not see.
    const refunded = [{ kind: "refund", invoiceId: "in_1" }];
    const paidAt = ended.invoices[0]?.paidAt ?? 0;
    expect(planBillingActions(facts([{ ...ended, endedAt: paidAt }]), { email: null, deletedAt: 1_001 })).toEqual(
      refunded,
    );
    const late = { ...ended, endedFor: "after-deletion" as const };
    expect(planBillingActions(facts([late]), { email: null, deletedAt: 1_001 })).toEqual(refunded);
  });

  test("a new address of the account is sent to Stripe", () => {
    expect(planBillingActions(facts([subscription({})]), { email: "new@example.com", deletedAt: null })).toEqual([
      { kind: "set-email", email: "new@example.com" },
    ]);
  });
});

describe("the way from one plan to another", () => {
  test.each([
    [1, 4, "checkout"],
    [4, 5, "upgrade"],
    [4, 2, "downgrade"],
    [4, 1, "cancel"],
    [4, 4, "same"],
    [1, 1, "same"],
    [104, 4, "checkout"],
    [104, 5, "not-offered"],
    [104, 1, "not-offered"],
    [0, 4, "not-offered"],
    [9, 4, "checkout"],
    [4, 7, "not-offered"],
  ])("from plan %i to plan %i: %s", (current, target, step) => {
    expect(planStep(current, target)).toBe(step);
  });
});
