import type { MarketOdds } from "#app/domain/views/analyses.ts";

/** 8月9日 16:05, or the time alone on the race's day. @param moment `2026-11-22T14:32`, Japan */
function momentWords(moment: string, raceDay: string): string {
  const [day = "", time = ""] = moment.split("T");
  const [, month, date] = day.split("-").map(Number);
  return day === raceDay ? time : `${month}月${date}日 ${time}`;
}

/** How old the market's odds are, or that there are none: one line. Null for a race that is not held. */
export function oddsWords(
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null,
  race: { date: string; status: "scheduled" | "result" | "cancelled" },
): string | null {
  if (race.status === "cancelled") return null;
  if (market === null)
    return race.status === "result" ? "単勝オッズの記録がありません。" : "単勝オッズはまだ届いていません。";
  if (market.isFinal) return "単勝オッズ 確定";
  if (market.announcedAt === null) return "単勝オッズ 時刻不明";
  return `単勝オッズ ${momentWords(market.announcedAt, race.date)} 現在`;
}

/** 馬体重 14:35 更新, 結果 16:02 更新; without what is unknown. @param moments `2026-11-22T14:35`, Japan */
export function updateWords(moments: { weights: string | null; results: string | null }, raceDay: string): string[] {
  const { weights, results } = moments;
  return [
    ...(weights === null ? [] : [`馬体重 ${momentWords(weights, raceDay)} 更新`]),
    ...(results === null ? [] : [`結果 ${momentWords(results, raceDay)} 更新`]),
  ];
}
