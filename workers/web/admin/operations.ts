import type { Hono } from "hono";
import * as z from "zod";
import { freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { type AdminEnv, adminError, readJson } from "./admin-env.ts";

const cronBody = z.object({ kind: z.enum(["start", "sweep", "hourly"]) });

/** Calls of the start and deployment scripts, apart from imports. */
export function operationRoutes(app: Hono<AdminEnv>): void {
  /**
   * Sends a cron's message where no cron fires (local starts). "start" also releases jobs held by a dead process, which
   * is only correct for a single local process.
   */
  app.post("/admin/api/cron", async (c) => {
    const { deps } = c.env;
    const body = cronBody.safeParse(await readJson(c));
    if (!body.success) return adminError(c, 400, 'The body must be {"kind": "sweep"}, "hourly" or "start".');
    const { kind } = body.data;
    if (kind !== "start") {
      await deps.queues.notify.send({ version: 1, type: kind }, { contentType: "json" });
      return c.json({ kind }, 202);
    }
    if (deps.config.environment !== "development") return adminError(c, 400, '"start" is for development only.');
    await freeAllJobs(deps.db, deps.now());
    return c.json({ kind, woken: await sweepJobs(deps) }, 202);
  });
}
