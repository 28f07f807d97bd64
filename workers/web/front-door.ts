import { type Context, Hono, type MiddlewareHandler } from "hono";
import { mount } from "hono/mount";
import { requestId } from "hono/request-id";
import { timing } from "hono/timing";
import type { Services } from "#app/services/create-services.server.ts";
import { createClock, createDeps, type Env, newId } from "#workers/environment.ts";
import { createAdmin } from "./admin/index.ts";
import type { ApiEnv } from "./api/api-env.ts";
import { createApi } from "./api/index.ts";
import { clientAddress } from "./client-address.ts";
import { openReplica, rememberWrites } from "./database/replica-pages.ts";
import { handleDevMail } from "./dev-mail.ts";
import { respondWithCalendar } from "./documents/calendar.ts";
import { createRankingsFile } from "./documents/rankings-file.ts";
import { createRootsFile } from "./documents/roots-file.ts";
import { handleThrown, leadToOwnOrigin, logVisit, refuseCrossSite, refuseOtherMachines } from "./door-rules.ts";
import { handleHealth } from "./health.ts";
import { handlePage } from "./pages/handle-page.ts";
import { handleOneClickStop, STOP_PATH } from "./pages/one-click-stop.ts";
import { createPageCache } from "./pages/page-cache.ts";
import { createPageVersions } from "./pages/page-versions.ts";
import { createSiteBanners, type SiteBanners } from "./pages/site-banner.ts";
import { respondError } from "./refusals.ts";
import { logError, type Visit } from "./request-log.ts";
import { setSecurityHeaders } from "./security.ts";
import { OWN_IMAGES, respondWithOwnImage } from "./share-image/own-images.ts";
import { handleStripeWebhook } from "./stripe-webhook.ts";
import type { WebEnv, WebParts } from "./web-env.ts";

/** Middleware applies to every response, refusals included. Pages are the fallback of the routes. */
export function createWebHandler(parts: WebParts): (request: Request, env: Env) => Promise<Response> {
  // Route by the raw path. Hono's default decodes it, so that another spelling would match another route.
  const app = new Hono<WebEnv>({ getPath: (request) => new URL(request.url).pathname });
  app.use(requestId({ headerName: "", generator: newId }));
  app.use(timing({ total: false, enabled: (c: Context<WebEnv>) => c.env.ENVIRONMENT === "development" }));
  app.use(logVisit);
  app.use(setSecurityHeaders(parts));
  app.use(handleThrown);
  app.use(refuseOtherMachines);
  app.use(leadToOwnOrigin);
  const siteBanners = createSiteBanners();
  app.use(respondFromMemory(parts, siteBanners));
  app.post(
    STOP_PATH,
    handleOneClickStop((c) => makeServices(c, parts)),
  );
  app.use(refuseCrossSite);
  app.use(rememberWrites);
  app.use(async (c, next) => {
    makeServices(c, parts, openReplica(c));
    return next();
  });
  addMachineRoutes(app, parts);
  app.all("*", async (c) => {
    await readBanner(c, siteBanners);
    return handlePage(c, c.req.raw, parts);
  });
  app.onError(respondError);
  return async (request, env) => app.fetch(request, env);
}

/** Serves public pages from memory before anything is created for the request. */
function respondFromMemory(parts: WebParts, siteBanners: SiteBanners): MiddlewareHandler<WebEnv> {
  const publicPages = createPageCache();
  return async (c, next) => {
    const kept = await publicPages.answer(c.req.raw, {
      config: c.get("config"),
      nonce: c.get("nonce"),
      versions: createPageVersions(c.env.STORE),
      readBanner: () => readBanner(c, siteBanners),
      logError: (error) => logError(c.get("visit"), error),
      async render(anyone) {
        makeServices(c, parts);
        return handlePage(c, anyone, parts);
      },
    });
    if (kept === null) return next();
    c.set("isKept", true);
    return kept;
  };
}

async function readBanner(c: Context<WebEnv>, siteBanners: SiteBanners): Promise<string | null> {
  const banner = await siteBanners.read({
    ...{ store: c.env.STORE, now: createClock(c.env).now() },
    logError: (error) => logError(c.get("visit"), error),
  });
  c.set("siteBanner", banner);
  return banner;
}

/** @param replica where the request may read from a replica; what is kept for others must not. */
function makeServices(c: Context<WebEnv>, parts: WebParts, replica?: D1Database): Services {
  const client = { address: clientAddress(c.req.raw), requestId: c.get("requestId") };
  const deps = createDeps(c.env, { ...parts, replica, client });
  c.set("deps", deps);
  const services = parts.createServices(deps);
  c.set("services", services);
  return services;
}

function addMachineRoutes(app: Hono<WebEnv>, parts: WebParts): void {
  const respondWithRankings = createRankingsFile();
  const respondWithRoots = createRootsFile();
  const admin = createAdmin(parts);
  const api = createApi({ stylesheets: parts.stylesheets ?? [] });

  app.get("/healthz", (c) =>
    handleHealth(c.get("services"), { build: parts.build, part: c.req.query("part") ?? null }),
  );
  app.all("/rankings.json", (c) =>
    respondWithRankings(c.req.raw, {
      services: c.get("services"),
      logError: (error) => logError(c.get("visit"), error),
    }),
  );
  app.all("/roots.json", (c) => respondWithRoots(c.req.raw, c.get("services")));
  app.all("/calendar/*", (c) => respondWithCalendar(c.req.raw, c.get("services")));
  app.get("/share/*", async (c, next) => {
    const { STORE: store, ASSETS: assets } = c.env;
    if (!c.req.path.endsWith(".png") || assets === undefined) return next();
    const image = await parts.shareImages?.answer(c.req.raw, { services: c.get("services"), store, assets });
    return image ?? next();
  });
  for (const path of Object.keys(OWN_IMAGES)) app.get(path, (c) => respondWithOwnImage(c, parts.shareImages));
  app.get("/dev/mail", async (c, next) =>
    c.get("config").environment === "development"
      ? handleDevMail(c.get("services"), { request: c.req.raw, nonce: c.get("nonce") })
      : next(),
  );
  app.all("/webhooks/stripe", (c) => handleStripeWebhook(c.get("services"), c.req.raw));
  app.all(
    "/admin/api/*",
    mountApp(admin, (c) => ({ deps: c.get("deps"), requestId: c.get("requestId") })),
  );
  app.all("/api/*", mountApp(api, apiContext));
}

/** The app receives the unmodified request. */
function mountApp<E extends { Bindings: object }>(
  { fetch }: Hono<E>,
  bindings: (c: Context<WebEnv>) => E["Bindings"],
): MiddlewareHandler {
  return mount(fetch, { replaceRequest: false, optionHandler: bindings });
}

function apiContext(c: Context<WebEnv>): ApiEnv["Bindings"] {
  const { config, now } = c.get("deps");
  return {
    services: recordUser(c.get("services"), c.get("visit")),
    requestId: c.get("requestId"),
    clientAddress: clientAddress(c.req.raw),
    publicUrl: config.publicUrl,
    now,
  };
}

/** Records the user for the log line once the API has found one. */
function recordUser(services: Services, visit: Visit): Services {
  const { findSessionUser } = services.auth;
  services.auth.findSessionUser = async (input) => {
    const user = await findSessionUser(input);
    visit.userId = user?.id ?? null;
    return user;
  };
  return services;
}
