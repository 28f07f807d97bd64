import { LinkButton } from "#app/components/parts/button.tsx";
import { LineDrawing } from "#app/components/parts/icon.tsx";
import { AnalysisProgress, Note } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { SegmentedLinks } from "#app/components/parts/segmented-links.tsx";
import { SHARE_DRAWING } from "#app/components/sharing/analysis-share.tsx";
import { openShareSheet, type ShareLinks } from "#app/components/sharing/share-links.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { LEARNT_FROM } from "#app/forms/messages.ts";
import type { AnalysisHtml, ShownAnalysis } from "./analysis-view.tsx";
import { INDEX_MEANING } from "./figures.tsx";

/** Sharing, bets and card of the race, in the first screen. A shared result opens the device's share sheet if it has one. */
export function ResultActions({ raceId, path, shared }: { raceId: string; path: string; shared: ShareLinks | null }) {
  const race = `/races/${encodeURIComponent(raceId)}`;
  return (
    <div className="result-actions">
      <LinkButton
        tone="primary"
        to={`${path}#share`}
        onClick={(event) => {
          if (shared !== null && openShareSheet(shared)) event.preventDefault();
        }}
      >
        <LineDrawing>{SHARE_DRAWING}</LineDrawing>
        シェア
      </LinkButton>
      <LinkButton to={`${race}/bets`}>買い目</LinkButton>
      <LinkButton to={race}>出馬表</LinkButton>
    </div>
  );
}

function RaceFacts({ analysis }: { analysis: ShownAnalysis }) {
  const { venueType, meeting, raceInfo, raceClass, updates } = analysis;
  const facts = [
    VENUE_TYPE_WORDS[venueType],
    meeting === raceInfo.title ? null : meeting,
    raceClass,
    ...updates,
  ].filter((fact) => fact !== null);
  return (
    <p className="facts faint">
      {facts.map((words) => (
        <span key={words}>{words}</span>
      ))}
    </p>
  );
}

export function RunningAnalysis({ analysis, now }: { analysis: ShownAnalysis; now: number }) {
  return (
    <section className="card pad stack">
      <AnalysisProgress analysis={analysis} label="分析の進み" now={now} />
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

export function HorsesByIndex({
  analysis,
  html,
  byNumber,
  path,
}: {
  analysis: ShownAnalysis;
  html: AnalysisHtml;
  byNumber: boolean;
  path: string;
}) {
  const { modelId, raceId, cancelled, isLearntFrom, isByRefit, hasReasons, odds } = analysis;
  return (
    <div className="stack">
      {isLearntFrom && <Note tone="warn">{LEARNT_FROM}</Note>}
      {isByRefit && <Note>このレースより前のレースだけで学び直したモデルで分析しました。結果は見ていません。</Note>}
      <section className="card clip">
        <div className="pad stack">
          <div className="horses-head">
            <h3>馬ごとの指数</h3>
            {hasReasons && <small>馬名をタップすると、指数の内訳が見られます。</small>}
          </div>
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
      <StaticHtml id="legend" html={html.legend} />
      {odds !== null && <p className="t12 muted">{odds}</p>}
      <p className="t12 faint">
        {INDEX_MEANING}
        {!isLearntFrom &&
          "勝率は過去のレースで確かめて調整した値で、合計は100%。適正オッズは 1÷勝率 です。オッズのほうが正確なことが多く、これより高いオッズなら得とは限りません。"}
      </p>
      <RaceFacts analysis={analysis} />
      {modelId !== null && cancelled === null && (
        <div className="btns">
          <LinkButton to={`/races/${encodeURIComponent(raceId)}/what-if?model=${modelId}`}>条件を変えてみる</LinkButton>
        </div>
      )}
    </div>
  );
}
