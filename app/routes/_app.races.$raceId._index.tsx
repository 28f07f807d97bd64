import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { lazy, Suspense } from "react";
import { CrowdLink } from "#app/components/crowd/crowd-own.tsx";
import ownEntriesCss from "#app/components/fans/own-entries.css?url";
import { useEntrySaving } from "#app/components/fans/own-entry-saving.ts";
import * as refused from "#app/components/fans/refused-entry.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { liveSeconds } from "#app/components/live-race/live-seconds.ts";
import { type LiveRace, useLiveRace } from "#app/components/live-race/use-live-race.ts";
import cardRowsCss from "#app/components/races/card-rows.css?url";
import { ordersOf, readCardOrder } from "#app/components/races/card-words.ts";
import { OwnForecast } from "#app/components/races/own-forecast.tsx";
import raceCardCss from "#app/components/races/race-card.css?url";
import { RaceCardTab } from "#app/components/races/race-card-tab.tsx";
import { RaceHead, raceTitle } from "#app/components/races/race-head.tsx";
import racePrintCss from "#app/components/races/race-print.css?url";
import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { tooManySaves } from "#app/components/waiting/wait-words.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { RACE_FAILURE, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { entryFormSchema } from "#app/forms/fans/own-entries.server.ts";
import { OWN_MESSAGES, savedWords } from "#app/forms/fans/own-messages.ts";
import { missingRace } from "#app/http/missing-race.ts";
import { refuseForm } from "#app/http/refuse-form.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "出馬表",
  description: "出走馬と近5走、自分の印とメモ、AIモデルの指数です。",
  tabTitle: ({ title }) => `${title}の出馬表`,
};
export const links = () => [
  ...[raceCardCss, cardRowsCss, ownEntriesCss].map((href) => ({ rel: "stylesheet", href })),
  // `media` before `href`: not held in the page, since nothing on the screen waits for it.
  { rel: "stylesheet", media: "print", href: racePrintCss },
];
export { meta } from "#app/components/frame/page-meta.ts";

/** The server renders it with the page; browsers load its script if entries are refused. */
const RefusedEntry = import.meta.env.SSR
  ? refused.RefusedEntry
  : lazy(async () => ({ default: (await import("#app/components/fans/refused-entry.tsx")).RefusedEntry }));

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const card = await races.readCard({ user, raceId });
  if (card === null) throw await missingRace(races.find({ user, raceId }), { request, text: RACE_MESSAGES.none });
  const { race } = card;
  const hasCrowd = await context.services.crowd.isOffered({ race });
  const query = new URL(request.url).searchParams;
  const sort = query.get("sort");
  const savedNum = readId(query.get("saved"));
  const done = query.get("done");
  return {
    title: raceTitle(race),
    live: {
      path: `${raceTabPath(race.raceId, "card")}/now?tab=card&order=${readCardOrder(sort, ordersOf(card))}`,
      now: context.now(),
      seconds: liveSeconds(race, context.now()),
    } satisfies LiveRace,
    html: renderParts({
      race: (
        <>
          <RaceHead view={card} tab="card" now={context.now()}>
            <OwnForecast card={card} plan={user.plan} today={japanDay(context.now())} />
          </RaceHead>
          <RaceCardTab
            card={card}
            sort={sort}
            saved={
              savedNum === null
                ? null
                : {
                    horseNum: savedNum,
                    words: savedWords({ isMarkLocked: done !== null, hasNote: done === "noted" }),
                  }
            }
          />
          {hasCrowd && <CrowdLink raceId={race.raceId} />}
        </>
      ),
    }),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const submission = parseWithZod(await readForm(request), { schema: entryFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { horseId, row, mark, note } = submission.value;
  const result = await context.attempt(() => context.services.fans.saveOnCard({ user, raceId, horseId, mark, note }));
  if (result === null) return data(submission.reply({ formErrors: [OWN_MESSAGES.notSaved] }), 500);
  if (result.kind !== "saved") {
    return refuseForm(submission, result, {
      "not-found": { status: 404, form: OWN_MESSAGES.noSuchHorse },
      "too-many-notes": { status: 400, form: OWN_MESSAGES.tooManyNotes },
      "too-many": { status: 429, form: tooManySaves },
    });
  }
  const { horseNum, isMarkLocked } = result;
  const back = new URL(request.url);
  back.searchParams.set("saved", String(horseNum));
  back.searchParams.delete("done");
  if (isMarkLocked) back.searchParams.set("done", note === undefined ? "late" : "noted");
  return redirect(`/races/${encodeURIComponent(raceId)}${back.search}#${row}${horseNum}`, 303);
}

export default function RaceCardPage() {
  const { live, html } = useLoaderData<typeof loader>();
  useLiveRace("race", live);
  const refusal = useActionData<typeof action>();
  useLeaveWarning(useEntrySaving("race"), refusal);
  return (
    <>
      {refusal !== undefined && (
        <Suspense>
          <RefusedEntry refusal={refusal} />
        </Suspense>
      )}
      <StaticHtml id="race" html={html.race} />
    </>
  );
}

export const ErrorBoundary = failurePage(RACE_FAILURE);
