import { groupBy } from "#app/domain/racing/group-by.ts";
import type { RaceDetails, Runner } from "#app/domain/racing/records.ts";

interface PaceRow {
  name: string;
  words: string;
}

const LAST_CORNER = 4;
const SECTION_M = 200;
/** Sections of 上り: the last 800 and 600 m. */
const LAST_SECTIONS = [4, 3] as const;

/** 3コーナー, 7,11,(3,5),1: by the runners' positions; horses at one position are in brackets. */
export function cornerOrders(runners: readonly Pick<Runner, "horseNum" | "cornerPositions">[]): PaceRow[] {
  const passed = runners.map(({ horseNum, cornerPositions }) => ({
    horseNum,
    positions: cornerPositions?.split("-").map(Number) ?? [],
  }));
  // Every horse that finished has all of them; a race of more than four names none of its corners.
  const count = Math.max(0, ...passed.map(({ positions }) => positions.length));
  if (count > LAST_CORNER) return [];
  return Array.from({ length: count }, (_, corner) => {
    const there = passed.filter(({ positions }) => positions[corner] !== undefined);
    const places = [...groupBy(there, ({ positions }) => positions[corner] ?? 0)].sort(([one], [other]) => one - other);
    const words = places.map(([, horses]) => {
      const numbers = horses.map(({ horseNum }) => horseNum).join(",");
      return horses.length > 1 ? `(${numbers})` : numbers;
    });
    return { name: `${LAST_CORNER - count + corner + 1}コーナー`, words: words.join(",") };
  });
}

/** ラップ, 12.3 – 11.0 – …, and 上り, 4F 47.1 – 3F 35.2 */
export function lapWords({ lapsS, distanceM }: Pick<RaceDetails, "lapsS"> & { distanceM: number | null }): PaceRow[] {
  if (lapsS === null) return [];
  const laps = lapsS.split("-");
  const isWhole = distanceM !== null && laps.length === Math.ceil(distanceM / SECTION_M);
  const last = LAST_SECTIONS.filter((count) => laps.length > count).map((count) => {
    const seconds = laps.slice(-count).reduce((sum, lap) => sum + Number(lap), 0);
    return `${count}F ${seconds.toFixed(1)}`;
  });
  return [
    { name: "ラップ", words: laps.join(" – ") },
    ...(isWhole && last.length > 0 ? [{ name: "上り", words: last.join(" – ") }] : []),
  ];
}
