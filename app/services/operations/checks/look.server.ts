import type { Walk } from "#app/db/operations/checks/row-walks.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

export interface CheckedPage {
  /** Rows or objects checked. */
  seen: number;
  /** `analysis 7: in progress without a job`. */
  broken: string[];
  /** Start of the next page; null: this was the last. */
  next: string | null;
}

/** `storedBefore`: older objects need a row (R2's clock). */
export type Look = (deps: Deps, input: Walk & { storedBefore: number }) => Promise<CheckedPage>;

export function nextAfter<Row>(rows: readonly Row[], limit: number, keyOf: (row: Row) => string | number) {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : String(keyOf(last));
}
