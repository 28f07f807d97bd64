import { SortLinks } from "#app/components/parts/segmented-links.tsx";
import type { Comparison, ModelRow } from "./model-rows.ts";
import { type HorseOrder, type ModelsQuery, modelsSearch } from "./models-query.ts";

type OrderedTable = "sort" | "order";

function orderName(order: HorseOrder, isMean: boolean): string {
  const names: Record<HorseOrder, string> = { mean: isMean ? "平均勝率" : "勝率", value: "期待値", number: "馬番" };
  return names[order];
}

export function orderHead(order: HorseOrder, isMean: boolean): string {
  return `${orderName(order, isMean)}の順`;
}

/** Chances first; by value only if there are values. */
function ordersOf(rows: readonly ModelRow[]): [HorseOrder, ...HorseOrder[]] {
  return rows.some(({ value }) => value?.mixed != null) ? ["mean", "value", "number"] : ["mean", "number"];
}

export function currentOrder(table: OrderedTable, rows: readonly ModelRow[], query: ModelsQuery): HorseOrder {
  const orders = ordersOf(rows);
  return orders.find((one) => one === query[table]) ?? orders[0];
}

export function shownOrders({ rows, query }: Comparison): Pick<ModelsQuery, OrderedTable> {
  return { sort: currentOrder("sort", rows, query), order: currentOrder("order", rows, query) };
}

/** Has its own element, because odds may arrive while the page is open. */
export function OrderLinks({ table, compared }: { table: OrderedTable; compared: Comparison }) {
  const { rows, query, path, by, shown } = compared;
  const isMean = table === "order" ? by === "mean" : shown.length > 1;
  const orders = ordersOf(rows);
  const current = currentOrder(table, rows, query);
  return (
    <SortLinks
      label="並び順"
      options={orders.map((order) => ({
        to: `${path}${modelsSearch(query, { [table]: order === orders[0] ? null : order })}${table === "order" ? "#value" : ""}`,
        label: `${orderName(order, isMean)}順`,
        isCurrent: order === current,
      }))}
    />
  );
}
