import { formatCount, formatLimit } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { isHeld } from "#app/domain/learning/model-status.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { leftTile } from "./left-words.ts";

export function PlanQuotas({ models, user }: { models: readonly { status: number }[]; user: SessionUser }) {
  const limits = planLimits(user.plan);
  const quotas = [
    {
      label: "モデル",
      value: formatCount(models.filter(({ status }) => isHeld(status)).length),
      limit: formatLimit(limits.models),
    },
    {
      label: "今月の作成",
      value: formatCount(user.modelCreationsThisMonth),
      limit: formatLimit(limits.modelCreationsPerMonth),
    },
    leftTile(user),
  ];
  return (
    <dl className="card quota">
      {quotas.map(({ label, value, limit }) => (
        <Fact key={label} name={label}>
          {value}
          {limit !== null && <small> / {limit}</small>}
        </Fact>
      ))}
    </dl>
  );
}
