import type { RaceStatus, RunnerStatus } from "#app/domain/racing/race.ts";
import type { PlacedHorse } from "#app/domain/scoring/place-horses.ts";
import { type Finish, MARK_SIGNS, SHARED_MARKS, type SharedMark } from "#app/domain/scoring/shared-analysis.ts";

const STATUS_WORDS: Partial<Record<RunnerStatus, string>> = {
  scratched: "取消",
  excluded: "除外",
  did_not_finish: "中止",
  disqualified: "失格",
};

/** 1着, or why the horse has no finish. */
export function finishWords({ status, position }: Finish): string {
  return position === null ? (STATUS_WORDS[status] ?? "着順なし") : `${position}着`;
}

export const RACE_CANCELLED = "このレースは中止になりました。";
export const NOBODY_STARTS = "出走する馬がいないため、勝率はありません。";

const LED_BY = [
  ["favourite", "◎"],
  ["rival", "○"],
  ["third", "▲"],
] as const;

/** Names the marked horses that do not start; null if all start. */
export function withdrawnMarkWords(
  horses: readonly Pick<PlacedHorse<{ horseNum: number }>, "score" | "place" | "isOut">[],
) {
  const marked = horses.flatMap(({ score, place, isOut }) => {
    const mark = SHARED_MARKS[place - 1];
    return isOut && mark !== undefined ? [`${MARK_SIGNS[mark]}${score.horseNum}番`] : [];
  });
  if (marked.length === 0) return null;
  return `${marked.join("・")}は出走しません。印は繰り上げず、成績では返還として扱います。`;
}

/** The finish of the marked horses: 結果：◎1着・○5着・▲2着. Null until the race has a result. */
export function resultLine({
  race,
  horses,
}: {
  race: { status?: RaceStatus };
  horses: readonly { mark: SharedMark; finish?: Finish }[];
}): string | null {
  if (race.status === "cancelled") return RACE_CANCELLED;
  if (race.status !== "result") return null;
  const ends = LED_BY.flatMap(([kind, mark]) => {
    const finish = horses.find((horse) => horse.mark === kind)?.finish;
    return finish === undefined ? [] : [`${mark}${finishWords(finish)}`];
  });
  return ends.length === 0 ? null : `結果：${ends.join("・")}`;
}

/** ◎は3着。勝ったのは▲でした。 Empty without a winner. */
export function finishSentence(horses: readonly (Finish & { horseNum: number; mark: SharedMark })[]): string {
  const winners = horses.filter(({ position }) => position === 1);
  const best = horses.find(({ mark }) => mark === "favourite");
  if (winners.length === 0) return "";
  if (best?.position === 1) return winners.length === 1 ? "◎が勝ちました。" : "◎が1着同着でした。";
  const names = winners.map(({ mark, horseNum }) => (mark === null ? `印のない${horseNum}番` : MARK_SIGNS[mark]));
  return `${best === undefined ? "" : `◎は${finishWords(best)}。`}勝ったのは${names.join("と")}でした。`;
}
