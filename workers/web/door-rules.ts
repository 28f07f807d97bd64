import type { MiddlewareHandler } from "hono";
import { setMetric } from "hono/timing";
import { isLoopback, newId, readConfig } from "#workers/environment.ts";
import { borrowDatabase } from "./database/request-database.ts";
import { refuse, respondError } from "./refusals.ts";
import { dropUnreadBody } from "./request-body.ts";
import { logRequest, type Visit } from "./request-log.ts";
import { isCrossSiteRequest } from "./security.ts";
import type { WebEnv } from "./web-env.ts";

/** Writes one log line when the response is ready. */
export const logVisit: MiddlewareHandler<WebEnv> = async (c, next) => {
  const startedAt = Date.now();
  // The calendar's address is a secret.
  const path = c.req.path.replace(/^\/calendar\/.*/, "/calendar/");
  const visit: Visit = { requestId: c.get("requestId"), method: c.req.method, path, userId: null };
  c.set("visit", visit);
  const database = borrowDatabase(c.env.DB, { hasReplicas: c.env.READ_REPLICAS !== "off" });
  c.env = { ...c.env, DB: database.d1 };
  c.set("database", database);
  c.set("nonce", newId());
  try {
    await next();
    await dropUnreadBody(c.req.raw);
    const d1 = database.count();
    setMetric(c, "d1", String(d1));
    logRequest(visit, { status: c.res.status, ms: Date.now() - startedAt, d1 });
  } finally {
    database.release();
  }
};

/** Hono passes only instances of Error to its error handler; this handles other thrown values in the same way. */
export const handleThrown: MiddlewareHandler<WebEnv> = async (c, next) => {
  try {
    await next();
  } catch (thrown) {
    return respondError(thrown, c);
  }
};

/** Restricts development environments to this machine. */
export const refuseOtherMachines: MiddlewareHandler<WebEnv> = async (c, next) => {
  const config = readConfig(c.env);
  c.set("config", config);
  if (config.environment === "development" && !isFromThisMachine(c.req.raw)) {
    const advice = "開発用のサイトは、このコンピューター（127.0.0.1またはlocalhost）からだけ使えます。";
    return refuse(c, 403, "このアドレスでは利用できません", advice);
  }
  return next();
};

/** Calls of programs, most of which come with a secret. */
const CALLS = /^\/(api|admin\/api|webhooks)(\/|$)/;

/** Other hosts and http redirect. Calls are refused, so that a program does not keep sending its secret there. */
export const leadToOwnOrigin: MiddlewareHandler<WebEnv> = async (c, next) => {
  const { environment, publicUrl } = c.get("config");
  if (environment === "development" || c.req.url.startsWith(`${publicUrl}/`)) return next();
  const { pathname, search } = new URL(c.req.url);
  if (CALLS.test(pathname)) return c.json({ detail: `Forbidden: call ${publicUrl}` }, 403);
  return c.redirect(`${publicUrl}${pathname}${search}`, 308);
};

/** Checks both the URL and the Host header, which a local proxy may have replaced. */
function isFromThisMachine(request: Request): boolean {
  const host = request.headers.get("Host");
  const address = `http://${host ?? "localhost"}`;
  return isLoopback(new URL(request.url).hostname) && URL.canParse(address) && isLoopback(new URL(address).hostname);
}

export const refuseCrossSite: MiddlewareHandler<WebEnv> = async (c, next) => {
  if (!isCrossSiteRequest(c.req.raw, c.get("config"))) return next();
  const advice = "このサイトのページから、もう一度操作してください。";
  return refuse(c, 403, "この操作は受け付けられません", advice);
};
