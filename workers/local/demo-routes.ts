import type { Hono } from "hono";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { ensureDemoCustomers } from "#app/demo/demo-subscriptions.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { restartSample } from "#app/demo/sample-restart.server.ts";
import { type AdminEnv, adminError } from "#workers/web/admin/admin-env.ts";

/** The operator's calls that only a local start makes. */
export function demoRoutes(app: Hono<AdminEnv>): void {
  /** Makes the demo accounts that do not exist yet; none in production. */
  app.post("/admin/demo-users", async (c) => c.json({ added: await ensureDemoUsers(c.env.deps) }));

  /** Begins, or goes on with, the demo models of a local start with sample races; none in production. */
  app.post("/admin/demo-models", async (c) => c.json({ made: await ensureDemoModels(c.env.deps) }));

  /** Ends the sample of an older generator, before a local start loads the new one; refused in production. */
  app.post("/admin/sample-restart", async (c) => {
    const ended = await restartSample(c.env.deps);
    return ended === null ? adminError(c, 400, "A sample starts afresh in development only.") : c.json(ended);
  });

  /** Which demo accounts want a subscription of the stand-in for Stripe (scripts/local-demo.mjs); none in production. */
  app.post("/admin/demo-customers", async (c) => {
    const payers = await ensureDemoCustomers(c.env.deps);
    return c.json({
      payers: payers.map(({ customerId, priceKey, isRestricted }) => ({
        customer_id: customerId,
        price_id: priceKey,
        is_restricted: isRestricted,
      })),
    });
  });
}
