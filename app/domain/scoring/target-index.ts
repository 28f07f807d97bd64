import type { IndexedRace } from "./indices-csv.ts";
import { placeHorses } from "./place-horses.ts";

/** TARGET reads 0 to 9999.9, so the file holds 100 + 10 × index. */
export const TARGET_SHIFT = { base: 100, factor: 10 } as const;

const MOST = 9999.9;

export type TargetRace = Pick<IndexedRace, "runners" | "scores" | "isLearntFrom"> & {
  race: { date: string; raceNum: number; meetingNum: number | null; meetingDay: number | null };
  /** Table 2001 of JV-Data. */
  venueCode: string | undefined;
};

/**
 * The external index file of TARGET frontier JV: race id of 16 digits and horse number, index, rank as sealed. Without
 * non-starters, races learnt from, and races without a meeting, which have no race id.
 *
 * @see https://targetfaq.jra-van.jp/ FAQ 642 (file), 658 (race id)
 */
export function targetIndexCsv(analyses: readonly TargetRace[]): string {
  const lines = analyses
    .filter(({ isLearntFrom }) => !isLearntFrom)
    .flatMap(({ race, venueCode, runners, scores }) => {
      const id = targetRaceId(race, venueCode);
      if (id === null) return [];
      return placeHorses(scores, runners)
        .filter(({ isOut }) => !isOut)
        .map(({ score, place }) => `${id}${twoDigits(score.horseNum)},${shifted(score.index)},${place}\r\n`);
    });
  return lines.sort().join("");
}

export function targetRaceId(
  { date, raceNum, meetingNum, meetingDay }: TargetRace["race"],
  venueCode: string | undefined,
): string | null {
  if (venueCode === undefined || meetingNum === null || meetingDay === null) return null;
  return `${date.replaceAll("-", "")}${venueCode}${[meetingNum, meetingDay, raceNum].map(twoDigits).join("")}`;
}

function shifted(index: number): string {
  const { base, factor } = TARGET_SHIFT;
  return Math.min(MOST, Math.max(0, base + factor * index)).toFixed(1);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
