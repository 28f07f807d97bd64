import type { Hono } from "hono";
import { enqueueBackup, findLastBackup } from "#app/services/backups/back-up-database.server.ts";
import type { AdminEnv } from "./admin-env.ts";

/** Backups of the database (client: scripts/backups). No call reads a backup; commands read the store itself. */
export function backupRoutes(app: Hono<AdminEnv>): void {
  app.get("/admin/api/backups", async (c) => c.json({ last: await findLastBackup(c.env.deps) }));

  app.post("/admin/api/backups", async (c) => c.json(await enqueueBackup(c.env.deps), 202));
}
