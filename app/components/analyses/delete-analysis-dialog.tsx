import { Form } from "@remix-run/react";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import type { afterDeletion } from "#app/domain/scoring/fixed-words.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";
import { raceTitle } from "./analysis-list.tsx";

const FORM = "delete-analysis";

/** A deletion leaves a tombstone, or nothing if the analysis failed or was completed after the start. */
type AfterDeletion = ReturnType<typeof afterDeletion>;

const AFTER_DELETION_WORDS: Record<AfterDeletion, string> = {
  tombstone:
    "発走前に記録した分析です。馬ごとの指数は消えますが、時刻、モデル、レース、予想の馬番（5頭まで）とその結果（集計の対象外のレースを除く）は「削除した分析」に残ります。成績表からも消えず、収支に数えます。",
  "nothing-after-start": "発走後の分析です。記録は残りません。",
  "nothing-failed": "失敗した分析です。記録は残りません。",
};

/** Its form posts to the list, which shows the outcome. */
export function DeleteAnalysisDialog({
  analysis,
  page = 1,
  closeTo,
}: {
  analysis: { analysisId: number; raceInfo: RaceInfo; after: AfterDeletion };
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
        <Button tone="danger" form={FORM}>
          分析結果を削除
        </Button>
      }
    >
      <Form id={FORM} method="post" action={`/analyses?page=${page}&delete=${analysis.analysisId}`}>
        <input type="hidden" name="analysis_id" value={analysis.analysisId} />
        <input type="hidden" name="page" value={page} />
      </Form>
      <p className="t14">{AFTER_DELETION_WORDS[analysis.after]}</p>
      <p className="t14 muted">削除した分析結果は元に戻せません。分析の回数は戻りません。</p>
    </Dialog>
  );
}
