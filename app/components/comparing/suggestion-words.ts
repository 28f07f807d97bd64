import { CUSTOMIZE_WORDS, formatRaceNums, KIND_WORDS } from "#app/components/models/model-words.ts";
import type { Change } from "#app/domain/suggestions/candidate-changes.ts";
import type { JudgedChange } from "#app/domain/suggestions/judge-changes.ts";

/** 血統を足す, 着差に3走を足す. */
export function changeWords(change: Change): string {
  const end = change.does === "add" ? "を足す" : "を外す";
  if ("feature" in change) return `${change.feature}${end}`;
  const { name } = KIND_WORDS[change.kind];
  if ("condition" in change) return `${name}に「${CUSTOMIZE_WORDS[change.condition].name}」${end}`;
  if ("count" in change) return `${name}に${change.count === -1 ? "" : "近"}${formatRaceNums([change.count])}${end}`;
  return `${name}${change.does === "add" ? "（近5走）" : ""}${end}`;
}

export const VERDICT_WORDS: Record<JudgedChange["verdict"], string> = {
  confirmed: "確認できた",
  unknown: "まだ分からない",
  none: "効果なし",
};

export const SEARCH_REFUSALS = {
  "no-changes": "このモデルで試せる変更がありません。",
  "searches-per-month": "今月の改善案の回数が上限に達しています。",
  "search-running": "ほかの改善案を調べているところです。終わってから、もう一度押してください。",
} as const;
export type SearchRefusal = keyof typeof SEARCH_REFUSALS;
