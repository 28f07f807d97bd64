import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import { NO_SUCH_RACE } from "#app/forms/messages.ts";

/** Today, if the `date` query is not a calendar day. */
export function readRaceDay(value: string | null, today: string): string {
  return value !== null && isCalendarDay(value) ? value : today;
}

export interface SearchDay {
  year: number;
  month: number;
  day: number;
}

export function selectedOfDay(date: string): SearchDay {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** Without any race it offers this year, so that the select is never empty. */
export function offeredDays({ nearby, years }: RaceDays, today: string): RaceDays {
  return { nearby, years: years.length === 0 ? [selectedOfDay(today).year] : years };
}

export const RACE_MESSAGES = {
  future: "未来のレースは検索できません",
  noneToday: "本日のレースはありません",
  none: NO_SUCH_RACE,
  loadFailed: "レースを取得する際にエラーが発生しました",
} as const;

/** For the error boundaries of a race's pages. */
export const RACE_FAILURE = {
  text: RACE_MESSAGES.loadFailed,
  again: "/races",
  missing: { text: RACE_MESSAGES.none },
} as const;
