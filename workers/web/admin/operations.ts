import type { Hono } from "hono";
import * as z from "zod";
import { freeAllJobs } from "#app/db/jobs/jobs.server.ts";
import { enqueueBackup, findLastBackup } from "#app/services/backups/back-up-database.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { checkSite, isSiteCheck, SITE_CHECKS } from "#app/services/operations/checks/check-site.server.ts";
import { readSiteStatus } from "#app/services/operations/site-status.server.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { type AdminEnv, adminError, readBody } from "./admin-env.ts";

const cronBody = z.object({ kind: z.enum(["start", "sweep", "hourly"]) });

/** Between the storing of an object and that of the row that names it. */
const NAMED_WITHIN_MS = 3_600_000;

export function operationRoutes(app: Hono<AdminEnv>): void {
  /**
   * Sends a cron's message where no cron fires (local starts). "start" also releases jobs held by a dead process, which
   * is only correct for a single local process.
   */
  app.post("/admin/api/cron", async (c) => {
    const { deps } = c.env;
    const { kind } = await readBody(c, cronBody, '{"kind": "sweep"}, "hourly" or "start"');
    if (kind !== "start") {
      await deps.queues.notify.send({ version: 1, type: kind }, { contentType: "json" });
      return c.json({ kind }, 202);
    }
    if (deps.config.environment !== "development") return adminError(c, 400, '"start" is for development only.');
    await freeAllJobs(deps.db, deps.now());
    return c.json({ kind, woken: await sweepJobs(deps) }, 202);
  });

  app.get("/admin/api/status", async (c) => {
    const { concerns, waits: _, failures: __, databaseBytes: ___, ...status } = await readSiteStatus(c.env.deps);
    return c.json(toSnake({ state: concerns[0]?.level ?? "ok", concerns, ...status }));
  });

  app.get("/admin/api/check", (c) => c.json({ checks: SITE_CHECKS }));

  app.get("/admin/api/check/:name", async (c) => {
    const check = c.req.param("name");
    if (!isSiteCheck(check)) return adminError(c, 404, "There is no such check.");
    const isIdle = c.req.query("idle") === "1";
    const after = c.req.query("after") ?? "";
    // R2 has no clock but the machine's.
    const storedBefore = isIdle ? Number.POSITIVE_INFINITY : Date.now() - NAMED_WITHIN_MS;
    return c.json(await checkSite(c.env.deps, { check, after, isIdle, storedBefore }));
  });

  // No call reads a backup; commands read the store itself (scripts/backups).
  app.get("/admin/api/backups", async (c) => c.json({ last: await findLastBackup(c.env.deps) }));
  app.post("/admin/api/backups", async (c) => c.json(await enqueueBackup(c.env.deps), 202));
}
