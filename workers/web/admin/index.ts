import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { logError } from "#workers/web/request-log.ts";
import { type AdminEnv, adminError, requireAdmin } from "./admin-env.ts";
import { bannerRoutes } from "./banner.ts";
import { importRoutes } from "./imports.ts";
import { knownNameRoutes } from "./known-names.ts";
import { operationRoutes } from "./operations.ts";
import { rankingRoutes } from "./rankings.ts";
import { recordRoutes } from "./records.ts";
import { staffRoutes } from "./staff.ts";

/** All operator's calls; `demoRoutes` are those of local starts. */
export function createAdmin({ demoRoutes }: { demoRoutes?: (app: Hono<AdminEnv>) => void } = {}): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>({ strict: false });
  app.use(requireAdmin);
  operationRoutes(app);
  importRoutes(app);
  knownNameRoutes(app);
  recordRoutes(app);
  rankingRoutes(app);
  staffRoutes(app);
  bannerRoutes(app);
  demoRoutes?.(app);
  app.notFound((c) => adminError(c, 404, "Not Found"));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return adminError(c, error.status, error.message);
    logError({ requestId: c.env.requestId, path: c.req.path }, error);
    return adminError(c, 500, `Internal Server Error (request ${c.env.requestId})`);
  });
  return app;
}
