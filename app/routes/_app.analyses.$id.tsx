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
import { AnalysisBets } from "#app/components/analyses/analysis-bets.tsx";
import { AnalysisChanges, changeWords } from "#app/components/analyses/analysis-changes.tsx";
import { AnalysisHorses } from "#app/components/analyses/analysis-horses.tsx";
import { raceTitle } from "#app/components/analyses/analysis-list.tsx";
import { AnalysisPairs } from "#app/components/analyses/analysis-pairs.tsx";
import analysisCss from "#app/components/analyses/analysis-result.css?url";
import { DeleteAnalysisDialog } from "#app/components/analyses/delete-analysis-dialog.tsx";
import { INDEX_MEANING } from "#app/components/analyses/figures.tsx";
import { RACE_CANCELLED, withdrawnMarkWords } from "#app/components/analyses/finish-words.ts";
import { afterDeletion, fixedWords } from "#app/components/analyses/fixed-words.ts";
import { whyLines } from "#app/components/analyses/why-lines.ts";
import { pageMeta } from "#app/components/frame/brand.ts";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatDayCompact } from "#app/components/parts/numbers.ts";
import { ANALYSIS_LIMIT_SECONDS, Note, Progress } from "#app/components/parts/parts.tsx";
import {
  formatCourse,
  formatMeeting,
  GOING_WORDS,
  VENUE_TYPE_WORDS,
  WEATHER_WORDS,
} from "#app/components/parts/race-words.ts";
import { SegmentedLinks } from "#app/components/parts/segmented-links.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { oddsWords, updateWords } from "#app/components/races/odds-words.ts";
import { FixedFacts } from "#app/components/seal/fixed-facts.tsx";
import { AnalysisShare } from "#app/components/sharing/analysis-share.tsx";
import { AnalysisText } from "#app/components/sharing/analysis-text.tsx";
import { IndexLegend } from "#app/components/sharing/shared-horses.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { RefreshWhile } from "#app/components/waiting/refresh-while.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { AnalysisDetail } from "#app/domain/views/analyses.ts";
import { analysisIntentSchema } from "#app/forms/analyses/analysis-forms.server.ts";
import { ANALYSIS_FAILED, ANALYSIS_MESSAGES, findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import { LEARNT_FROM } from "#app/forms/messages.ts";
import { isVisit, readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = { title: "分析結果", back: "/analyses" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: analysisCss }];
export const meta: MetaFunction<typeof loader> = (args) => {
  const race = args.data && raceTitle(args.data.analysis.raceInfo);
  return pageMeta(args, {
    title: race === undefined ? "分析結果" : `${race}の分析結果`,
    description: "自分のAIモデルが出した馬ごとの指数です。",
  });
};

/** A visit marks the result as seen. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const analysisId = readId(params.id);
  if (analysisId === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const isUnconfirmed = user.unconfirmedAnalyses.some((analysis) => analysis.analysisId === analysisId);
  const { analyses, sharing } = context.services;
  const [analysis, shared] = await Promise.all([
    analyses.find({ user, analysisId }),
    // What is public in fact, not what the row says: the owner must be able to end it.
    context.attempt(() => sharing.resolve({ reference: String(analysisId) })),
    isUnconfirmed && isVisit(request) ? analyses.confirm({ user, analysisId }) : undefined,
  ]);
  if (analysis === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const now = context.now();
  const { modelId, modelName, isModelKept, venueType, raceId, raceInfo } = analysis;
  const { status, progress, createdAt, completedAt, isLearntFrom, isByRefit } = analysis;
  const { weather, going, startTime, surface, distanceM, runnerCount, meetingNum, meetingDay } = analysis.race;
  const { grade, raceClass } = analysis.race;
  const query = new URL(request.url).searchParams;
  const byNumber = query.get("sort") === "number";
  const { scores, quinella: pairs } = shownOf(analysis);
  const { market, updatedAt } = analysis;
  const reasons = analysis.details?.why.map((why) => ({ horseNum: why.horseNum, lines: whyLines(why) })) ?? [];
  return {
    // Only what the page shows, to keep its data small.
    analysis: {
      analysisId,
      modelId: isModelKept ? modelId : null,
      modelName,
      venueType,
      raceId,
      raceInfo,
      status,
      progress,
      createdAt,
      fixed: { words: fixedWords(completedAt, analysis.race), seal: analysis.seal },
      after: afterDeletion(analysis, analysis.race),
      isLearntFrom,
      isByRefit,
      hasReasons: reasons.length > 0,
      cancelled: analysis.race.status === "cancelled" ? RACE_CANCELLED : null,
      race: { weather, going, startTime, surface, distanceM, runnerCount },
      meeting: formatMeeting({ venue: raceInfo.title, meetingNum, meetingDay }),
      grade,
      odds: oddsWords(market, { date: raceInfo.date, status: analysis.race.status }),
      updates: updateWords(updatedAt, raceInfo.date),
      // Redundant if the race is named after its class.
      raceClass: raceClass === raceInfo.name ? null : raceClass,
    },
    drawn: scores && {
      legend: renderToStaticMarkup(<IndexLegend />),
      horses: renderToStaticMarkup(
        <AnalysisHorses
          scores={scores}
          runners={analysis.runners}
          market={market?.horses ?? []}
          reasons={reasons}
          byNumber={byNumber}
          isOver={analysis.race.status === "result"}
        />,
      ),
      text: renderToStaticMarkup(
        <AnalysisText raceInfo={raceInfo} modelName={modelName} scores={scores} runners={analysis.runners} />,
      ),
      pairs: pairs.length > 0 ? renderToStaticMarkup(<AnalysisPairs pairs={pairs} horses={scores} />) : null,
      bets: analysis.bets && renderToStaticMarkup(<AnalysisBets bets={analysis.bets} />),
    },
    withdrawn: scores && withdrawnMarkWords(placeHorses(scores, analysis.runners)),
    changes: analysis.changes.map(changeWords),
    canRequestAgain: analysis.canRequestAgain,
    shared: shared && { url: shared.url, imagePath: shared.imagePath },
    done: query.get("done"),
    isDeleting: query.has("delete") && status !== AnalysisStatus.running,
    byNumber,
    now,
    refreshSeconds: refreshSeconds(analysis.status === AnalysisStatus.running ? [analysis.createdAt] : [], now),
  };
}

/** Scores and pairs as they are to be read now: the chances of withdrawn horses go to the others. */
function shownOf({ status, scores, details, runners }: AnalysisDetail) {
  if (status !== AnalysisStatus.complete || scores === null) return { scores: null, quinella: [] };
  return amongStarters(scores, details ?? { quinella: [] }, runners);
}

/** Shares the result, stops sharing it, or requests the analysis again; a repeated submission has the same outcome. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const { analyses, sharing } = context.services;
  const analysisId = readId(params.id);
  const submission = parseWithZod(await readForm(request), { schema: analysisIntentSchema });
  if (analysisId === null) throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  const refuse = (message: string) => submission.reply({ formErrors: [message] });
  if (submission.status !== "success") return data(refuse(ANALYSIS_MESSAGES.shareFailed), 400);
  if (submission.value.intent === "request-again") {
    const requested = await context.attempt(() => analyses.requestAgain({ user, analysisId }));
    if (requested === null) return data(refuse(ANALYSIS_FAILED), 500);
    if (requested.kind !== "refused") return redirect(`/analyses/${requested.analysisId}?done=accepted`, 303);
    if (requested.reason === "not-found") throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
    return data(refuse(requested.reason), 400);
  }
  const isStop = submission.value.intent === "unshare";
  const failed = refuse(isStop ? ANALYSIS_MESSAGES.unshareFailed : ANALYSIS_MESSAGES.shareFailed);
  const result = await context.attempt(async () =>
    isStop ? await sharing.unshare({ user, analysisId }) : await sharing.share({ user, analysisId }),
  );
  if (result === null) return data(failed, 500);
  if (result.kind !== "refused") return redirect(`/analyses/${analysisId}?done=${result.kind}#share`, 303);
  if (result.reason === "not-found") throw new Response(ANALYSIS_MESSAGES.notFound, { status: 404 });
  return data(failed, 400);
}

type PageData = ReturnType<typeof useLoaderData<typeof loader>>;
type Analysis = PageData["analysis"];

export default function AnalysisPage() {
  const page = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>()?.error?.[""] ?? null;
  const refusal = findAnalysisRefusal(failure);
  const { analysis, drawn, done } = page;
  const isRunning = analysis.status === AnalysisStatus.running;
  const path = `/analyses/${analysis.analysisId}`;
  return (
    <>
      <RefreshWhile seconds={page.refreshSeconds} />
      {done === "accepted" && <AcceptedNote analysis={analysis} />}
      <AnalysedRace analysis={analysis} />
      {analysis.cancelled !== null && (
        <Note tone="warn">
          {analysis.cancelled}
          {drawn !== null && "この分析は回数に数えません。"}
        </Note>
      )}
      {isRunning && <RunningAnalysis analysis={analysis} now={page.now} />}
      {!isRunning && drawn === null && <FailedAnalysis analysis={analysis} />}
      {drawn !== null && (
        <div className="result">
          <div className="stack">
            {(page.changes.length > 0 || refusal !== null) && (
              <AnalysisChanges
                path={path}
                changes={page.changes}
                canRequestAgain={page.canRequestAgain}
                refusal={refusal}
              />
            )}
            {page.withdrawn !== null && <Note tone="warn">{page.withdrawn}</Note>}
            <HorsesByIndex analysis={analysis} drawn={drawn} byNumber={page.byNumber} path={path} />
          </div>
          <div className="result-side">
            {drawn.pairs !== null && <Drawn id="pairs" html={drawn.pairs} />}
            {drawn.bets !== null && <Drawn id="bets" html={drawn.bets} />}
            <AnalysisShare path={path} shared={page.shared} done={done} failure={refusal === null ? failure : null} />
            <Drawn id="text" html={drawn.text} />
            <DeletionLink path={path} />
          </div>
        </div>
      )}
      {drawn === null && !isRunning && <DeletionLink path={path} />}
      {page.isDeleting && <DeleteAnalysisDialog analysis={analysis} closeTo={path} />}
    </>
  );
}

/** After 分析する, which leads here. */
function AcceptedNote({ analysis }: { analysis: Analysis }) {
  return (
    <div role="status">
      <Note tone="turf">
        {ANALYSIS_MESSAGES.accepted(analysis.raceInfo)}
        {analysis.status === AnalysisStatus.complete && "分析が完了しました。"}
      </Note>
    </div>
  );
}

/** The race, its conditions, and by which model and when it was analysed. */
function AnalysedRace({ analysis }: { analysis: Analysis }) {
  const { race, raceInfo } = analysis;
  const ground = [race.weather && WEATHER_WORDS[race.weather], race.going && GOING_WORDS[race.going]].filter(Boolean);
  return (
    <section className="rinfo">
      <div className="row wrap">
        <span className="tag">{VENUE_TYPE_WORDS[analysis.venueType]}</span>
      </div>
      <h2>
        {raceInfo.title} {raceInfo.raceNum}R{"　"}
        <GradeBadge grade={analysis.grade} />
        {raceInfo.name}
      </h2>
      <p className="facts">
        <span>
          {formatDay(raceInfo.date)}
          {race.startTime}
        </span>
        {analysis.meeting !== raceInfo.title && <span>{analysis.meeting}</span>}
        {analysis.raceClass !== null && <span>{analysis.raceClass}</span>}
        <span>{formatCourse(race)}</span>
        <span>{race.runnerCount}頭</span>
        {ground.length > 0 && <span>{ground.join("・")}</span>}
      </p>
      <p className="facts">
        <span>
          <Link to={`/races/${encodeURIComponent(analysis.raceId)}`}>出馬表</Link>
        </span>
        <span>
          モデル{" "}
          {analysis.modelId === null ? (
            analysis.modelName
          ) : (
            <Link to={`/models/edit/${analysis.modelId}`}>{analysis.modelName}</Link>
          )}
        </span>
        <span>
          {formatDayCompact(japanDay(analysis.createdAt))} {japanTime(analysis.createdAt)} 分析
        </span>
        <FixedFacts fixed={analysis.fixed} path={`/analyses/${analysis.analysisId}`} />
      </p>
      {analysis.updates.length > 0 && (
        <p className="facts faint">
          {analysis.updates.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      )}
    </section>
  );
}

function RunningAnalysis({ analysis, now }: { analysis: Analysis; now: number }) {
  return (
    <section className="card pad stack">
      <Progress
        share={analysis.progress}
        label="分析の進み"
        startedSecondsAgo={Math.max(0, now - analysis.createdAt)}
        limitSeconds={ANALYSIS_LIMIT_SECONDS}
      />
      <p className="t13 muted" role="status">
        分析しています。終わるとこの画面に結果が出ます。
      </p>
    </section>
  );
}

function FailedAnalysis({ analysis }: { analysis: Analysis }) {
  return (
    <>
      <Note tone="danger">{ANALYSIS_MESSAGES.failed}。分析の回数には数えていません。</Note>
      {analysis.cancelled === null && (
        <LinkButton to={`/races?date=${analysis.raceInfo.date}&race=${encodeURIComponent(analysis.raceId)}`}>
          もう一度分析する
        </LinkButton>
      )}
    </>
  );
}

/** The horses with their index, how they are sorted, and how to read the figures. */
function HorsesByIndex({
  analysis: { modelId, raceId, cancelled, isLearntFrom, isByRefit, hasReasons, odds },
  drawn,
  byNumber,
  path,
}: {
  analysis: Analysis;
  drawn: NonNullable<PageData["drawn"]>;
  byNumber: boolean;
  path: string;
}) {
  return (
    <div className="stack">
      {isLearntFrom && <Note tone="warn">{LEARNT_FROM}</Note>}
      {isByRefit && <Note>このレースより前のレースだけで学び直したモデルで分析しました。結果は見ていません。</Note>}
      <section className="card clip">
        <div className="pad stack">
          <h3>馬ごとの指数</h3>
          <Drawn id="legend" html={drawn.legend} />
          {odds !== null && <p className="t12 muted">{odds}</p>}
          <SegmentedLinks
            label="並び順"
            options={[
              { to: path, label: "指数順", isCurrent: !byNumber },
              { to: `${path}?sort=number`, label: "馬番順", isCurrent: byNumber },
            ]}
          />
        </div>
        <div className="colh" aria-hidden="true">
          <span>馬番・印・馬名</span>
          <span>{isLearntFrom ? "指数" : "指数／勝率・適正オッズ"}</span>
        </div>
        <Drawn id="horses" html={drawn.horses} />
      </section>
      <p className="t12 faint">
        {INDEX_MEANING}
        {!isLearntFrom &&
          "勝率は過去のレースで確かめて調整した値で、合計は100%。適正オッズは 1÷勝率 です。オッズのほうが正確なことが多く、これより高いオッズなら得とは限りません。"}
        {hasReasons && "行を押すと「なぜ」が開きます。"}
      </p>
      {modelId !== null && cancelled === null && (
        <div className="btns">
          <LinkButton to={`/races/${encodeURIComponent(raceId)}/what-if?model=${modelId}`}>条件を変えてみる</LinkButton>
        </div>
      )}
    </div>
  );
}

/** Opens the dialog that asks once more. */
function DeletionLink({ path }: { path: string }) {
  return (
    <div className="btns">
      <LinkButton tone="danger" icon="trash" to={`${path}?delete`} preventScrollReset>
        この分析結果を削除
      </LinkButton>
    </div>
  );
}

/** Unknown, deleted or another user's: 404 with a link to the list. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status >= 500) {
    return <LoadFailure error={error} text={ANALYSIS_MESSAGES.loadFailed} again="/analyses" />;
  }
  if (error.status !== 404) throw error;
  return (
    <section className="card pad stack">
      <h2 className="lead">{MISSING_TITLE}</h2>
      <p>{ANALYSIS_MESSAGES.notFound}</p>
      <p className="t14 muted">分析結果が削除されたか、URLがちがうようです。</p>
      <LinkButton to="/analyses" tone="primary">
        分析結果の一覧
      </LinkButton>
    </section>
  );
}
