import type { Context } from "hono";
import { escapeHtml } from "#app/services/mail/escape-html.server.ts";
import { plainPage } from "./pages/plain-page.ts";
import { logError } from "./request-log.ts";
import type { WebEnv } from "./web-env.ts";

/** Below these a refusal is JSON. */
const FOR_MACHINES = /^\/(api|admin|webhooks|healthz|rankings\.json)(\/|$)/;

/** A refusal at the door, in the form that the address speaks. */
export function refuse(c: Context<WebEnv>, status: number, title: string, advice: string): Response {
  const { path, requestId } = c.get("visit");
  if (FOR_MACHINES.test(path)) {
    const words: Partial<Record<number, string>> = { 403: "Forbidden", 413: "The body is too large." };
    const detail = words[status] ?? `Internal Server Error (request ${requestId})`;
    return Response.json({ detail }, { status });
  }
  const body = `<p>${escapeHtml(advice)}</p>
<p><a href="/">トップへ</a></p>
<p><small>お問い合わせ番号 ${escapeHtml(requestId)}</small></p>`;
  return plainPage({ status, title, body, nonce: c.get("nonce") });
}

/** A page for browsers, a line of text for what fetches data or files. */
export function refuseMethod(c: Context<WebEnv>, request: Request, allowed: readonly string[]): Response {
  const title = "この操作はできません";
  const isForPeople =
    request.headers.get("Accept")?.includes("text/html") === true && !c.get("visit").path.endsWith(".data");
  const response = isForPeople
    ? refuse(c, 405, title, "ページを開き直して、もう一度操作してください。")
    : new Response(`${title}\n`, { status: 405, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  response.headers.set("Allow", allowed.join(", "));
  return response;
}

/** What nobody expected: its words are in the log only. */
export function answerError(error: unknown, c: Context<WebEnv>): Response {
  logError(c.get("visit"), error);
  const advice = "もう一度やりなおしてください。続くときは、下の番号を添えてお問い合わせください。";
  return refuse(c, 500, "エラーが発生しました", advice);
}
