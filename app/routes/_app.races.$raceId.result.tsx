import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import raceResultCss from "#app/components/race-result/race-result.css?url";
import { OwnAnalyses, Pace, PayoutTable, ResultTable } from "#app/components/race-result/race-result.tsx";
import raceCardCss from "#app/components/races/race-card.css?url";
import { RaceHead, raceTitle } from "#app/components/races/race-head.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { RACE_FAILURE, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { missingRace } from "#app/http/missing-race.ts";

export const handle: PageHandle<typeof loader> = {
  title: "レース結果",
  description: "着順と払戻金、自分の分析がどうなったかです。",
  tabTitle: ({ title }) => `${title}の結果`,
};
export const links = stylesheets(raceCardCss, raceResultCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const card = await races.readCard({ user, raceId });
  if (card === null)
    throw await missingRace(races.find({ user, raceId }), { request, tab: "/result", text: RACE_MESSAGES.none });
  const { race, runners, payouts } = card;
  if (race.status !== "result") return redirect(`/races/${encodeURIComponent(race.raceId)}`);
  return {
    title: raceTitle(race),
    html: renderParts({
      race: (
        <>
          <RaceHead view={card} tab="result" now={context.now()} />
          {card.analyses.length > 0 && <OwnAnalyses card={card} />}
          <ResultTable runners={runners} />
          <div className="cols">
            <PayoutTable payouts={payouts} />
            <Pace card={card} />
          </div>
          {card.analyses.length === 0 && <OwnAnalyses card={card} />}
        </>
      ),
    }),
  };
}

export default function RaceResultPage() {
  return <StaticHtml id="race" html={useLoaderData<typeof loader>().html.race} />;
}

export const ErrorBoundary = failurePage(RACE_FAILURE);
