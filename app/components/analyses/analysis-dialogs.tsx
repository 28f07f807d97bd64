import { Form } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { raceTitle } from "./analysis-list.tsx";

interface NamedRace {
  raceNum: number;
  name: string;
  title: string;
}

/** After 分析する: accepted; on the same URL it tells when the analysis is there. */
export function RequestedDialog({
  analysis,
  closeTo,
}: {
  analysis: { analysisId: number; status: number; raceInfo: NamedRace };
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
export function acceptedText({ raceNum, name }: { raceNum: number; name: string }): string {
  return `「${raceNum}R ${name}」の分析を受け付けました。`;
}

/** What a deletion leaves: a tombstone, or nothing, of an analysis after the start or of one that failed. */
type AfterDeletion = "tombstone" | "nothing-after-start" | "nothing-failed";

const AFTER_DELETION_WORDS: Record<AfterDeletion, string> = {
  tombstone:
    "発走前に確定した分析です。馬ごとの指数は消えますが、時刻、モデル、レース、予想の馬番（5頭まで）とその結果は「削除した分析」に残ります。",
  "nothing-after-start": "発走後の分析です。記録は残りません。",
  "nothing-failed": "失敗した分析です。記録は残りません。",
};

/** Asks before an analysis is deleted; its form goes to the list, which says what became of it. */
export function DeleteAnalysisDialog({
  analysis,
  page = 1,
  closeTo,
}: {
  analysis: { analysisId: number; raceInfo: NamedRace; after: AfterDeletion };
  /** Of the list, to come back to. */
  page?: number;
  closeTo: string;
}) {
  return (
    <Dialog
      title="この分析結果を削除しますか？"
      lead={raceTitle(analysis.raceInfo)}
      closeTo={closeTo}
      closeLabel="キャンセル"
      action={
        <Button tone="danger" form="delete-analysis">
          分析結果を削除
        </Button>
      }
    >
      <Form id="delete-analysis" method="post" action={`/analyses?page=${page}&delete=${analysis.analysisId}`}>
        <input type="hidden" name="analysis_id" value={analysis.analysisId} />
        <input type="hidden" name="page" value={page} />
      </Form>
      <p className="t14">{AFTER_DELETION_WORDS[analysis.after]}</p>
      <p className="t14 muted">削除した分析結果は元に戻せません。分析の回数は戻りません。</p>
    </Dialog>
  );
}
