import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { BillingUnavailableError } from "#app/adapters/billing.server.ts";
import { logError } from "#workers/web/request-log.ts";
import { analysisCalls } from "./analyses.ts";
import { type ApiEnv, type ApiErrorBody, apiError, PAYMENTS_UNAVAILABLE } from "./api-env.ts";
import { authCalls } from "./auth.ts";
import { addCalls } from "./describe.ts";
import { documentRoutes } from "./document.ts";
import { modelCalls } from "./models.ts";
import { planCalls } from "./plans.ts";
import { raceCalls } from "./races.ts";
import { rankingCalls } from "./rankings.ts";
import { shareCalls } from "./shares.ts";
import { newUserCalls, userCalls } from "./users.ts";

const CALLS = {
  account: { ...authCalls, ...newUserCalls },
  users: userCalls,
  models: modelCalls,
  races: raceCalls,
  analyses: analysisCalls,
  rankings: rankingCalls,
  sharing: shareCalls,
  plans: planCalls,
};

/** The request's context is passed as Hono's bindings: `app.fetch(request, context)`. */
export function createApi({ stylesheets = [] }: { stylesheets?: readonly string[] } = {}): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>({ strict: false });
  for (const calls of Object.values(CALLS)) addCalls(api, calls);

  const app = new Hono<ApiEnv>({ strict: false });
  app.route("/api", api);
  documentRoutes(app, { calls: CALLS, stylesheets });
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
