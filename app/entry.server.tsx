import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { InlineStylesContext } from "./components/inline-styles.ts";
import { NonceContext } from "./components/nonce.ts";
import publicText from "./components/styles/public.css?inline";
import publicCss from "./components/styles/public.css?url";
import shareAnalysisText from "./components/styles/share-analysis.css?inline";
import shareAnalysisCss from "./components/styles/share-analysis.css?url";
import shareRankingsText from "./components/styles/share-rankings.css?inline";
import shareRankingsCss from "./components/styles/share-rankings.css?url";

/** The styles of the pages without log-in, most pages' first; whoever serves them must allow the texts by their hashes. */
export const publicStyles = [
  { href: publicCss, text: publicText },
  { href: shareRankingsCss, text: shareRankingsText },
  { href: shareAnalysisCss, text: shareAnalysisText },
];

const INLINE_STYLES = Object.fromEntries(publicStyles.map(({ href, text }) => [href, text]));

/** The scripts are preloaded behind the style: at the same rank they would share the network with it and delay the first paint. */
const PRELOAD = '<link rel="modulepreload"';

/**
 * Renders a page in one shot: React's stream writer is the largest cost of a page (about 43 % of it), and no loader here
 * defers. What Remix would stream behind the page, the loaders' data for the browser, is appended as text; pages
 * without `<Scripts/>` need none.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce } = loadContext;
  const handoff = remixContext.serverHandoffStream;
  remixContext.serverHandoffStream = undefined;
  const rendered = renderToString(
    <NonceContext.Provider value={nonce}>
      <InlineStylesContext.Provider value={INLINE_STYLES}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </InlineStylesContext.Provider>
    </NonceContext.Provider>,
  );
  const page = rendered.replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
  let payload = "";
  if (remixContext.renderMeta?.didRenderScripts && handoff !== undefined) {
    const text = await new Response(handoff).text();
    payload = `<script nonce="${nonce}">window.__remixContext.streamController.enqueue(${inScript(text)});window.__remixContext.streamController.close();</script>`;
  } else {
    await handoff?.cancel();
  }
  // Of an action's headers Remix gives a document only its cookies.
  for (const sent of Object.values(remixContext.staticHandlerContext.actionHeaders ?? {})) {
    const retryAfter = sent?.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${page.replace("</body>", () => `${payload}</body>`)}`, { status, headers });
}

/**
 * Logs what a loader, an action or a render did not expect, under the id that the error page shows. A reader who went
 * away is no error, nor is a 404 or 405.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.logError(error);
};

/** A string literal that cannot end the script it stands in. */
function inScript(text: string): string {
  return JSON.stringify(text)
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
