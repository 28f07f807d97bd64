import type { Hono } from "hono";
import * as z from "zod";
import { freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { ensureDemoCustomers } from "#app/demo/demo-subscriptions.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { restartSample } from "#app/demo/sample-restart.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { type AdminEnv, adminError, readJson } from "./admin-env.ts";

const cronBody = z.object({ kind: z.enum(["start", "sweep", "hourly"]) });

/** What the start and the deployment do beside imports. */
export function operationRoutes(app: Hono<AdminEnv>): void {
  /**
   * The cron's own message, where no cron fires (local starts). "start" also frees what a dead process held, which is
   * true of a single local process only.
   */
  app.post("/admin/cron", async (c) => {
    const { deps } = c.env;
    const body = cronBody.safeParse(await readJson(c));
    if (!body.success) return adminError(c, 400, 'The body must be {"kind": "sweep"}, "hourly" or "start".');
    const { kind } = body.data;
    if (kind !== "start") {
      await deps.queues.notify.send({ version: 1, type: kind }, { contentType: "json" });
      return c.json({ kind }, 202);
    }
    if (deps.config.environment !== "development") return adminError(c, 400, '"start" is for development only.');
    await freeAllJobs(deps.d1, deps.now());
    return c.json({ kind, woken: await sweepJobs(deps) }, 202);
  });

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
