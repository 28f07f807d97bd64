import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { logError } from "#workers/web/request-log.ts";
import { analysisRoutes } from "./analyses.ts";
import { type ApiEnv, type ApiErrorBody, apiError } from "./api-env.ts";
import { authRoutes } from "./auth.ts";
import type { Api } from "./describe.ts";
import { documentRoutes } from "./document.ts";
import { PAYMENTS_UNAVAILABLE } from "./input.ts";
import { modelRoutes } from "./models.ts";
import { planRoutes } from "./plans.ts";
import { raceRoutes } from "./races.ts";
import { rankingRoutes } from "./rankings.ts";
import { shareRoutes } from "./shares.ts";
import { userRoutes } from "./users.ts";

/**
 * Everything below `/api`: bearer tokens only, `{detail}` for every refusal, optional trailing slash. The request's
 * context is passed as Hono's bindings: `app.fetch(request, context)`.
 *
 * @param stylesheets URLs of the design tokens, for the HTML document
 */
export function createApi({ stylesheets = [] }: { stylesheets?: readonly string[] } = {}): Hono<ApiEnv> {
  const api: Api = { hono: new Hono<ApiEnv>({ strict: false }), calls: [] };
  const resourceRoutes = [
    authRoutes,
    userRoutes,
    modelRoutes,
    raceRoutes,
    analysisRoutes,
    rankingRoutes,
    shareRoutes,
    planRoutes,
  ];
  for (const addRoutes of resourceRoutes) addRoutes(api);

  const app = new Hono<ApiEnv>({ strict: false });
  app.route("/api", api.hono);
  documentRoutes(app, { calls: api.calls, stylesheets });
  app.notFound((c) => c.json<ApiErrorBody>({ detail: "Not Found" }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.res ?? apiError(c, error.status, error.message);
    if (error instanceof BillingUnavailableError) {
      console.error(JSON.stringify({ event: "billing.unavailable", requestId: c.env.requestId, error: error.message }));
      return apiError(c, ...PAYMENTS_UNAVAILABLE);
    }
    logError({ requestId: c.env.requestId, path: c.req.path }, error);
    return apiError(c, 500, `Internal Server Error (request ${c.env.requestId})`);
  });
  return app;
}
