import type { Refused } from "#app/domain/refused.ts";

export type PlanRefused = Refused<
  | "same-plan"
  /** No plan that this user can choose (plan-offer.ts). */
  | "not-offered"
  /** Paid plan without a subscription, granted by the operator: another one is bought by checkout. */
  | "needs-checkout"
  | "already-subscribed"
  | "downgraded-this-month"
  | "card-declined"
  | "preview-outdated"
  /** Not a customer of the payment provider. */
  | "no-customer"
  /** Another change of this user is in progress. */
  | "busy"
  /** Stripe does not respond. */
  | "unavailable"
>;
