import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import settingsText from "./components/accounts/settings.css?inline";
import settingsCss from "./components/accounts/settings.css?url";
import analysisText from "./components/analyses/analysis-result.css?inline";
import analysisCss from "./components/analyses/analysis-result.css?url";
import appText from "./components/frame/app.css?inline";
import appCss from "./components/frame/app.css?url";
import { InlineStylesContext } from "./components/frame/inline-styles.ts";
import { NonceContext } from "./components/frame/nonce.ts";
import publicText from "./components/frame/public.css?inline";
import publicCss from "./components/frame/public.css?url";
import createText from "./components/model-form/create.css?inline";
import createCss from "./components/model-form/create.css?url";
import countText from "./components/model-form/feature-count.css?inline";
import countCss from "./components/model-form/feature-count.css?url";
import modelListText from "./components/model-list/model-list.css?inline";
import modelListCss from "./components/model-list/model-list.css?url";
import plansText from "./components/plans/plans.css?inline";
import plansCss from "./components/plans/plans.css?url";
import racesText from "./components/races/races.css?inline";
import racesCss from "./components/races/races.css?url";
import rankingsText from "./components/rankings/rankings.css?inline";
import rankingsCss from "./components/rankings/rankings.css?url";
import shareRankingsText from "./components/rankings/share-rankings.css?inline";
import shareRankingsCss from "./components/rankings/share-rankings.css?url";
import reportText from "./components/reports/report.css?inline";
import reportCss from "./components/reports/report.css?url";
import shareAnalysisText from "./components/sharing/share-analysis.css?inline";
import shareAnalysisCss from "./components/sharing/share-analysis.css?url";
import { drawnTexts } from "./components/waiting/drawn.tsx";

/** The styles of the pages without log-in, most pages' first; whoever serves them must allow the texts by their hashes. */
export const publicStyles = [
  { href: publicCss, text: publicText },
  { href: shareRankingsCss, text: shareRankingsText },
  { href: shareAnalysisCss, text: shareAnalysisText },
];

const INLINE_STYLES = Object.fromEntries(publicStyles.map(({ href, text }) => [href, text]));

/** The style of the app's frame, and those of single pages, by address. */
const APP_STYLES: Readonly<Record<string, string>> = { [appCss]: appText };
const PAGE_STYLES: Readonly<Record<string, string>> = {
  [analysisCss]: analysisText,
  [createCss]: createText,
  [countCss]: countText,
  [modelListCss]: modelListText,
  [plansCss]: plansText,
  [racesCss]: racesText,
  [rankingsCss]: rankingsText,
  [reportCss]: reportText,
  [settingsCss]: settingsText,
};

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
  const page = holdStyles(rendered).replaceAll(PRELOAD, `${PRELOAD} fetchpriority="low"`);
  let payload = "";
  if (remixContext.renderMeta?.didRenderScripts && handoff !== undefined) {
    const sent = await new Response(handoff).text();
    const text = withoutDrawn(sent, remixContext.staticHandlerContext.loaderData);
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
 * Writes the texts of a logged-in page's stylesheets into the two style elements of its head ({@link StyleSlots}): the
 * first paint waits for one round trip instead of two. The links stay where React and Remix look for them, but disabled, so
 * that no browser loads them: Remix would load again, at every answer, a stylesheet that it does not find.
 */
function holdStyles(html: string): string {
  const held = { app: "", page: "" };
  const linked = html.replace(/<link rel="stylesheet" href="([^"]+)"/g, (link, href: string) => {
    const isApp = APP_STYLES[href] !== undefined;
    const text = APP_STYLES[href] ?? PAGE_STYLES[href];
    if (text === undefined) return link;
    held[isApp ? "app" : "page"] += text;
    return `<link rel="stylesheet" disabled="" href="${href}"`;
  });
  return linked.replace(
    /(<style [^>]*data-style="(app|page)"[^>]*>)<\/style>/g,
    (_, start: string, slot: "app" | "page") => {
      return `${start}${held[slot]}</style>`;
    },
  );
}

/** What loaders drew stands in the page, where the browser finds it ({@link Drawn}): among the data it would come twice. */
function withoutDrawn(payload: string, loaderData: Readonly<Record<string, unknown>>): string {
  return drawnTexts(loaderData).reduce((left, html) => left.replace(JSON.stringify(html), '""'), payload);
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
