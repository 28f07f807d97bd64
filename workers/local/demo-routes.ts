import type { Hono } from "hono";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { ensureDemoStaff } from "#app/demo/demo-staff.server.ts";
import { ensureDemoCustomers } from "#app/demo/demo-subscriptions.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { restartSample } from "#app/demo/sample-restart.server.ts";
import { type AdminEnv, adminError } from "#workers/web/admin/admin-env.ts";
import { toSnake } from "#workers/web/snake-case.ts";

export function demoRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/demo-users", async (c) => c.json({ added: await ensureDemoUsers(c.env.deps) }));

  app.post("/admin/api/demo-staff", async (c) => {
    const staff = await ensureDemoStaff(c.env.deps);
    return staff === null ? adminError(c, 400, "Demo staff exists in development only.") : c.json(staff);
  });

  app.post("/admin/api/demo-models", async (c) => c.json({ made: await ensureDemoModels(c.env.deps) }));

  /** Removes the sample of an older generator before a local start loads the new one; refused in production. */
  app.post("/admin/api/sample-restart", async (c) => {
    const ended = await restartSample(c.env.deps);
    return ended === null ? adminError(c, 400, "A sample starts afresh in development only.") : c.json(ended);
  });

  /** For the stand-in of Stripe (scripts/local/demo.mjs); none in production. */
  app.post("/admin/api/demo-customers", async (c) => {
    const payers = await ensureDemoCustomers(c.env.deps);
    return c.json({
      payers: payers.map(({ customerId, priceKey: priceId, isRestricted }) =>
        toSnake({ customerId, priceId, isRestricted }),
      ),
    });
  });
}
