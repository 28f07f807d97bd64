import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CrowdLink } from "#app/components/crowd/crowd-own.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { liveSeconds } from "#app/components/live-race/live-seconds.ts";
import { type LiveRace, useLiveRace } from "#app/components/live-race/use-live-race.ts";
import { compareByQuery } from "#app/components/race-models/model-rows.ts";
import { modelsSearch, readModelsQuery } from "#app/components/race-models/models-query.ts";
import { shownOrders } from "#app/components/race-models/order-links.tsx";
import raceModelsCss from "#app/components/race-models/race-models.css?url";
import { RaceModelsTab } from "#app/components/race-models/race-models-tab.tsx";
import raceCardCss from "#app/components/races/race-card.css?url";
import { RaceHead, raceTitle } from "#app/components/races/race-head.tsx";
import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { RACE_FAILURE, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { missingRace } from "#app/http/missing-race.ts";

export const handle: PageHandle<typeof loader> = {
  title: "指数をくらべる",
  description: "自分のAIモデルの印と指数、適正オッズと今のオッズです。",
  tabTitle: ({ title }) => `${title}の指数`,
};
export const links = stylesheets(raceCardCss, raceModelsCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const view = await races.readModels({ user, raceId });
  if (view === null)
    throw await missingRace(races.find({ user, raceId }), { request, tab: "/models", text: RACE_MESSAGES.none });
  const { race } = view;
  const hasCrowd = await context.services.crowd.isOffered({ race });
  const query = readModelsQuery(new URL(request.url).searchParams);
  return {
    title: raceTitle(race),
    live: {
      // Keeps the order of the tables when odds change.
      path: `${raceTabPath(race.raceId, "card")}/now${modelsSearch(query, shownOrders(compareByQuery(view, query, user.plan)))}&tab=models`,
      now: context.now(),
      seconds: liveSeconds(race, context.now()),
    } satisfies LiveRace,
    html: renderParts({
      race: (
        <>
          <RaceHead view={view} tab="models" now={context.now()} />
          <RaceModelsTab view={view} query={query} uses={user} />
          {hasCrowd && <CrowdLink raceId={race.raceId} />}
        </>
      ),
    }),
  };
}

export default function RaceModelsPage() {
  const { live, html } = useLoaderData<typeof loader>();
  useLiveRace("race", live);
  return <StaticHtml id="race" html={html.race} />;
}

export const ErrorBoundary = failurePage(RACE_FAILURE);
