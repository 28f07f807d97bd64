import type { Hono } from "hono";
import { listPending } from "#app/services/jv-data/pending-records.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { readLimitedBody } from "#workers/web/request-body.ts";
import { toSnake } from "#workers/web/snake-case.ts";
import { type AdminEnv, adminError, requireLength } from "./admin-env.ts";

/** Fits the entries of all courses of a race day. */
const MAX_RECORDS_BYTES = 1024 * 1024;
const SOURCES = ["real", "sample"] as const;
const TOO_LARGE = "The body is larger than 1 MB: send the records in parts, or as an import.";

/** The live door: records of JV-Data, applied before the response. */
export function recordRoutes(app: Hono<AdminEnv>): void {
  app.post("/admin/api/records", async (c) => {
    const source = SOURCES.find((known) => known === (c.req.query("source") ?? "real"));
    if (source === undefined) return adminError(c, 400, "The source must be real or sample.");
    if (source === "sample" && c.env.deps.config.environment !== "development")
      return adminError(c, 400, "Records of the sample are for development only.");
    requireLength(c);
    const bytes = await readLimitedBody(c.req.raw, MAX_RECORDS_BYTES);
    if (bytes === null) return adminError(c, 413, TOO_LARGE);
    return c.json(toSnake(await applyRecords(c.env.deps, { bytes, source })));
  });

  app.get("/admin/api/records/aside", async (c) => c.json(toSnake(await listPending(c.env.deps))));
}
