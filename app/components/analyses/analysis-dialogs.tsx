import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";
import { ANALYSIS_MESSAGES } from "#app/forms/analyses/analysis-refusals.ts";

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
