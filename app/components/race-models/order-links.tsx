import { Link } from "#app/components/parts/link.tsx";
import type { HorseOrder } from "./models-query.ts";

function orderName(order: HorseOrder, isMean: boolean): string {
  const names: Record<HorseOrder, string> = { mean: isMean ? "平均勝率" : "勝率", value: "期待値", number: "馬番" };
  return names[order];
}

/** 平均勝率の順 */
export function orderHead(order: HorseOrder, isMean: boolean): string {
  return `${orderName(order, isMean)}の順`;
}

/** The orders of a table's horses, as links. @param isMean whether chances are means of several models */
export function OrderLinks({
  orders,
  current,
  isMean,
  hrefOf,
}: {
  orders: readonly HorseOrder[];
  current: HorseOrder;
  isMean: boolean;
  hrefOf: (order: HorseOrder) => string;
}) {
  return (
    <nav className="sorts" aria-label="並び順">
      {orders.map((order) => (
        <Link key={order} to={hrefOf(order)} aria-current={order === current ? "true" : undefined}>
          {orderName(order, isMean)}順
        </Link>
      ))}
    </nav>
  );
}
