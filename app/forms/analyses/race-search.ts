import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import { NO_SUCH_RACE } from "#app/forms/messages.ts";

/** The `date` query of /races: a real calendar day, else ignored, which means today. */
export function readRaceDay(value: string | null, today: string): string {
  return value !== null && isCalendarDay(value) ? value : today;
}

export interface SearchDay {
  year: number;
  month: number;
  day: number;
}

/** What the selects show for a day (YYYY-MM-DD). */
export function selectedOfDay(date: string): SearchDay {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** Where there are no races at all the search offers this year, so that its form is whole. */
export function offeredDays({ nearby, years }: RaceDays, today: string): RaceDays {
  return { nearby, years: years.length === 0 ? [selectedOfDay(today).year] : years };
}

/** What the race pages say. */
export const RACE_MESSAGES = {
  future: "未来のレースは検索できません",
  noneToday: "本日のレースはありません",
  none: NO_SUCH_RACE,
  loadFailed: "レースを取得する際にエラーが発生しました",
} as const;
