import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import settingsText from "./components/accounts/settings.css?inline";
import settingsCss from "./components/accounts/settings.css?url";
import analysisText from "./components/analyses/analysis-result.css?inline";
import analysisCss from "./components/analyses/analysis-result.css?url";
import compareText from "./components/comparing/compare.css?inline";
import compareCss from "./components/comparing/compare.css?url";
import crowdText from "./components/crowd/crowd.css?inline";
import crowdCss from "./components/crowd/crowd.css?url";
import shareCrowdText from "./components/crowd/share-crowd.css?inline";
import shareCrowdCss from "./components/crowd/share-crowd.css?url";
import horseText from "./components/fans/horse.css?inline";
import horseCss from "./components/fans/horse.css?url";
import ownEntriesText from "./components/fans/own-entries.css?inline";
import ownEntriesCss from "./components/fans/own-entries.css?url";
import appText from "./components/frame/app.css?inline";
import appCss from "./components/frame/app.css?url";
import {
  handoffScript,
  inlineStyles,
  lowerPreloads,
  takeHandoff,
  withoutTexts,
} from "./components/frame/framework-internals.ts";
import { InlineStylesContext } from "./components/frame/inline-styles.ts";
import { NonceContext } from "./components/frame/nonce.ts";
import publicText from "./components/frame/public.css?inline";
import publicCss from "./components/frame/public.css?url";
import homeDayText from "./components/home/home-day.css?inline";
import homeDayCss from "./components/home/home-day.css?url";
import createText from "./components/model-form/create.css?inline";
import createCss from "./components/model-form/create.css?url";
import countText from "./components/model-form/feature-count.css?inline";
import countCss from "./components/model-form/feature-count.css?url";
import modelListText from "./components/model-list/model-list.css?inline";
import modelListCss from "./components/model-list/model-list.css?url";
import ownRecordsText from "./components/own-records/own-records.css?inline";
import ownRecordsCss from "./components/own-records/own-records.css?url";
import plansText from "./components/plans/plans.css?inline";
import plansCss from "./components/plans/plans.css?url";
import nameSearchText from "./components/race-list/name-search.css?inline";
import nameSearchCss from "./components/race-list/name-search.css?url";
import raceModelsText from "./components/race-models/race-models.css?inline";
import raceModelsCss from "./components/race-models/race-models.css?url";
import cardRowsText from "./components/races/card-rows.css?inline";
import cardRowsCss from "./components/races/card-rows.css?url";
import raceCardText from "./components/races/race-card.css?inline";
import raceCardCss from "./components/races/race-card.css?url";
import racePrintText from "./components/races/race-print.css?inline";
import racePrintCss from "./components/races/race-print.css?url";
import raceResultText from "./components/races/race-result.css?inline";
import raceResultCss from "./components/races/race-result.css?url";
import racesText from "./components/races/races.css?inline";
import racesCss from "./components/races/races.css?url";
import rankingsText from "./components/rankings/rankings.css?inline";
import rankingsCss from "./components/rankings/rankings.css?url";
import seasonText from "./components/rankings/season.css?inline";
import seasonCss from "./components/rankings/season.css?url";
import shareRankingsText from "./components/rankings/share-rankings.css?inline";
import shareRankingsCss from "./components/rankings/share-rankings.css?url";
import shareSeasonText from "./components/rankings/share-season.css?inline";
import shareSeasonCss from "./components/rankings/share-season.css?url";
import reportText from "./components/reports/report.css?inline";
import reportCss from "./components/reports/report.css?url";
import verifyText from "./components/seal/verify.css?inline";
import verifyCss from "./components/seal/verify.css?url";
import shareAnalysisText from "./components/sharing/share-analysis.css?inline";
import shareAnalysisCss from "./components/sharing/share-analysis.css?url";
import { drawnTexts } from "./components/waiting/drawn.tsx";

/** Stylesheets of the pages without log-in, the most used first; the content policy must allow their hashes. */
export const publicStyles = [
  { href: publicCss, text: publicText },
  { href: shareRankingsCss, text: shareRankingsText },
  { href: shareAnalysisCss, text: shareAnalysisText },
  { href: shareSeasonCss, text: shareSeasonText },
  { href: shareCrowdCss, text: shareCrowdText },
  { href: verifyCss, text: verifyText },
];

const INLINE_STYLES = Object.fromEntries(publicStyles.map(({ href, text }) => [href, text]));

/** Stylesheets of the app's frame and of single pages, by URL. */
const APP_STYLES: Readonly<Record<string, string>> = { [appCss]: appText };
const PAGE_STYLES: Readonly<Record<string, string>> = {
  [analysisCss]: analysisText,
  [cardRowsCss]: cardRowsText,
  [compareCss]: compareText,
  [createCss]: createText,
  [countCss]: countText,
  [crowdCss]: crowdText,
  [homeDayCss]: homeDayText,
  [horseCss]: horseText,
  [modelListCss]: modelListText,
  [ownEntriesCss]: ownEntriesText,
  [ownRecordsCss]: ownRecordsText,
  [plansCss]: plansText,
  [raceCardCss]: raceCardText,
  [raceModelsCss]: raceModelsText,
  [racePrintCss]: racePrintText,
  [raceResultCss]: raceResultText,
  [nameSearchCss]: nameSearchText,
  [racesCss]: racesText,
  [rankingsCss]: rankingsText,
  [reportCss]: reportText,
  [seasonCss]: seasonText,
  [settingsCss]: settingsText,
};

/** Renders a page without streaming: its style in the head and, for pages with script, the loaders' data at the end. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { nonce } = loadContext;
  const readHandoff = takeHandoff(remixContext);
  const rendered = renderToString(
    <NonceContext.Provider value={nonce}>
      <InlineStylesContext.Provider value={INLINE_STYLES}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </InlineStylesContext.Provider>
    </NonceContext.Provider>,
  );
  const page = lowerPreloads(inlineStyles(rendered, { app: APP_STYLES, page: PAGE_STYLES }));
  const encoded = await readHandoff();
  const drawn = drawnTexts(remixContext.staticHandlerContext.loaderData);
  const script = encoded === null ? "" : handoffScript(withoutTexts(encoded, drawn), nonce);
  // Remix passes only the cookies of an action's headers on to the document.
  for (const sent of Object.values(remixContext.staticHandlerContext.actionHeaders ?? {})) {
    const retryAfter = sent?.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(`<!DOCTYPE html>${page.replace("</body>", () => `${script}</body>`)}`, { status, headers });
}

/**
 * Logs unexpected errors of loaders, actions and rendering under the request id that the error page shows. Aborted
 * requests and error responses such as 404 and 405 are not logged.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.logError(error);
};
