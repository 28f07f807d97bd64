import type { Going, Surface, Weather } from "#app/domain/racing/race.ts";

const SURFACE_SHORT: Record<Surface, string> = { turf: "芝", dirt: "ダ", jump: "障" };

export const WEATHER_WORDS: Record<Weather, string> = {
  fine: "晴",
  cloudy: "曇",
  rainy: "雨",
  drizzle: "小雨",
  snow: "雪",
  light_snow: "小雪",
};

export const GOING_WORDS: Record<Going, string> = { firm: "良", good: "稍重", yielding: "重", soft: "不良" };

/** By venue type. */
export const VENUE_TYPE_WORDS: Record<number, string> = { 1: "中央", 2: "南関", 3: "門別", 4: "地方" };

/** 芝1600m; what is unknown is left out. */
export function formatCourse({ surface, distanceM }: { surface: Surface | null; distanceM: number | null }): string {
  return `${surface === null ? "" : SURFACE_SHORT[surface]}${distanceM === null ? "" : `${distanceM}m`}`;
}

/** 14:30　芝1600m　11頭 */
export function formatRaceFacts(race: {
  startTime: string | null;
  surface: Surface | null;
  distanceM: number | null;
  runnerCount: number;
}): string {
  return [race.startTime ?? "", formatCourse(race), race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定"]
    .filter((part) => part !== "")
    .join("　");
}
