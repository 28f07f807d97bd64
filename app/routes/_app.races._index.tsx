import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readBoardOrder } from "#app/components/days/day-board.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatDay, formatMonthDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { SegmentedLinks } from "#app/components/parts/segmented-links.tsx";
import { InPlace } from "#app/components/race-list/in-place.tsx";
import { NO_RACES, racesView } from "#app/components/race-list/races-view.tsx";
import { VenueTabs } from "#app/components/race-list/venue-tabs.tsx";
import { RaceModelDialog } from "#app/components/races/race-model-dialog.tsx";
import { offerModels } from "#app/components/races/race-model-offer.ts";
import { NearbyDays, RaceSearchForm } from "#app/components/races/race-search-form.tsx";
import racesCss from "#app/components/races/races.css?url";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { readMonth } from "#app/domain/racing/race-months.ts";
import { analysisFormSchema } from "#app/forms/analyses/analysis-forms.server.ts";
import { ANALYSIS_FAILED, ANALYSIS_REFUSALS, findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import { RACE_MESSAGES, readRaceDay } from "#app/forms/analyses/race-search.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle<typeof loader> = {
  title: "レース",
  description: "日付からレースを選び、自分のAIモデルで分析します。",
  tabTitle: ({ date }) => `${formatMonthDay(date)}のレース`,
};
export const links = stylesheets(racesCss);
export { meta } from "#app/components/frame/page-meta.ts";

/** How long the action waits for the result. After that the list shows the progress. */
const WAIT_MS = 1000;

/**
 * The races of a day, or of the nearest day with races. `race` opens the dialog to choose a model, `model` preselects
 * one, and `month` shows another month. A secondary id of a race redirects to its own.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const now = context.now();
  const today = japanDay(now);
  const date = readRaceDay(query.get("date"), today);
  const asked = readMonth(query.get("month"), today);
  const month = asked ?? date.slice(0, 7);
  const raceId = query.get("race");
  const { races } = context.services;
  const found = await races.listDay({ user, date, month, raceId, orNearest: true });
  const day = found.kind === "races" ? found : { ...NO_RACES, days: await races.findDays({ date }) };
  const race = day.rows.find((row) => row.race.raceId === raceId)?.race ?? null;
  const { named } = day;
  if (race === null && named !== null && named.raceId !== raceId) throw redirect(modelDialogPath(named));
  return {
    ...racesView(day, { date, month, order: readBoardOrder(query), now, user }),
    isFuture: found.kind === "refused",
    isPanelOpen: asked !== null,
    choice:
      race !== null && race.status !== "cancelled"
        ? {
            race: {
              raceId: race.raceId,
              date: race.date,
              venueType: race.venueType,
              words: `${race.venue} ${race.raceNum}R　${race.name}${race.startTime === null ? "" : `　${race.startTime} 発走`}`,
            },
            models: offerModels(day.models, { race, starred: user.defaultModelId }),
            wantedModelId: readId(query.get("model")),
          }
        : null,
    isRaceMissing: raceId !== null && race === null,
    isRaceCancelled: race?.status === "cancelled",
  };
}

/** 分析する: redirects to the finished analysis or to the list. The dialog shows a refusal. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: analysisFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { modelId, raceId } = submission.value;
  const { analyses } = context.services;
  const result = await context.attempt(() => analyses.request({ user, modelId, raceId, waitMs: WAIT_MS }));
  if (result === null) return data(submission.reply({ formErrors: [ANALYSIS_FAILED] }), 500);
  if (result.kind === "refused") return data(submission.reply({ formErrors: [result.reason] }), 400);

  const { analysisId } = result;
  if (result.kind === "complete") return redirect(`/analyses?completed=${analysisId}`);
  if (result.kind === "scored") return redirect(`/analyses/${analysisId}?done=accepted`);
  return redirect(`/analyses?accepted=${analysisId}`);
}

export default function RacesPage() {
  const day = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const refusal = findAnalysisRefusal(lastResult?.error?.[""]);
  const { html } = day;
  return (
    <>
      <StaticHtml id="day-head" html={html.head} />
      {refusal !== null && day.choice === null && <Note tone="danger">{refusal.text}</Note>}
      {day.isRaceCancelled && refusal === null && <Note tone="warn">{ANALYSIS_REFUSALS["race-cancelled"].text}</Note>}
      {day.isRaceMissing && refusal === null && <Note tone="warn">{RACE_MESSAGES.none}</Note>}
      <div className="day-tools">
        <SegmentedLinks label="並べ方" options={day.orders} />
        {/* The key closes it on another day. */}
        <details className="dpop" key={day.date} open={day.isPanelOpen}>
          <summary>
            <Icon name="calendar" />
            日付を選ぶ
          </summary>
          <div className="card pad stack">
            <StaticHtml id="calendar" html={html.calendar} />
            <RaceSearchForm
              key={Object.values(day.search).join("-")}
              selected={day.search}
              years={day.days.years}
              isInPanel
            />
          </div>
        </details>
      </div>
      {day.isFuture && <Note tone="warn">{RACE_MESSAGES.future}</Note>}
      {!day.isFuture && (day.isElsewhere || !day.hasRaces) && (
        <EmptyState>{day.isToday ? RACE_MESSAGES.noneToday : RACE_MESSAGES.none}</EmptyState>
      )}
      {day.isElsewhere && (
        <h2 className="other-day">
          {day.listDate > day.date ? "次の開催日" : "前の開催日"} {formatDay(day.listDate)}
        </h2>
      )}
      {day.tabs.length > 0 && <VenueTabs tabs={day.tabs} />}
      <InPlace>
        <StaticHtml id="list" html={html.list} />
      </InPlace>
      <StaticHtml id="day-foot" html={html.foot} />
      <StaticHtml id="graded" html={html.graded} />
      <NearbyDays days={day.days.nearby} />
      {day.choice !== null && (
        <RaceModelDialog
          key={day.choice.race.raceId}
          {...day.choice}
          lastResult={lastResult}
          left={day.left}
          skillTerm={html.skillTerm}
        />
      )}
    </>
  );
}

export const ErrorBoundary = failurePage({ text: RACE_MESSAGES.loadFailed, again: "/races" });
