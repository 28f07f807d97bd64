import { rmSync } from "node:fs";
import { startPushFake } from "#test/fakes/push/server.ts";
import { migratedState, OPERATOR_ADDRESSES, startTestSite } from "./site.ts";

/** Allows for two concurrent starts with imports on a busy machine. */
const START_TIMEOUT_MS = 600_000;

/** Starts both sites for all workers, which read their addresses from the environment (`sites.ts`). */
export default async function globalSetup(): Promise<() => Promise<void>> {
  process.env.TZ = "UTC";
  const migrated = migratedState();
  process.env.MIGRATED_STATE = migrated;
  const push = await startPushFake();
  const [saturday, tuesday] = await Promise.all([
    startTestSite({
      startTimeoutMs: START_TIMEOUT_MS,
      appNow: "2026-11-21T10:00:00+09:00",
      sample: "small",
      env: { PUSH_STAND_IN_URL: push.origin },
    }),
    startTestSite({
      startTimeoutMs: START_TIMEOUT_MS,
      appNow: "2026-11-24T10:00:00+09:00",
      sample: "small",
      host: "localhost",
      env: { ...OPERATOR_ADDRESSES, DEMO_MODELS: "none" },
    }),
  ]);
  process.env.SATURDAY_URL = saturday.url;
  process.env.SATURDAY_STRIPE_URL = saturday.stripeUrl;
  process.env.SATURDAY_STATE_DIR = saturday.stateDir;
  process.env.SATURDAY_PUSH_URL = push.origin;
  process.env.TUESDAY_URL = tuesday.url;
  process.env.TUESDAY_STRIPE_URL = tuesday.stripeUrl;
  process.env.TUESDAY_STATE_DIR = tuesday.stateDir;
  return async () => {
    await Promise.all([saturday.stop(), tuesday.stop(), push.close()]);
    rmSync(migrated, { recursive: true, force: true });
  };
}
