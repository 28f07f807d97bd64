import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";

/** After 分析する: the analysis was accepted; on the same URL it later reports that it is complete. */
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
      title={isComplete ? "分析が完了しました" : acceptedText(raceInfo)}
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

/** 「11R 翠風ステークス」の分析を受け付けました。 */
export function acceptedText({ raceNum, name }: Pick<RaceInfo, "raceNum" | "name">): string {
  return `「${raceNum}R ${name}」の分析を受け付けました。`;
}
