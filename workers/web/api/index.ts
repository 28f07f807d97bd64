import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { logError } from "../request-log.ts";
import { analysisRoutes } from "./analyses.ts";
import { type ApiEnv, type ApiErrorBody, apiError } from "./api-env.ts";
import { authRoutes } from "./auth.ts";
import { modelRoutes } from "./models.ts";
import { raceRoutes } from "./races.ts";
import { userRoutes } from "./users.ts";

/**
 * Everything below `/api` (spec §7, design.md §3): bearer token only, `{detail}` for every refusal, trailing slash
 * optional. Called with the request's context as Hono's bindings: `app.fetch(request, context)`.
 */
export function createApi(): Hono<ApiEnv> {
  const resources = new Hono<ApiEnv>({ strict: false });
  for (const addRoutes of [authRoutes, userRoutes, modelRoutes, raceRoutes, analysisRoutes]) addRoutes(resources);

  const app = new Hono<ApiEnv>({ strict: false });
  app.use(async (c, next) => {
    c.set("services", c.env.services);
    c.set("requestId", c.env.requestId);
    c.set("clientAddress", c.env.clientAddress);
    c.set("now", c.env.now);
    await next();
  });
  app.route("/api", resources);
  app.notFound((c) => c.json<ApiErrorBody>({ detail: "Not Found" }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return apiError(c, error.status, error.message);
    logError({ requestId: c.env.requestId, path: c.req.path }, error);
    return apiError(c, 500, `Internal Server Error (request ${c.env.requestId})`);
  });
  return app;
}
