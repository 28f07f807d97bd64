import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { BetCompare } from "#app/components/bets/bet-compare.tsx";
import { BET_SECTION, BetForm } from "#app/components/bets/bet-form.tsx";
import { BetNotice } from "#app/components/bets/bet-notice.tsx";
import { BetOffer } from "#app/components/bets/bet-offer.tsx";
import { betPlanOf } from "#app/components/bets/bet-plan.ts";
import { BetTickets } from "#app/components/bets/bet-tickets.tsx";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import betsCss from "#app/components/bets/bets.css?url";
import { CopyTickets } from "#app/components/bets/copy-tickets.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Note } from "#app/components/parts/parts.tsx";
import raceCardCss from "#app/components/races/race-card.css?url";
import { RaceHead, raceTitle } from "#app/components/races/race-head.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import { BET_MESSAGES } from "#app/forms/analyses/race-bets.ts";
import { RACE_FAILURE, RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { missingRace } from "#app/http/missing-race.ts";
import { isOwnVisit, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "買い目",
  description: "自分のAIモデルの分析から、券種ごとの点数、的中の見込み、金額の分け方を計算します。",
  tabTitle: ({ title }) => `${title}の買い目`,
};
export const links = stylesheets(raceCardCss, betsCss);
export { meta } from "#app/components/frame/page-meta.ts";

const FORM = "bets";
const TICKETS = "tickets";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const { races } = context.services;
  const query = new URL(request.url).searchParams;
  const bets = await races.readBets({ user, raceId, modelId: readId(query.get("model")) });
  if (bets === null)
    throw await missingRace(races.find({ user, raceId }), { request, tab: "/bets", text: RACE_MESSAGES.none });
  if ("reason" in bets) throw new Response(RACE_MESSAGES.none, { status: 404 });
  const { race } = bets;
  const now = context.now();
  const recordKey = isBeforeStart(race, now) ? crypto.randomUUID() : null;
  const asked = betPlanOf(bets, query, { recordKey, now });
  const yen = asked?.choice.budgetYen ?? null;
  // A budget from another site is not computed. An own budget is checked against the user's limit first.
  const refusal =
    !bets.hasOwnBudgetLimit || yen === null
      ? null
      : isOwnVisit(request)
        ? budgetRefusal(await context.services.ownLimits.budget({ user, raceId: race.raceId, yen }))
        : BET_MESSAGES.untypedBudget;
  const shown = refusal === null ? asked : betPlanOf(bets, query, { recordKey, now, refusedBudget: refusal });
  return {
    title: raceTitle(race),
    address: query.toString(),
    form: shown === null ? null : { word: TICKET_WORDS[shown.choice.kind], ...shown.form },
    hasTickets: shown?.tickets != null,
    html: renderParts({
      race: (
        <>
          <RaceHead view={bets} tab="bets" now={now} />
          <BetOffer bets={bets} now={now} isAnyLeftOut={shown?.choice.isAnyLeftOut === true} uses={user} />
          {shown !== null && (
            <BetCompare
              bets={shown.bets}
              current={shown.choice.kind}
              hrefOf={shown.hrefOf}
              modelsHref={shown.modelsHref}
              raceDay={race.date}
              oldKinds={shown.oldKinds}
            />
          )}
        </>
      ),
      tickets: shown?.tickets && <BetTickets formId={FORM} {...shown.tickets} />,
      notice: <BetNotice />,
    }),
  };
}

type Budget = { kind: "allowed" } | ({ kind: "refused" } & Parameters<typeof BET_MESSAGES.ownBudget>[0]);

function budgetRefusal(taken: Budget): string | null {
  return taken.kind === "refused" ? BET_MESSAGES.ownBudget(taken) : null;
}

export default function RaceBetsPage() {
  const { address, form, hasTickets, html } = useLoaderData<typeof loader>();
  /** The tickets on the page are of the address, not of a choice that was changed since. */
  const [changedAt, setChangedAt] = useState<string | null>(null);
  const isChanged = changedAt === address;
  return (
    <>
      <StaticHtml id="race" html={html.race} />
      {form !== null && (
        <section className="sec bets2" id={BET_SECTION}>
          <h2>{form.word}の買い目</h2>
          <BetForm key={address} id={FORM} data={form} onChange={() => setChangedAt(address)} />
          {hasTickets && isChanged && (
            <div role="status">
              <Note tone="warn">選び方が変わりました。「この条件で計算する」を押すと、買い目も変わります。</Note>
            </div>
          )}
          {hasTickets && (
            <div className="card tickets-card" hidden={isChanged}>
              <StaticHtml key={address} id={TICKETS} html={html.tickets} />
              <CopyTickets key={`copy ${address}`} within={TICKETS} />
            </div>
          )}
        </section>
      )}
      <StaticHtml id="notice" html={html.notice} />
    </>
  );
}

export const ErrorBoundary = failurePage(RACE_FAILURE);
