import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Hono } from "hono";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Demo, Deps } from "#app/services/deps.server.ts";
import { escapeHtml } from "#app/services/mail/escape-html.server.ts";
import type { Services } from "#app/services/services.ts";
import { createDeps, type Env, isLoopback, newId, readConfig } from "#workers/environment.ts";
import type { AdminEnv } from "./admin/admin-env.ts";
import { createAdmin } from "./admin/index.ts";
import { createApi } from "./api/index.ts";
import { clientAddress } from "./client-address.ts";
import { answerDevMail } from "./dev-mail.ts";
import { answerHealth } from "./health.ts";
import { createLoadContext } from "./load-context.ts";
import { canonicalAddress, pagePath } from "./pages/page-address.ts";
import { createPageCache } from "./pages/page-cache.ts";
import { createPageVersions } from "./pages/page-versions.ts";
import { plainPage } from "./pages/plain-page.ts";
import { createRankingsFile } from "./rankings-file.ts";
import { dropUnreadBody, readPageForm } from "./request-body.ts";
import { logError, logRequest, type Visit } from "./request-log.ts";
import { countRoundTrips } from "./round-trips.ts";
import { isCrossSiteRequest, withSecurityHeaders } from "./security.ts";
import type { ShareImages } from "./share-image/share-images.ts";
import { answerStripeWebhook } from "./stripe-webhook.ts";

export interface WebParts {
  /** Remix: answers every page. */
  pages(request: Request, context: AppLoadContext): Promise<Response>;
  /** What each page may be asked with; GET, HEAD and POST where it is left out. */
  methodsOf?(path: string): readonly string[];
  /** Names the build in /healthz. */
  build: string;
  createServices(deps: Deps): Services;
  /** Addresses of the public pages' styles, for the API's readable document. */
  stylesheets?: readonly string[];
  /** SHA-256, in base64, of the styles that public pages hold as text. */
  styleHashes?: readonly string[];
  /** Pictures of shared pages; without it there are none. */
  shareImages?: ShareImages;
  /** The isolate's one hasher. */
  passwords: PasswordHasher;
  /** What a local start adds. */
  demo?: Demo;
  demoRoutes?: (app: Hono<AdminEnv>) => void;
}

/**
 * The way of a request through the web Worker: request id, public pages from memory, cross-site rule, the operator's and
 * machines' addresses, API, pages (each by one address and the methods it takes); and for every answer, refusals and
 * errors included, the security headers and one log line.
 */
