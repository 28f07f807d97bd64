import type { Hono } from "hono";
import { checkSite, isSiteCheck, SITE_CHECKS } from "#app/services/operations/checks/check-site.server.ts";
import { type AdminEnv, adminError } from "./admin-env.ts";

/** Between the storing of an object and that of the row that names it. */
const NAMED_WITHIN_MS = 3_600_000;

export function checkRoutes(app: Hono<AdminEnv>): void {
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
}
