import type { ReactNode } from "react";
import type { PlanRow } from "#app/domain/plans/plans.ts";
import { formatCount, formatLimit } from "./numbers.ts";
import { Tag } from "./parts.tsx";

/** Whom a plan is for, by plan id. */
const FOR_WHOM: Readonly<Record<number, string>> = {
  1: "まず試す",
  2: "週末に数レース",
  3: "モデルを比べる",
  4: "毎週しっかり",
  5: "ほぼ毎日",
  6: "上限を気にしない",
};

/** One plan of the table: name, price and the limits of spec §9. `action` is the way to choose it, where it is offered. */
export function PlanCard({
  row,
  state,
  action,
}: {
  row: PlanRow;
  state: "current" | "restricted" | null;
  action?: ReactNode;
}) {
  const { limits } = row;
  const isForLife = limits.analysesPerLifetime !== null;
  const facts = [
    ["項目数", formatLimit(limits.features)],
    ["モデル", formatLimit(limits.models)],
    ["分析/日", isForLife ? `全${limits.analysesPerLifetime}回` : formatLimit(limits.analysesPerDay)],
    ["分析/月", isForLife ? "—" : formatLimit(limits.analysesPerMonth)],
    ["作成/月", formatLimit(limits.modelCreationsPerMonth)],
  ] as const;
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
      <p className="t13 muted who">{FOR_WHOM[row.plan]}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {action}
    </li>
  );
}
