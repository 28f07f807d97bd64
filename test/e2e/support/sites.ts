/** The two sites that the global set-up starts before all tests; empty if tests are only listed. */

/** Saturday, 10:00 in Japan: central races today, some with weights. */
export const saturday = {
  url: process.env.SATURDAY_URL ?? "",
  /** Its stand-in for Stripe, with controls (clock, cards, faults) under /_control. */
  stripeUrl: process.env.SATURDAY_STRIPE_URL ?? "",
  /** Its stand-in for the push services of browsers (test/fakes/push). */
  pushUrl: process.env.SATURDAY_PUSH_URL ?? "",
  /** Its state folder, to write states that no page or call can produce. */
  stateDir: process.env.SATURDAY_STATE_DIR ?? "",
};

/**
 * Tuesday, 10:00 in Japan: no central race today. Its operator has set OPERATOR_ADDRESSES. Browsers know it by a host
 * name, which passkeys need. Without demo models. Its stand-in for
 * Stripe has faults at times (plans-outage), and has no other payers.
 */
export const tuesday = {
  url: process.env.TUESDAY_URL ?? "",
  stripeUrl: process.env.TUESDAY_STRIPE_URL ?? "",
  stateDir: process.env.TUESDAY_STATE_DIR ?? "",
};

const stateDirs = new Map([saturday, tuesday].map(({ url, stateDir }) => [url, stateDir]));

/** Notes a site that a test file has started for itself. */
export function noteSite({ url, stateDir }: { url: string; stateDir: string }): void {
  stateDirs.set(url, stateDir);
}

/** State folder of the site at an address. */
export function stateDirOf(url: string): string {
  const stateDir = stateDirs.get(url);
  if (stateDir === undefined) throw new Error(`no site at ${url}`);
  return stateDir;
}
