import type { Context } from "hono";
import { clientAddress } from "#workers/web/client-address.ts";
import { createLoadContext } from "#workers/web/load-context.ts";
import { refuse, refuseMethod } from "#workers/web/refusals.ts";
import { readPageForm } from "#workers/web/request-body.ts";
import type { WebEnv, WebParts } from "#workers/web/web-env.ts";
import { canonicalAddress, pagePath } from "./page-address.ts";

/** Forms with a file: about 8,000 lines, more than the tickets of most months. */
const MAX_FILE_BYTES: Partial<Record<string, number>> = { "/tickets": 1024 * 1024 };

type PageParts = Pick<WebParts, "pages" | "methodsOf">;

export async function handlePage(c: Context<WebEnv>, request: Request, parts: PageParts): Promise<Response> {
  const url = new URL(request.url);
  // Remix would serve its 404 page, and write three unformatted lines of log.
  if (!isDecodable(url.pathname)) {
    return refuse(c, 404, "ページが見つかりません", "アドレスが正しいか、ご確認ください。");
  }
  const isRead = request.method === "GET" || request.method === "HEAD";
  const address = isRead ? canonicalAddress(url) : null;
  if (address !== null) return new Response(null, { status: 308, headers: { Location: address } });
  const allowed = isRead ? null : (parts.methodsOf?.(pagePath(url.pathname)) ?? ["GET", "HEAD", "POST"]);
  if (allowed?.includes(request.method) === false) return refuseMethod(c, request, allowed);

  const form = await readPageForm(request, MAX_FILE_BYTES[pagePath(url.pathname)]);
  if (form.kind === "too-large") {
    const advice = "入力を短くして、もう一度送信してください。ブラウザーの「戻る」で入力に戻れます。";
    return refuse(c, 413, "送信された内容が大きすぎます", advice);
  }
  if (form.kind === "unreadable") {
    return refuse(c, 400, "送信された内容を読み取れません", "ページを開き直して、もう一度送信してください。");
  }
  const page = await parts.pages(form.request, { ...loadContextOf(c, request) });
  if (page.status !== 405) return page;
  await page.body?.cancel();
  return refuseMethod(c, request, ["GET", "HEAD"]);
}

function isDecodable(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function loadContextOf(c: Context<WebEnv>, request: Request) {
  const { config, now } = c.get("deps");
  const { publicUrl, contactUrl, officialAccountUrl, operator, environment } = config;
  return createLoadContext({
    services: c.get("services"),
    visit: c.get("visit"),
    nonce: c.get("nonce"),
    clientAddress: clientAddress(request),
    siteBanner: c.get("siteBanner") ?? null,
    isDevelopment: environment === "development",
    now,
    publicUrl,
    contactUrl,
    officialAccountUrl,
    operator,
  });
}
