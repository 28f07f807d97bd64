import type { Hono } from "hono";
import { readSiteStatus } from "#app/services/operations/site-status.server.ts";
import type { AdminEnv } from "./admin-env.ts";

export function statusRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/status", async (c) => {
    const { concerns, waits: _, failures: __, databaseBytes: ___, ...status } = await readSiteStatus(c.env.deps);
    return c.json(toWire({ state: concerns[0]?.level ?? "ok", concerns, ...status }));
  });
}

/** Names of fields as in the other calls: snake_case. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), toWire(field)]),
  );
}
