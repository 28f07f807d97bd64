import { parseWithZod } from "@conform-to/zod/v4";
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatMonthDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Note } from "#app/components/parts/parts.tsx";
import { leftSentence } from "#app/components/plans/left-words.ts";
import { GradedRaces } from "#app/components/race-list/graded-races.tsx";
import { RaceCalendar } from "#app/components/race-list/race-calendar.tsx";
import { DayChips } from "#app/components/race-list/race-day-head.tsx";
import { type PlainRace, RaceList } from "#app/components/race-list/race-list.tsx";
import { PickFinish, Picks, Winners } from "#app/components/race-list/race-marks.tsx";
import type { RaceRowData } from "#app/components/race-list/race-row.tsx";
import { RaceModelDialog } from "#app/components/races/race-model-dialog.tsx";
import { offerModels } from "#app/components/races/race-model-offer.ts";
import { NearbyDays, RaceSearchForm } from "#app/components/races/race-search-form.tsx";
import { raceStates } from "#app/components/races/race-states.ts";
import racesCss from "#app/components/races/races.css?url";
import { SkillTerm } from "#app/components/reports/skill-term.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { analysesLeft } from "#app/domain/plans/entitlements.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { nearestDays } from "#app/domain/racing/race-days.ts";
import { readMonth } from "#app/domain/racing/race-months.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { ListedRunner } from "#app/domain/views/race-list.ts";
import { analysisFormSchema } from "#app/forms/analyses/analysis-forms.server.ts";
import { ANALYSIS_FAILED, ANALYSIS_REFUSALS, findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import { offeredDays, RACE_MESSAGES, readRaceDay, selectedOfDay } from "#app/forms/analyses/race-search.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "レース" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: racesCss }];
export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: args.data === undefined ? "レース" : `${formatMonthDay(args.data.date)}のレース`,
    description: "日付からレースを選び、自分のAIモデルで分析します。",
  });

/** How long the action waits for the scoring, usually long enough; after that the list shows its progress. */
const WAIT_MS = 1000;
const POLL_MS = 60;

/**
 * A day's races; those of the nearest day if it has none. With `race`, also the dialog to choose a model for it, `model`
 * being chosen already, with `month` the calendar of another month. Another id of a race redirects to its own.
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
  const day = await races.listDay({ user, date, month, raceId, orNearest: true });
  const days = day.kind === "races" ? day.days : await races.findDays({ date });
  const list = day.kind === "races" ? day.races : [];
  const analysed = new Set(day.kind === "races" ? day.analysedRaceIds : []);
  const programme = day.kind === "races" ? day.programme : [];
  const { states } = raceStates(list, now);
  const chosen = day.kind === "races" ? day.chosen : null;
  const race = list.find((candidate) => candidate.raceId === raceId) ?? null;
  const named = chosen?.named ?? null;
  if (race === null && named !== null && named.raceId !== raceId) throw redirect(addressOf(named));
  const isCancelled = race?.status === "cancelled";
  return {
    date,
    isToday: date === today,
    isPanelOpen: asked !== null,
    isFuture: day.kind === "refused",
    // Only the fields of a row and of the dialog.
    races: list.map(
      (race, index): PlainRace => ({
        ...pickShown(race),
        state: states[index] ?? "coming",
        minutes: minutesToStart(race, now),
        isAnalysed: analysed.has(race.raceId),
      }),
    ),
    /** Of the races shown. */
    listDate: list[0]?.date ?? date,
    days: offeredDays(days, today),
    search: selectedOfDay(date),
    choice:
      race !== null && chosen !== null && !isCancelled
        ? {
            race: pickShown(race),
            models: offerModels(chosen.models, { race, starred: user.defaultModelId }),
            wantedModelId: readId(query.get("model")),
          }
        : null,
    drawn: {
      ...(day.kind === "races" ? drawMarks(day) : {}),
      uses: renderToStaticMarkup(<AnalysisCounters uses={user} />),
      skillTerm: renderToStaticMarkup(<SkillTerm />),
      graded: day.kind === "races" ? renderToStaticMarkup(<GradedRaces races={day.graded} />) : "",
      calendar: renderToStaticMarkup(<RaceCalendar date={date} month={month} today={today} programme={programme} />),
    },
    hasGraded: day.kind === "races" && day.graded.length > 0,
    isRaceMissing: raceId !== null && race === null,
    isRaceCancelled: isCancelled,
    left: leftSentence(analysesLeft(user)),
  };
}

/** Markup of the winners and of the reader's newest marks, by race. */
function drawMarks({
  races,
  newestPicks,
  winners,
}: {
  races: readonly Pick<RaceRowData, "raceId" | "status">[];
  newestPicks: ReadonlyMap<string, { picks: readonly ListedRunner[] }>;
  winners: ReadonlyMap<string, readonly ListedRunner[]>;
}): Record<string, string> {
  const drawn: Record<string, string> = {};
  for (const { raceId, status } of races) {
    const picks = newestPicks.get(raceId)?.picks ?? [];
    const [favourite] = picks;
    const won = winners.get(raceId) ?? [];
    if (status === "result") {
      if (won.length > 0) drawn[`marks-${raceId}`] = renderToStaticMarkup(<Winners winners={won} />);
      if (favourite !== undefined) drawn[`finish-${raceId}`] = renderToStaticMarkup(<PickFinish pick={favourite} />);
    } else if (favourite !== undefined) drawn[`marks-${raceId}`] = renderToStaticMarkup(<Picks picks={picks} />);
  }
  return drawn;
}

