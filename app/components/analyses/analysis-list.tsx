import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { AnalysisProgress, Tag } from "#app/components/parts/parts.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { AnalysisSummary, RaceInfo } from "#app/domain/views/analyses.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";

interface AnalysisRowData
  extends Pick<AnalysisSummary, "analysisId" | "modelName" | "raceInfo" | "status" | "progress" | "createdAt"> {
  day: string;
  asked: string;
  /** ◎; null before it is known. */
  pick: string | null;
  /** How ◎ finished; null before the result. */
  finish: string | null;
  /** When it was completed relative to the start (fixed-words.ts); null until then. */
  fixed: string | null;
}

export function AnalysisList({
  analyses,
  page,
  now,
}: {
  analyses: readonly AnalysisRowData[];
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

function Row({ analysis, now }: { analysis: AnalysisRowData; now: number }) {
  const { raceInfo, status, pick, finish } = analysis;
  const isFailed = status !== AnalysisStatus.running && status !== AnalysisStatus.complete;
  const words = (
    <span className="grow">
      <b>
        {raceInfo.raceNum}R {raceInfo.name}
      </b>
      <span className="sub">
        <span>
          {analysis.day} {raceInfo.title}
        </span>
        {pick !== null && <span>{pick}</span>}
        <span>{analysis.modelName}</span>
        <span>{analysis.asked} 分析</span>
        {analysis.fixed !== null && <span>{analysis.fixed}</span>}
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
        {finish !== null && <b className="keep">{finish}</b>}
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
