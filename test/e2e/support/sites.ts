/** The two sites that the global set-up starts before all tests; empty if tests are only listed. */

/** Saturday, 10:00 in Japan: central races today, some with weights. */
export const saturday = {
  url: process.env.SATURDAY_URL ?? "",
  /** Its stand-in for Stripe, with controls (clock, cards, faults) under /_control. */
  stripeUrl: process.env.SATURDAY_STRIPE_URL ?? "",
  /** Its state folder, to write states that no page or call can produce. */
  stateDir: process.env.SATURDAY_STATE_DIR ?? "",
};

/** Tuesday, 10:00 in Japan: no central race today. Its operator has set OPERATOR_ADDRESSES. Without demo models. */
export const tuesday = { url: process.env.TUESDAY_URL ?? "" };
