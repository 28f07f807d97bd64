import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { EmptyState, Progress, Section, Tag } from "#app/components/parts/parts.tsx";
import { SkillBar, SkillTerm } from "#app/components/reports/skill-ruler.tsx";
import { byPreference, type Preferable } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";

/** The others are in the list of models. */
const SHOWN = 3;

export function HomeModels({
  models,
  defaultModelId,
  now,
}: {
  models: readonly ModelSummary[];
  defaultModelId: number | null;
  now: number;
}) {
  const hasSkill = models.some(({ report }) => report !== null);
  return (
    <Section title="AIモデル" aside={<Link to="/models">すべて見る</Link>}>
      {models.length === 0 ? (
        <EmptyState>AIモデルがありません</EmptyState>
      ) : (
        <ul className="card list clip">
          {modelsBySkill(models, defaultModelId)
            .slice(0, SHOWN)
            .map((model) => (
              <ModelRow key={model.modelId} model={model} isDefault={model.modelId === defaultModelId} now={now} />
            ))}
        </ul>
      )}
      {hasSkill && <p className="t12 faint">めもりは くじ引き 0 から 30 まで、黒い線がオッズです。</p>}
      {hasSkill && <SkillTerm />}
    </Section>
  );
}

function ModelRow({
  model: { modelId, name, status, disabled, report, progress, createdAt },
  isDefault,
  now,
}: {
  model: ModelSummary;
  isDefault: boolean;
  now: number;
}) {
  const isCreating = status === ModelStatus.creating;
  const isReady = status === ModelStatus.complete && disabled === null;
  const hasReport = disabled !== null || isReady;
  return (
    <li>
      <Link to={hasReport ? `/models/${modelId}` : `/models#model-${modelId}`}>
        <span className="grow">
          <b>{name}</b>
          {isCreating && disabled === null ? (
            <Progress share={progress} label={`${name}の作成の進み`} startedSecondsAgo={now - createdAt} />
          ) : (
            <small>
              {report === null
                ? "検証の成績はまだありません"
                : `予測力 ${formatSkill(report.pseudoR2)}（${formatCount(report.races)}R）`}
            </small>
          )}
        </span>
        {disabled !== null ? (
          <Tag icon="lock">停止中</Tag>
        ) : isCreating ? (
          <Tag tone="info" spinning>
            作成中
          </Tag>
        ) : (
          !isReady && (
            <Tag tone="danger" icon="warning">
              エラー
            </Tag>
          )
        )}
        {isDefault && isReady && <Tag>メイン</Tag>}
        {report !== null && <SkillBar skill={report} />}
        <Icon name="next" className="go" />
      </Link>
    </li>
  );
}

/** Creating ones first, then the order of preference. */
export function modelsBySkill<M extends Preferable & { status: number }>(
  models: readonly M[],
  starred: number | null,
): M[] {
  const isCreating = ({ status }: M) => Number(status === ModelStatus.creating);
  return byPreference(models, starred).sort((one, other) => isCreating(other) - isCreating(one));
}