export function createWebHandler(parts: WebParts): (request: Request, env: Env) => Promise<Response> {
  const api = createApi({ stylesheets: parts.stylesheets ?? [] });
  const admin = createAdmin(parts);
  const answerRankingsFile = createRankingsFile();
  const { styleHashes = [] } = parts;
  const publicPages = createPageCache({ styleHashes });

  async function answer(request: Request, env: Env, visit: Visit, nonce: string): Promise<Response> {
    const deps = createDeps(env, parts);
    const { publicUrl, environment } = deps.config;
    if (isCrossSiteRequest(request, { publicUrl })) {
      return refuse(
        visit,
        nonce,
        403,
        "この操作は受け付けられません",
        "このサイトのページから、もう一度操作してください。",
      );
    }

    const services = parts.createServices(deps);
    const path = new URL(request.url).pathname;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === "/healthz" && isRead) return answerHealth(services, parts);
    if (path === "/rankings.json") {
      return answerRankingsFile(request, { services, logError: (error) => logError(visit, error) });
    }
    if (isRead && path.startsWith("/share/") && path.endsWith(".png") && env.ASSETS !== undefined) {
      const image = await parts.shareImages?.answer(request, { services, store: env.STORE, assets: env.ASSETS });
      if (image != null) return image;
    }
    if (path === "/dev/mail" && isRead && environment === "development") {
      return answerDevMail(services, { request, nonce });
    }
    if (path === "/webhooks/stripe") return answerStripeWebhook(services, request);
    if (isBelow(path, "/admin")) return admin.fetch(request, { deps, requestId: visit.requestId });
    if (isBelow(path, "/api")) {
      return api.fetch(request, {
        services: noteUser(services, visit),
        requestId: visit.requestId,
        clientAddress: clientAddress(request),
        publicUrl,
        now: deps.now,
      });
    }

    const address = isRead ? canonicalAddress(new URL(request.url)) : null;
    if (address !== null) return new Response(null, { status: 308, headers: { Location: address } });
    // Any page may be read; which takes what else is looked up among all routes.
    const allowed = isRead ? null : (parts.methodsOf?.(pagePath(path)) ?? ["GET", "HEAD", "POST"]);
    if (allowed?.includes(request.method) === false) return refuseMethod(request, visit, nonce, allowed);

    const form = await readPageForm(request);
    if (form.kind === "too-large") {
      const advice = "入力を短くして、もう一度送信してください。ブラウザーの「戻る」で入力に戻れます。";
      return refuse(visit, nonce, 413, "送信された内容が大きすぎます", advice);
    }
    if (form.kind === "unreadable") {
      const advice = "ページを開き直して、もう一度送信してください。";
      return refuse(visit, nonce, 400, "送信された内容を読み取れません", advice);
    }
    const context = createLoadContext({
      services,
      visit,
      nonce,
      clientAddress: clientAddress(request),
      now: deps.now,
      publicUrl,
      contactUrl: deps.config.contactUrl,
      officialAccountUrl: deps.config.officialAccountUrl,
      operator: deps.config.operator,
      isDevelopment: environment === "development",
    });
    const page = await parts.pages(form.request, { ...context });
    if (page.status !== 405) return page;
    await page.body?.cancel();
    return refuseMethod(request, visit, nonce, ["GET", "HEAD"]);
  }

  return async function handle(request, bindings) {
    const startedAt = Date.now();
    const roundTrips = countRoundTrips(bindings.DB);
    const env = { ...bindings, DB: roundTrips.d1 };
    const { pathname } = new URL(request.url);
    const visit: Visit = { requestId: newId(), method: request.method, path: pathname, userId: null };
    const nonce = newId();
    let response: Response;
    let isSecured = false;
    let formTarget: string | undefined;
    try {
      const config = readConfig(env);
      formTarget = config.paymentOrigin;
      const isForeign = config.environment === "development" && !isFromThisMachine(request);
      const kept = isForeign
        ? null
        : await publicPages.answer(request, {
            config,
            nonce,
            versions: createPageVersions(env.STORE),
            logError: (error) => logError(visit, error),
            render: (anyone) => answer(anyone, env, visit, nonce),
          });
      isSecured = kept !== null;
      if (isForeign) {
        const advice = "開発用のサイトは、このコンピューター（127.0.0.1またはlocalhost）からだけ使えます。";
        response = refuse(visit, nonce, 403, "このアドレスでは利用できません", advice);
      } else {
        response = kept ?? (await answer(request, env, visit, nonce));
      }
    } catch (error) {
      logError(visit, error);
      const advice = "もう一度やりなおしてください。続くときは、下の番号を添えてお問い合わせください。";
      response = refuse(visit, nonce, 500, "エラーが発生しました", advice);
    }
    await dropUnreadBody(request);
    if (request.method === "HEAD") response = new Response(null, response);
    const secured = isSecured ? response : withSecurityHeaders(response, { request, nonce, formTarget, styleHashes });
    const d1 = roundTrips.count();
    if (env.ENVIRONMENT === "development") secured.headers.set("Server-Timing", `d1;desc="${d1}"`);
    logRequest(visit, { status: secured.status, ms: Date.now() - startedAt, d1 });
    return secured;
  };
}

/** By the address and by the header, which a local proxy may have replaced. */
function isFromThisMachine(request: Request): boolean {
  const host = request.headers.get("Host");
  const address = `http://${host ?? "localhost"}`;
  return isLoopback(new URL(request.url).hostname) && URL.canParse(address) && isLoopback(new URL(address).hostname);
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}

/** A refusal at the door, in the form that the address speaks. */
function refuse(visit: Visit, nonce: string, status: number, title: string, advice: string): Response {
  if (["/api", "/admin", "/webhooks", "/healthz", "/rankings.json"].some((root) => isBelow(visit.path, root))) {
    const words: Partial<Record<number, string>> = { 403: "Forbidden", 413: "The body is too large." };
    const detail = words[status] ?? `Internal Server Error (request ${visit.requestId})`;
    return Response.json({ detail }, { status });
  }
  const body = `<p>${escapeHtml(advice)}</p>
<p><a href="/">トップへ</a></p>
<p><small>お問い合わせ番号 ${escapeHtml(visit.requestId)}</small></p>`;
  return plainPage({ status, title, body, nonce });
}

/** A page for browsers, a line of text for what fetches data or files. */
function refuseMethod(request: Request, visit: Visit, nonce: string, allowed: readonly string[]): Response {
  const title = "この操作はできません";
  const isForPeople = request.headers.get("Accept")?.includes("text/html") === true && !visit.path.endsWith(".data");
  const response = isForPeople
    ? refuse(visit, nonce, 405, title, "ページを開き直して、もう一度操作してください。")
    : new Response(`${title}\n`, { status: 405, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  response.headers.set("Allow", allowed.join(", "));
  return response;
}

/** The log names the user once the API has found one. */
function noteUser(services: Services, visit: Visit): Services {
  return {
    ...services,
    auth: {
      ...services.auth,
      async findSessionUser(input) {
        const user = await services.auth.findSessionUser(input);
        visit.userId = user?.id ?? null;
        return user;
      },
    },
  };
}
