import type { Hono } from "hono";
import { enqueueCopy, findLastCopy } from "#app/services/copies/copy-database.server.ts";
import type { AdminEnv } from "./admin-env.ts";

/** Copies of the database (client: scripts/copies). No call reads a copy; commands read the store itself. */
export function copyRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/copies", async (c) => c.json({ last: await findLastCopy(c.env.deps) }));

  app.post("/admin/api/copies", async (c) => c.json(await enqueueCopy(c.env.deps), 202));
}
