import {
  formatCourse,
  formatMeeting,
  GOING_WORDS,
  WEATHER_WORDS,
  WEIGHT_RULE_WORDS,
} from "#app/components/parts/race-words.ts";
import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import type { DetailedRace } from "#app/domain/views/analyses.ts";

/** Withdrawn horses that the head names; of more it says how many. */
const MOST_NAMED = 3;
const YEN_PER_MAN = 10_000;

/** 3歳以上2勝クラス(混), ハンデ, 5回京都6日; unknown parts are left out. */
export function classFacts(race: DetailedRace): { kind: "class" | "weights" | "meeting"; words: string }[] {
  const meeting = formatMeeting(race);
  // Redundant if the race is named after its class.
  const raceClass = race.raceClass === race.name ? "" : (race.raceClass ?? "");
  const facts = [
    { kind: "class", words: `${raceClass}${race.entryMarks ?? ""}` },
    { kind: "weights", words: race.weightRule === null ? "" : WEIGHT_RULE_WORDS[race.weightRule] },
    { kind: "meeting", words: meeting === race.venue ? "" : meeting },
  ] as const;
  return facts.filter(({ words }) => words !== "");
}

/** 芝2400m, 右・外 Aコース */
export function courseWords(race: DetailedRace): string[] {
  const way = [race.courseWay ?? "", race.rail === null ? "" : `${race.rail}コース`].filter((part) => part !== "");
  return [formatCourse(race), way.join(" ")].filter((word) => word !== "");
}

/** 雨, 芝 稍重 */
export function groundWords({ weather, going, surface }: DetailedRace): string[] {
  const kind = surface === "turf" ? "芝 " : surface === "dirt" ? "ダート " : "";
  return [weather === null ? "" : WEATHER_WORDS[weather], going === null ? "" : `${kind}${GOING_WORDS[going]}`].filter(
    (word) => word !== "",
  );
}

/** 15頭, （12番 取消） */
export function fieldWords(
  { runnerCount }: DetailedRace,
  runners: readonly { horseNum: number; status: RunnerStatus; words: string }[],
): string[] {
  if (runnerCount === 0) return ["出走馬未定"];
  const out = runners.filter(({ status }) => !isStarter(status));
  const named =
    out.length > MOST_NAMED ? [`${out.length}頭は出走しません`] : out.map((one) => `${one.horseNum}番 ${one.words}`);
  return named.length === 0 ? [`${runnerCount}頭`] : [`${runnerCount}頭`, `（${named.join("、")}）`];
}

/** 1着 1,550万円, 2着から 620・390・230・155 */
export function purseWords({ pursesYen }: DetailedRace): string[] {
  const [first, ...rest] = (pursesYen ?? "").split("-").filter((yen) => Number(yen) > 0);
  if (first === undefined) return [];
  const others = rest.length === 0 ? [] : [`2着から ${rest.map(inMan).join("・")}`];
  return [`1着 ${inMan(first)}万円`, ...others];
}

const inMan = (yen: string): string =>
  (Number(yen) / YEN_PER_MAN).toLocaleString("ja-JP", { maximumFractionDigits: 1 });
