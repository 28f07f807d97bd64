import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { raceTitle } from "#app/components/races/race-head.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import whatIfCss from "#app/components/what-if/what-if.css?url";
import { WhatIfForm } from "#app/components/what-if/what-if-form.tsx";
import {
  WhatIfChanges,
  WhatIfGapNote,
  WhatIfHead,
  WhatIfLead,
  WhatIfLimits,
} from "#app/components/what-if/what-if-head.tsx";
import { WhatIfHorses } from "#app/components/what-if/what-if-horses.tsx";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { readAskedConditions } from "#app/forms/analyses/what-if.server.ts";
import { missingRace } from "#app/http/missing-race.ts";
import { readId } from "#app/http/request-reading.ts";

const TITLE = "条件を変えてみる";

export const handle: PageHandle<typeof loader> = {
  title: TITLE,
  description: "馬場・取消・騎手・斤量・馬番を変えたときの、自分のAIモデルの指数と勝率です。",
  tabTitle: ({ title }) => `${title}の${TITLE}`,
};
export const links = stylesheets(whatIfCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** Nothing is stored; the query contains all conditions. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const query = new URL(request.url).searchParams;
  const asked = readAskedConditions(query);
  const whatIf = await races.readWhatIf({ user, raceId, modelId: readId(query.get("model")), asked });
  if (whatIf === null)
    throw await missingRace(races.find({ user, raceId }), { request, tab: "/what-if", text: RACE_MESSAGES.none });
  if ("reason" in whatIf) throw new Response(RACE_MESSAGES.none, { status: 404 });
  const { race, result } = whatIf;
  return {
    title: raceTitle(race),
    address: query.toString(),
    html: renderParts({
      form: <WhatIfForm whatIf={whatIf} asked={asked} />,
      head: <WhatIfHead whatIf={whatIf} now={context.now()} />,
      result: (
        <>
          {typeof result !== "string" && <WhatIfLead whatIf={whatIf} result={result} />}
          <WhatIfChanges whatIf={whatIf} />
          {typeof result === "string" ? (
            <WhatIfGapNote whatIf={whatIf} uses={user} />
          ) : (
            <>
              <WhatIfHorses whatIf={whatIf} result={result} />
              <WhatIfLimits />
            </>
          )}
        </>
      ),
    }),
  };
}

export default function WhatIfPage() {
  const { address, html } = useLoaderData<typeof loader>();
  const { send, box } = useAsking(address);
  return (
    <>
      <StaticHtml id="head" html={html.head} />
      {html.form === null ? (
        <StaticHtml id="result" html={html.result} />
      ) : (
        <div className="wcols" ref={box} onSubmit={send}>
          <StaticHtml key={`form ${address}`} id="form" html={html.form} />
          <StaticHtml key={`result ${address}`} id="result" html={html.result} />
        </div>
      )}
    </>
  );
}

/** Sends the form without leaving the page. The focus moves to the refused field, else back to the button. */
function useAsking(address: string) {
  const submit = useSubmit();
  const box = useRef<HTMLDivElement>(null);
  const hasSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is another one at each address
  useEffect(() => {
    if (!hasSent.current) return;
    hasSent.current = false;
    box.current?.querySelector<HTMLElement>("form [aria-invalid], form [type=submit]")?.focus();
  }, [address]);
  const send = (event: FormEvent) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    hasSent.current = true;
    submit(event.target, { preventScrollReset: true });
  };
  return { send, box };
}

export const ErrorBoundary = failurePage({
  text: RACE_MESSAGES.loadFailed,
  again: "/races",
  missing: { text: RACE_MESSAGES.none },
});
