import type { ComponentProps, ReactNode } from "react";
import { CreatingProgress } from "#app/components/models/model-progress.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDayCompact, formatLimit } from "#app/components/parts/numbers.ts";
import { Note, Tag } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";

export interface ModelCardData
  extends Pick<ModelSummary, "modelId" | "name" | "venueType" | "featureCount" | "status" | "progress" | "createdAt"> {
  /** In words, because the page's script is at its limit: when it can analyse a race, and why the plan disables it. */
  usableFrom: string;
  disabled: string | null;
}

interface CardProps {
  model: ModelCardData;
  facts: readonly (string | undefined)[];
}

export function ModelCard({
  model,
  figures,
  star,
  now,
  limits,
}: {
  model: ModelCardData;
  /** Markup of {@link CardFigures}; only for a usable model. */
  figures: string | null;
  /** Markup of {@link ModelStar}; only for a usable model. */
  star: string | null;
  now: number;
  limits: { features: number };
}) {
  const facts = [VENUE_TYPE_WORDS[model.venueType], `${model.featureCount}/${formatLimit(limits.features)}項目`];
  // A plan disables ready models only.
  if (model.status === ModelStatus.creating) return <CreatingCard model={model} facts={facts} now={now} />;
  if (model.status !== ModelStatus.complete) return <FailedCard model={model} facts={facts} />;
  if (model.disabled !== null) {
    return <DisabledCard model={model} facts={facts} reason={model.disabled} />;
  }
  return <ReadyCard model={model} facts={facts} figures={figures} star={star} />;
}

function CreatingCard({ model, facts, now }: CardProps & { now: number }) {
  return (
    <Frame
      model={model}
      tag={
        <Tag tone="info" spinning>
          作成中
        </Tag>
      }
      meta={[...facts]}
    >
      <div className="model-body">
        <CreatingProgress progress={model.progress} elapsed={Math.max(0, now - model.createdAt)} />
        <p className="t12 faint">この画面を閉じても作成は続きます。終わるとお知らせします。</p>
      </div>
    </Frame>
  );
}

function FailedCard({ model, facts }: CardProps) {
  return (
    <Frame
      model={model}
      tag={
        <Tag tone="danger" icon="warning">
          エラー
        </Tag>
      }
      meta={[...facts, createdDay(model)]}
    >
      <div className="model-body">
        <Note tone="danger">
          {MODEL_MESSAGES.failed}。{MODEL_MESSAGES.failedUncounted}選んだ項目は残っています。
        </Note>
      </div>
      <div className="model-foot">
        <div className="model-acts">
          <Link className="main" to={`/models/copy/${model.modelId}`}>
            <Icon name="branch" />
            {MODEL_MESSAGES.remake}
          </Link>
          <ModelLink model={model} to="delete" icon="trash" label="削除" />
        </div>
      </div>
    </Frame>
  );
}

function DisabledCard({ model, facts, reason }: CardProps & { reason: string }) {
  return (
    <Frame model={model} isOff tag={<Tag icon="lock">停止中</Tag>} meta={[...facts, `${createdDay(model)} 作成`]}>
      <div className="veil">
        {/* Covers the card except its buttons. */}
        <Link to={`/models?disabled=${model.modelId}`} preventScrollReset>
          {MODEL_MESSAGES.disabled}
        </Link>
        <p>{reason}</p>
      </div>
      <div className="model-foot">
        <ReportLink model={model} />
        <div className="model-acts">
          <FinishedLinks model={model} />
        </div>
      </div>
    </Frame>
  );
}

function ReadyCard({ model, facts, figures, star }: CardProps & { figures: string | null; star: string | null }) {
  return (
    <Frame
      model={model}
      canRename
      star={<StaticHtml id={`star-${model.modelId}`} html={star} />}
      tag={
        <Tag tone="turf" icon="check">
          使えます
        </Tag>
      }
      meta={[...facts, `${createdDay(model)} 作成`, model.usableFrom]}
    >
      <div className="model-body">
        <StaticHtml id={`figures-${model.modelId}`} html={figures} />
      </div>
      <div className="model-foot">
        <ReportLink model={model} />
        <div className="model-acts">
          <Link className="main" to="/races">
            <Icon name="flag" />
            分析する
          </Link>
          <FinishedLinks model={model} />
        </div>
      </div>
    </Frame>
  );
}

function createdDay({ createdAt }: ModelCardData): string {
  return formatDayCompact(japanDay(createdAt));
}

function Frame({
  model,
  tag,
  meta,
  canRename = false,
  isOff = false,
  star,
  children,
}: {
  model: ModelCardData;
  tag: ReactNode;
  meta: (string | undefined)[];
  canRename?: boolean;
  isOff?: boolean;
  star?: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className={isOff ? "card model off" : "card model"} id={`model-${model.modelId}`}>
      <div className="model-head">
        <h3>
          {canRename ? (
            <Link className="model-name" to={`/models?rename=${model.modelId}`} preventScrollReset>
              <span>{model.name}</span>
              <Icon name="pencil" />
              <span className="sr">の名称変更</span>
            </Link>
          ) : (
            <span className="model-name">
              <span>{model.name}</span>
            </span>
          )}
        </h3>
        {tag}
        <p className="model-meta">
          {meta.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        {star}
      </div>
      {children}
    </article>
  );
}

function ReportLink({ model }: { model: ModelCardData }) {
  return (
    <Link className="model-report" to={`/models/${model.modelId}`}>
      検証レポートを読む<span className="sr">（{model.name}）</span>
      <Icon name="next" />
    </Link>
  );
}

function FinishedLinks({ model }: { model: ModelCardData }) {
  return (
    <>
      <ModelLink model={model} to="record" icon="list" label="成績表" />
      <ModelLink model={model} to="detail" icon="info" label="詳細" />
      <ModelLink model={model} to="copy" icon="branch" label="引き継ぐ" />
      <ModelLink model={model} to="delete" icon="trash" label="削除" />
    </>
  );
}

/** Links to the record, or to the list with a dialog. */
function ModelLink({
  model,
  to,
  icon,
  label,
}: {
  model: ModelCardData;
  to: "record" | "detail" | "copy" | "delete";
  icon: ComponentProps<typeof Icon>["name"];
  label: string;
}) {
  return (
    <Link
      to={to === "record" ? `/models/${model.modelId}/record` : `/models?${to}=${model.modelId}`}
      preventScrollReset={to !== "record"}
    >
      <Icon name={icon} />
      {label}
      <span className="sr">（{model.name}）</span>
    </Link>
  );
}
