import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { FIRST_RACE_YEAR, type RaceDays } from "#app/domain/racing/race-days.ts";

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

/**
 * The three selects of /races/search. `day` is null when nothing was asked or when the three are no calendar day within
 * the offered years (31 February): that is ignored, and `selected` still shows what was chosen.
 */
export function readRaceSearch(
  query: URLSearchParams,
  today: string,
): { day: string | null; selected: SearchDay; isInvalid: boolean } {
  const { year, month, day: date } = selectedOfDay(today);
  const pick = (name: string, low: number, high: number, otherwise: number) => {
    const text = query.get(name) ?? "";
    const value = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high ? { value, isGiven: true } : { value: otherwise, isGiven: false };
  };
  const y = pick("year", FIRST_RACE_YEAR, year, year);
  const m = pick("month", 1, 12, month);
  const d = pick("day", 1, 31, date);
  const selected = { year: y.value, month: m.value, day: d.value };
  const text = `${y.value}-${String(m.value).padStart(2, "0")}-${String(d.value).padStart(2, "0")}`;
  const isAsked = query.has("year") || query.has("month") || query.has("day");
  const isValid = y.isGiven && m.isGiven && d.isGiven && isCalendarDay(text);
  return { day: isValid ? text : null, selected, isInvalid: isAsked && !isValid };
}

/** Where there are no races at all the search offers this year, so that its form is whole. */
export function offeredDays({ nearby, years }: RaceDays, today: string): RaceDays {
  return { nearby, years: years.length === 0 ? [selectedOfDay(today).year] : years };
}

/** What the race pages say. */
export const RACE_MESSAGES = {
  future: "未来のレースは検索できません",
  noneToday: "本日のレースはありません",
  none: "該当するレースが見つかりません",
  loadFailed: "レースを取得する際にエラーが発生しました",
} as const;
