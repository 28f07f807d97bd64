import type { Context } from "hono";
import { escapeHtml } from "#app/domain/escape-html.ts";
import { plainPage, plainText } from "./pages/plain-page.ts";
import { logError } from "./request-log.ts";
import type { WebEnv } from "./web-env.ts";

const FOR_MACHINES = /^\/(api|admin|webhooks|healthz|rankings\.json)(\/|$)/;

const DETAILS = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "The body is too large.",
  500: "Internal Server Error",
};

export function refuse(c: Context<WebEnv>, status: keyof typeof DETAILS, title: string, advice: string): Response {
  const { path, requestId } = c.get("visit");
  if (FOR_MACHINES.test(path)) {
    const detail = status === 500 ? `${DETAILS[status]} (request ${requestId})` : DETAILS[status];
    return Response.json({ detail }, { status });
  }
  const body = `<p>${escapeHtml(advice)}</p>
<p><a href="/">トップへ</a></p>
<p><small>お問い合わせ番号 ${escapeHtml(requestId)}</small></p>`;
  return plainPage({ status, title, body, nonce: c.get("nonce") });
}

/** Responds with 405: a page for browsers, plain text for requests of data or files. */
export function refuseMethod(c: Context<WebEnv>, request: Request, allowed: readonly string[]): Response {
  const title = "この操作はできません";
  const isForPeople =
    request.headers.get("Accept")?.includes("text/html") === true && !c.get("visit").path.endsWith(".data");
  const response = isForPeople
    ? refuse(c, 405, title, "ページを開き直して、もう一度操作してください。")
    : plainText(405, title);
  response.headers.set("Allow", allowed.join(", "));
  return response;
}

export function respondError(error: unknown, c: Context<WebEnv>): Response {
  logError(c.get("visit"), error);
  const advice = "もう一度やりなおしてください。続くときは、下の番号を添えてお問い合わせください。";
  return refuse(c, 500, "エラーが発生しました", advice);
}
