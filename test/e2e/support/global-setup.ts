import type { TestProject } from "vitest/node";
import { OPERATOR_ADDRESSES, startTestSite } from "./site.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Saturday, 10:00 in Japan: central races today, some with weights. */
    saturdayUrl: string;
    /** Its stand-in for Stripe; controls (clock, cards, faults) under /_control. */
    saturdayStripe: string;
    /** Its state folder, for what no page or call can bring about. */
    saturdayState: string;
    /** Tuesday, 10:00 in Japan: no central race today. Its operator has set the addresses of OPERATOR_ADDRESSES. Without demo models. */
    tuesdayUrl: string;
  }
}

/** Two starts at once, each with its import, on a machine that may be doing other things. */
const START_TIMEOUT_MS = 600_000;

export default async function setup(project: TestProject) {
  const [saturday, tuesday] = await Promise.all([
    startTestSite({ appNow: "2026-11-21T10:00:00+09:00", sample: "small", startTimeoutMs: START_TIMEOUT_MS }),
    startTestSite({
      startTimeoutMs: START_TIMEOUT_MS,
      appNow: "2026-11-24T10:00:00+09:00",
      sample: "small",
      env: { ...OPERATOR_ADDRESSES, DEMO_MODELS: "none" },
    }),
  ]);
  project.provide("saturdayUrl", saturday.url);
  project.provide("saturdayStripe", saturday.stripeUrl);
  project.provide("saturdayState", saturday.stateDir);
  project.provide("tuesdayUrl", tuesday.url);
  return async () => {
    await Promise.all([saturday.stop(), tuesday.stop()]);
  };
}
