import { ChoiceList } from "#app/components/models/model-choice-list.tsx";
import { CreatingProgress } from "#app/components/models/model-progress.tsx";
import { CREATION_TIME } from "#app/components/models/model-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { formatDayCompact, formatLimit } from "#app/components/parts/numbers.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";

export function CopyDialog({
  modelId,
  name,
  renewal,
}: {
  modelId: number;
  name: string;
  /** Markup of {@link RenewalForm}. */
  renewal: string | null;
}) {
  return (
    <Dialog
      title={`${name}の特徴量を引き継いで新しいAIモデルを作成しますか？`}
      closeTo="/models"
      closeLabel="キャンセル"
      action={
        <LinkButton tone="primary" to={`/models/copy/${modelId}`} icon="branch">
          引き継ぎ
        </LinkButton>
      }
    >
      <p className="t14 muted">次の画面で、項目を選び直せます。同じままでもつくれます。</p>
      <StaticHtml id="renewal" html={renewal} />
    </Dialog>
  );
}

export function DisabledModelDialog({ name, reason }: { name: string; reason: string }) {
  return (
    <Dialog
      title={MODEL_MESSAGES.disabled}
      lead={name}
      closeTo="/models"
      action={
        <LinkButton tone="primary" to="/subscriptions">
          プランを変更
        </LinkButton>
      }
    >
      <p className="t14">いまのプラン：{reason}</p>
      <p className="t14 muted">モデルは消えません。プランを変更すると、また使えます。</p>
    </Dialog>
  );
}

export function FeatureListDialog({
  model,
  limit,
}: {
  model: Pick<ModelSummary, "modelId" | "name" | "venueType" | "choice" | "featureCount" | "status" | "createdAt">;
  limit: number;
}) {
  return (
    <Dialog
      title={model.name}
      lead={`${formatDayCompact(japanDay(model.createdAt))} 作成　${model.featureCount}/${formatLimit(limit)}項目`}
      closeTo="/models"
      closeLabel="閉じる"
      action={
        model.status === ModelStatus.complete && (
          <LinkButton to={`/models/${model.modelId}`}>検証レポートを読む</LinkButton>
        )
      }
    >
      <ChoiceList venueType={model.venueType} choice={model.choice} featureCount={model.featureCount} />
    </Dialog>
  );
}

/** Follows a creation under one URL: in progress, complete or failed. */
export function CreatedDialog({
  model,
  now,
  result,
}: {
  model: Pick<ModelSummary, "modelId" | "name" | "featureCount" | "status" | "progress" | "createdAt">;
  now: number;
  /** Markup of {@link CreatedModel}, null until the model is complete. */
  result: string | null;
}) {
  if (model.status === ModelStatus.creating) {
    return (
      <Dialog title="AIモデルを作成しています" lead={model.name} closeTo="/models" closeLabel="モデル一覧">
        <CreatingProgress progress={model.progress} elapsed={Math.max(0, now - model.createdAt)} />
        <p className="t13 muted">{CREATION_TIME}この画面を閉じても作成は続きます。</p>
      </Dialog>
    );
  }
  if (model.status !== ModelStatus.complete) {
    return (
      <Dialog
        title="AIモデルを作成できませんでした"
        lead={model.name}
        closeTo="/models"
        closeLabel="モデル一覧"
        action={
          <LinkButton tone="primary" to={`/models/copy/${model.modelId}`} icon="branch">
            {MODEL_MESSAGES.remake}
          </LinkButton>
        }
      >
        <Note tone="danger">
          {MODEL_MESSAGES.failed}。{MODEL_MESSAGES.failedUncounted}
        </Note>
      </Dialog>
    );
  }
  return (
    <Dialog
      title="AIモデルの作成が完了しました"
      lead={`${model.name}　${model.featureCount}項目`}
      closeTo="/models"
      closeLabel="モデル一覧"
      action={<LinkButton to={`/models/${model.modelId}`}>検証レポートを読む</LinkButton>}
    >
      <StaticHtml id="created" html={result} />
    </Dialog>
  );
}
