import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { formatDay } from "#app/components/parts/numbers.ts";
import raceCardCss from "#app/components/races/race-card.css?url";
import { RaceCardTab } from "#app/components/races/race-card-tab.tsx";
import { RaceFailure } from "#app/components/races/race-failure.tsx";
import { RaceHead } from "#app/components/races/race-head.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { missingRace } from "#app/http/missing-race.ts";

export const handle: PageHandle = { title: "出馬表" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: raceCardCss }];
export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data === undefined ? "出馬表" : `${args.data.title}の出馬表`,
    description: "出走馬と近5走、自分のAIモデルの指数です。",
  });

/** A race's card; nothing on it needs script, so all of it is drawn here. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const card = await races.readCard({ user, raceId });
  if (card === null) throw await missingRace(races.find({ user, raceId }), { request, text: RACE_MESSAGES.none });
  const { race, neighbours } = card;
  const sort = new URL(request.url).searchParams.get("sort");
  return {
    title: `${formatDay(race.date)} ${race.venue}${race.raceNum}R ${race.name}`,
    drawn: {
      race: renderToStaticMarkup(
        <>
          <RaceHead
            race={race}
            neighbours={neighbours}
            market={card.market}
            updatedAt={card.updatedAt}
            tab="card"
            now={context.now()}
          />
          <RaceCardTab card={card} sort={sort} />
        </>,
      ),
    },
  };
}

export default function RaceCardPage() {
  return <Drawn id="race" html={useLoaderData<typeof loader>().drawn.race} />;
}

export function ErrorBoundary() {
  return <RaceFailure error={useRouteError()} />;
}
