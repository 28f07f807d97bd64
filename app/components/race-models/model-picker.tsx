import { Button } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatSkill } from "#app/components/parts/numbers.ts";
import { comparedModels, planComparingMore } from "#app/domain/plans/entitlements.ts";
import { planLimits, planName } from "#app/domain/plans/plans.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";
import type { ModelsQuery } from "./models-query.ts";

/** A GET form. If the plan shows one model, radio buttons. */
export function ModelPicker({
  path,
  query,
  models,
  chosenIds,
  plan,
}: {
  path: string;
  query: ModelsQuery;
  models: readonly RaceModel[];
  chosenIds: readonly number[];
  plan: number;
}) {
  const most = comparedModels(planLimits(plan));
  return (
    <details className="pickm" name="pick">
      <summary className="btn">
        {chosenIds.length === 0 ? "モデルを選ぶ" : `${chosenIds.length}モデルを表示`}
        <Icon name="down" />
      </summary>
      <form className="card pad stack" method="get" action={path}>
        {query.sort !== null && <input type="hidden" name="sort" value={query.sort} />}
        {query.order !== null && <input type="hidden" name="order" value={query.order} />}
        <fieldset>
          <legend className="t13 muted">{most === 1 ? "1モデルを選べます" : `2〜${most}モデルを選べます`}</legend>
          {models.map(({ modelId, name, report, analysis }) => (
            <label className="check" key={modelId}>
              <input
                type={most === 1 ? "radio" : "checkbox"}
                name="m"
                value={modelId}
                defaultChecked={chosenIds.includes(modelId)}
              />
              <span className="grow">{name}</span>
              <small className="faint">
                {analysis === null ? "未分析" : report === null ? "" : `予測力 ${formatSkill(report.pseudoR2)}`}
              </small>
            </label>
          ))}
        </fieldset>
        <PlanNote plan={plan} />
        <Button tone="primary">選んだモデルで表示</Button>
      </form>
    </details>
  );
}

export function PlanNote({ plan }: { plan: number }) {
  const more = planComparingMore(plan);
  if (more === null) return null;
  return (
    <p className="t13 muted">
      {planName(plan)}でくらべられるのは{comparedModels(planLimits(plan))}モデルです。{more.name}では
      {comparedModels(more.limits)}モデルです。{" "}
      <Link className="tapl" to="/subscriptions">
        プランを見る
      </Link>
    </p>
  );
}
