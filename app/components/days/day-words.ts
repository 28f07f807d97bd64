import type { DayBoard, RowGap } from "#app/domain/days/day-board.ts";

export const DAY_MESSAGES = {
  none: "この日のレースはありません",
  noModel: "この日のレースを分析できるAIモデルがありません",
  notFound: "このモデルの、この日の印はありません",
} as const;

export const GAP_WORDS: Record<RowGap, string> = {
  pending: "分析待ち",
  "awaits-weights": "馬体重待ち",
  failed: "分析失敗（数えません）",
  deleted: "分析を削除",
  cancelled: "",
  "to-count": "",
  "no-runners": "",
  "no-weights": "馬体重なし",
};

/** Whether ◎ beat the favourite, as far as one day can show. */
export function verdictWords({ races, verdict }: { races: number; verdict: 1 | 0 | -1 }): string {
  if (verdict === 0) return `${races}レースでは運で動く幅が大きく、1番人気より上か下かは言えません。`;
  const side = verdict === 1 ? "上回りました" : "下回りました";
  return `この日の単勝は1番人気を${side}。一日の結果で、これからの成績を約束するものではありません。`;
}

/** Races that the sums leave out or include besides. */
export function leftOutWords({
  leftOut,
  deletedInSums,
}: Pick<DayBoard<unknown>, "leftOut" | "deletedInSums">): string[] {
  return [
    afterStartWords(leftOut.afterStart),
    leftOut.others > 0 ? `障害や返還、学習に使ったレースなど${leftOut.others}レースは入れていません。` : "",
    deletedInSums > 0 ? `削除した分析のうち発走前に終えた${deletedInSums}レースも入っています。` : "",
  ].filter((words) => words !== "");
}

function afterStartWords(count: number): string {
  return count > 0 ? `発走後に分析した${count}レースは入れていません。` : "";
}
