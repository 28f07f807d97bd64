import type { ReactNode } from "react";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Fact, Tag } from "#app/components/parts/parts.tsx";
import { PLAN_LIST } from "#app/domain/plans/plan-list.ts";
import type { PlanRow } from "#app/domain/plans/plans.ts";

export function PlanCard({
  row,
  state,
  action,
}: {
  row: PlanRow;
  state: "current" | "restricted" | null;
  action?: ReactNode;
}) {
  const entry = PLAN_LIST.find(({ planId }) => planId === row.plan);
  return (
    <li className={state === null ? "card plan" : "card plan now"}>
      <div className="plan-h">
        <h3>{row.name}</h3>
        <span className="tags">
          {state === "current" && <Tag tone="turf">現在のプラン</Tag>}
          {state === "restricted" && <Tag tone="warn">制限モード</Tag>}
          {row.isRecommended && <Tag tone="warn">おすすめ</Tag>}
        </span>
        <p className="price">
          {formatCount(row.priceYen)}
          <small>円/月</small>
        </p>
      </div>
      <p className="t13 muted who">{entry?.description}</p>
      <dl>
        {entry?.items.map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
      {action}
    </li>
  );
}
