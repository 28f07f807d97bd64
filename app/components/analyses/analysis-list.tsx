import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDayNear } from "#app/components/parts/numbers.ts";
import { AnalysisProgress, Tag } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import type { ListedAnalysis, RaceInfo } from "#app/domain/views/analyses.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";
import { finishWords } from "./finish-words.ts";

export function AnalysisList({
  analyses,
  page,
  now,
}: {
  analyses: readonly ListedAnalysis[];
  page: number;
  now: number;
}) {
  return (
    <ul className="card clip analyses">
      {analyses.map((analysis) => (
        <li key={analysis.analysisId}>
          <Row analysis={analysis} now={now} />
          {analysis.status !== AnalysisStatus.running && (
            <Link
              className="icon-btn"
              to={`/analyses?page=${page}&delete=${analysis.analysisId}`}
              preventScrollReset
              aria-label={`${raceTitle(analysis.raceInfo)}の分析結果を削除`}
            >
              <Icon name="trash" />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Row({ analysis, now }: { analysis: ListedAnalysis; now: number }) {
  const { raceInfo, status, createdAt, completedAt, startTime, pick } = analysis;
  const today = japanDay(now);
  const fixed = fixedWords(completedAt, { date: raceInfo.date, startTime });
  const isFailed = status !== AnalysisStatus.running && status !== AnalysisStatus.complete;
  const words = (
    <span className="grow">
      <b>
        {raceInfo.raceNum}R {raceInfo.name}
      </b>
      <span className="sub">
        <span>
          {formatDayNear(raceInfo.date, today)} {raceInfo.title}
        </span>
        {pick !== null && (
          <span>
            ◎{pick.horseNum} {pick.horseName}
          </span>
        )}
        <span>{analysis.modelName}</span>
        <span>
          {formatDayNear(japanDay(createdAt), today)} {japanTime(createdAt)} 分析
        </span>
        {fixed !== null && <span>{fixed}</span>}
      </span>
      {status === AnalysisStatus.running && (
        <AnalysisProgress analysis={analysis} label={`${raceTitle(raceInfo)}の分析の進み`} now={now} />
      )}
      {isFailed && (
        <span className="sub">
          <Tag tone="danger" icon="warning">
            {ANALYSIS_MESSAGES.failed}
          </Tag>
        </span>
      )}
    </span>
  );
  if (status === AnalysisStatus.complete) {
    return (
      <Link className="line" to={`/analyses/${analysis.analysisId}`}>
        {words}
        {pick !== null && analysis.isOver && <b className="keep">{finishWords(pick)}</b>}
        <Icon name="next" className="go" />
      </Link>
    );
  }
  return (
    <div className="line">
      {words}
      {status === AnalysisStatus.running && (
        <Tag tone="info" spinning>
          分析中
        </Tag>
      )}
    </div>
  );
}

export function raceTitle({ title, raceNum, name }: Omit<RaceInfo, "date">): string {
  return `${title}${raceNum}R ${name}`;
}

/** Reports that the analysis was accepted and, on the same URL, later that it is complete. */
export function RequestedDialog({
  analysis,
  closeTo,
}: {
  analysis: { analysisId: number; status: number; raceInfo: RaceInfo };
  closeTo: string;
}) {
  const { raceInfo } = analysis;
  const isComplete = analysis.status === AnalysisStatus.complete;
  return (
    <Dialog
      title={isComplete ? "分析が完了しました" : ANALYSIS_MESSAGES.accepted(raceInfo)}
      closeTo={closeTo}
      closeLabel="分析結果の一覧"
      action={
        isComplete && (
          <LinkButton tone="primary" to={`/analyses/${analysis.analysisId}`}>
            結果を見る
          </LinkButton>
        )
      }
    >
      <p className="t14 muted">
        {isComplete ? `${raceInfo.raceNum}R ${raceInfo.name}` : "分析結果は一覧画面からご確認ください。"}
      </p>
    </Dialog>
  );
}
