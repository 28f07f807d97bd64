import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatDayCompact } from "#app/components/parts/numbers.ts";
import { ANALYSIS_LIMIT_SECONDS, Note, Progress } from "#app/components/parts/parts.tsx";
import { formatCourse, GOING_WORDS, VENUE_TYPE_WORDS, WEATHER_WORDS } from "#app/components/parts/race-words.ts";
import { SegmentedLinks } from "#app/components/parts/segmented-links.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { FixedFacts } from "#app/components/seal/fixed-facts.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { LEARNT_FROM } from "#app/forms/messages.ts";
import type { AnalysisHtml, ShownAnalysis } from "./analysis-view.tsx";
import { INDEX_MEANING } from "./figures.tsx";

/** The race, its conditions, and by which model and when it was analysed. */
export function AnalysedRace({ analysis }: { analysis: ShownAnalysis }) {
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

export function RunningAnalysis({ analysis, now }: { analysis: ShownAnalysis; now: number }) {
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

export function FailedAnalysis({ analysis }: { analysis: ShownAnalysis }) {
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
export function HorsesByIndex({
  analysis: { modelId, raceId, cancelled, isLearntFrom, isByRefit, hasReasons, odds },
  html,
  byNumber,
  path,
}: {
  analysis: ShownAnalysis;
  html: AnalysisHtml;
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
          <StaticHtml id="legend" html={html.legend} />
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
        <StaticHtml id="horses" html={html.horses} />
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
