import type { RaceStatus, RunnerStatus } from "#app/domain/racing/race.ts";
import type { Finish, SharedMark } from "#app/domain/scoring/shared-analysis.ts";

const STATUS_WORDS: Partial<Record<RunnerStatus, string>> = {
  scratched: "取消",
  excluded: "除外",
  did_not_finish: "中止",
  disqualified: "失格",
};

/** 1着, or what became of the horse. */
export function finishWords({ status, position }: Finish): string {
  return position === null ? (STATUS_WORDS[status] ?? "着順なし") : `${position}着`;
}

export const RACE_CANCELLED = "このレースは中止になりました。";

/** Of each of these there is one in a race. */
const LED_BY = [
  ["favourite", "◎"],
  ["rival", "○"],
  ["third", "▲"],
] as const;

/** How a shared analysis ended in one line: 結果：◎1着・○5着・▲2着. Null while the race has no result. */
export function resultLine({
  race,
  horses,
}: {
  race: { status?: RaceStatus };
  horses: readonly { mark: SharedMark; finish?: Finish }[];
}): string | null {
  if (race.status === "cancelled") return RACE_CANCELLED;
  const ends = LED_BY.flatMap(([kind, mark]) => {
    const finish = horses.find((horse) => horse.mark === kind)?.finish;
    return finish === undefined ? [] : [`${mark}${finishWords(finish)}`];
  });
  return ends.length === 0 ? null : `結果：${ends.join("・")}`;
}
