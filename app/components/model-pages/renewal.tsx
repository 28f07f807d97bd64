import { CREATION_TIME } from "#app/components/models/model-words.ts";
import { Button } from "#app/components/parts/button.tsx";
import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";

/** Fewer new days than this change little of a model trained on years. */
const FEW_DAYS = 30;

/** Makes the same model from today's data. A form without script; the copy page answers it. */
export function RenewalForm({
  modelId,
  name,
  formKey,
}: {
  modelId: number;
  name: string;
  /** Idempotency key. */
  formKey: string;
}) {
  return (
    <form method="post" action={`/models/copy/${modelId}`}>
      <input type="hidden" name="form_key" value={formKey} />
      <Button full icon="branch" name="intent" value="renew">
        同じ項目で最新データから<span className="sr">つくる（{name}）</span>
      </Button>
    </form>
  );
}

export function RenewalSection({
  model,
  formKey,
  creationsLeft,
}: {
  model: { modelId: number; name: string };
  formKey: string;
  creationsLeft: string;
}) {
  return (
    <div className="pad stack">
      <p className="t13 muted">
        項目も設定も同じモデルを、今日のデータで新しくつくります。いまのモデルは、そのまま残ります。良くなるとは限らないので、できあがったら前のモデルと同じレースでくらべて見せます。作成は
        {CREATION_TIME}
        {creationsLeft}
      </p>
      <RenewalForm modelId={model.modelId} name={model.name} formKey={formKey} />
    </div>
  );
}

interface Renewed {
  /** Null for models made before it was stored. */
  cutoffDay: string | null;
  newestResultDay: string | null;
  isOfOlderCatalogue: boolean;
}

/** From the first day after its training to the newest result. */
function newerDays({ cutoffDay, newestResultDay }: Renewed): number {
  if (cutoffDay === null || newestResultDay === null || newestResultDay < cutoffDay) return 0;
  return dayNumber(newestResultDay) - dayNumber(cutoffDay) + 1;
}

export function newerWords(model: Renewed): string {
  const days = newerDays(model);
  const release = model.isOfOlderCatalogue
    ? "このモデルをつくったあと、項目の計算が新しくなりました。つくり直すと、新しい計算になります。"
    : "";
  if (days === 0 || model.cutoffDay === null || model.newestResultDay === null)
    return release === ""
      ? "このモデルより新しいレース結果は、まだありません。つくり直しても、ほぼ同じモデルになります。"
      : release;
  const learnt = `学習したのは${formatDayCompact(model.cutoffDay)}より前のレースで、いまは${formatDayCompact(model.newestResultDay)}までの結果があります（${days}日ぶん）。`;
  const few = days <= FEW_DAYS && release === "" ? "増えたのはわずかなので、ほとんど変わらない見込みです。" : "";
  return `${release}${learnt}${few}`;
}