function addressOf({ date, raceId }: Pick<RaceRowData, "date" | "raceId">): string {
  return `/races?${new URLSearchParams({ date, race: raceId })}`;
}

function pickShown(race: RaceRowData): RaceRowData {
  const { raceId, date, venue, venueType, raceNum, name, startTime, surface, distanceM, going } = race;
  const { status, runnerCount, isAcquiredWeight, meetingNum, meetingDay, grade } = race;
  return {
    raceId,
    date,
    venue,
    venueType,
    raceNum,
    name,
    startTime,
    surface,
    distanceM,
    going,
    status,
    runnerCount,
    isAcquiredWeight,
    meetingNum,
    meetingDay,
    grade,
  };
}

/** 分析する: redirects to the finished analysis, or to the list; a refusal is shown in the dialog. */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const submission = parseWithZod(await readForm(request), { schema: analysisFormSchema });
  if (submission.status !== "success") return data(submission.reply(), 400);
  const { modelId, raceId } = submission.value;
  const { analyses } = context.services;
  const result = await context.attempt(() => analyses.request({ user, modelId, raceId }));
  if (result === null) return data(submission.reply({ formErrors: [ANALYSIS_FAILED] }), 500);
  if (result.kind === "refused") return data(submission.reply({ formErrors: [result.reason] }), 400);

  const { analysisId } = result;
  if (result.kind === "complete") return redirect(`/analyses?completed=${analysisId}`);
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const analysis = await context.attempt(() => analyses.find({ user, analysisId }));
    if (analysis?.status === AnalysisStatus.complete) return redirect(`/analyses/${analysisId}?done=accepted`);
    if (analysis?.status !== AnalysisStatus.running) break;
  }
  return redirect(`/analyses?accepted=${analysisId}`);
}

export default function RacesPage() {
  const day = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const refusal = findAnalysisRefusal(lastResult?.error?.[""]);
  // The list of a day without racing is that of another one.
  const isElsewhere = day.listDate !== day.date;
  return (
    <>
      <div className="rday">
        <DayChips date={day.date} {...nearestDays(day.days.nearby)} isOpen={day.isPanelOpen}>
          <Drawn id="calendar" html={day.drawn.calendar} />
          <RaceSearchForm
            key={Object.values(day.search).join("-")}
            selected={day.search}
            years={day.days.years}
            isInPanel
          />
        </DayChips>
        <DayLine day={isElsewhere ? { ...day, races: [] } : day} />
      </div>
      {refusal !== null && day.choice === null && <Note tone="danger">{refusal.text}</Note>}
      {day.isRaceCancelled && refusal === null && <Note tone="warn">{ANALYSIS_REFUSALS["race-cancelled"].text}</Note>}
      {day.isRaceMissing && refusal === null && <Note tone="warn">{RACE_MESSAGES.none}</Note>}
      <Drawn id="uses" html={day.drawn.uses} />
      {day.isFuture && <Note tone="warn">{RACE_MESSAGES.future}</Note>}
      {!day.isFuture && (isElsewhere || day.races.length === 0) && (
        <EmptyState>{day.isToday ? RACE_MESSAGES.noneToday : RACE_MESSAGES.none}</EmptyState>
      )}
      {isElsewhere && (
        <h2 className="other-day">
          {day.listDate > day.date ? "次の開催日" : "前の開催日"} {formatDay(day.listDate)}
        </h2>
      )}
      <RaceList races={day.races} drawn={day.drawn} />
      {day.hasGraded && <Drawn id="graded" html={day.drawn.graded} />}
      <NearbyDays days={day.days.nearby} />
      {day.choice !== null && (
        <RaceModelDialog
          key={day.choice.race.raceId}
          race={day.choice.race}
          models={day.choice.models}
          wantedModelId={day.choice.wantedModelId}
          lastResult={lastResult}
          left={day.left}
          skillTerm={day.drawn.skillTerm}
        />
      )}
    </>
  );
}

/** 2026年11月21日（土） 本日　3場 36レース・分析済 2 */
function DayLine({
  day,
}: {
  day: { date: string; isToday: boolean; races: readonly { venue: string; isAnalysed: boolean }[] };
}) {
  const courses = new Set(day.races.map((race) => race.venue)).size;
  const analysed = day.races.filter((race) => race.isAnalysed).length;
  return (
    <div className="day-line">
      <h2>{formatDay(day.date)}</h2>
      {day.isToday && <span className="tag">本日</span>}
      {day.races.length > 0 && (
        <span className="t13 muted">
          {courses}場 {day.races.length}レース
          {analysed > 0 && `・分析済 ${analysed}`}
        </span>
      )}
      {day.races.length > 0 && (
        <Link className="tapl t14" to={`/days/${day.date}`}>
          一日まとめ
        </Link>
      )}
      {analysed > 0 && (
        <a className="tapl t13" href={`/races/indices.csv?date=${day.date}`} download>
          指数をCSVで保存
        </a>
      )}
    </div>
  );
}

/** The day could not be loaded, or 分析する got no response. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return <LoadFailure error={error} text={RACE_MESSAGES.loadFailed} again="/races" />;
}
