import type { Going, Sex, Surface, TrainerBase, Weather, WeightRule } from "#app/domain/racing/race.ts";

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

export const WEIGHT_RULE_WORDS: Record<WeightRule, string> = {
  handicap: "ハンデ",
  special: "別定",
  age: "馬齢",
  set: "定量",
};

/** Short and, for screen readers, spoken. */
export const TRAINER_BASE_WORDS: Record<TrainerBase, { short: string; full: string }> = {
  miho: { short: "美", full: "美浦" },
  ritto: { short: "栗", full: "栗東" },
  regional: { short: "地", full: "地方" },
  foreign: { short: "外", full: "海外" },
};

const SEX_WORDS: Record<Sex, string> = { male: "牡", female: "牝", gelding: "せん" };

/** 牡4; unknown parts are left out. */
export function formatSexAge({ sex, age }: { sex: Sex | null; age: number | null }): string {
  return `${sex === null ? "" : SEX_WORDS[sex]}${age ?? ""}`;
}

export const VENUE_TYPE_WORDS: Record<number, string> = { 1: "中央", 2: "南関", 3: "門別", 4: "地方" };

/** 芝1600m; unknown parts are left out. */
export function formatCourse({ surface, distanceM }: { surface: Surface | null; distanceM: number | null }): string {
  return `${surface === null ? "" : SURFACE_SHORT[surface]}${distanceM === null ? "" : `${distanceM}m`}`;
}

/** 5回京都6日; only the venue if its meetings have no known numbers. */
export function formatMeeting(race: { venue: string; meetingNum: number | null; meetingDay: number | null }): string {
  const { venue, meetingNum, meetingDay } = race;
  return meetingNum === null || meetingDay === null ? venue : `${meetingNum}回${venue}${meetingDay}日`;
}

/** In the order of the race list: by venue type, then by name. */
export function venuesOf(races: readonly { venue: string; venueType: number }[]): string[] {
  const types = new Map(races.map(({ venue, venueType }) => [venue, venueType]));
  const typeOf = (venue: string) => types.get(venue) ?? 0;
  return [...types.keys()].sort((one, other) => typeOf(one) - typeOf(other) || (one < other ? -1 : 1));
}

/** 芝 良・ダ 稍重: the last published going of each surface. */
export function formatGoings(races: readonly { surface: Surface | null; going: Going | null }[]): string {
  const goings = (["turf", "dirt"] as const).flatMap((surface) => {
    const going = races.findLast((race) => race.surface === surface && race.going !== null)?.going ?? null;
    return going === null ? [] : [`${SURFACE_SHORT[surface]} ${GOING_WORDS[going]}`];
  });
  return goings.join("・");
}

/**
 * The dialog to choose a model for a race, with `modelId` preselected. It also shows refusals of the buttons that skip
 * it.
 */
export function modelDialogPath({ date, raceId }: { date: string; raceId: string }, modelId?: number): string {
  const query = new URLSearchParams({ date, race: raceId });
  if (modelId !== undefined) query.set("model", String(modelId));
  return `/races?${query}`;
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
