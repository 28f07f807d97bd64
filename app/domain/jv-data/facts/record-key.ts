import { quote } from "#app/domain/racing/fields.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { FOREIGN_VENUE, SLEDGE_VENUE, VENUES } from "../codes.ts";
import type { RecordView } from "../record-view.ts";

export interface RecordKey {
  date: string;
  /** Table 2001. */
  code: string;
  /** 0 for the day itself. */
  raceNum: number;
  /** A race that the product does not cover. */
  isOutside: boolean;
}

type MeetingField = "Year" | "MonthDay" | "JyoCD";

/** Reports impossible values as problems. */
export function readMeetingKey(view: RecordView<MeetingField>): RecordKey {
  const year = view.raw("Year");
  const monthDay = view.raw("MonthDay");
  const date = `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`;
  if (!isCalendarDay(date)) view.refuse("MonthDay", `${quote(year + monthDay)} is no calendar day`);
  const code = view.raw("JyoCD");
  const isOutside = FOREIGN_VENUE.test(code) || code === SLEDGE_VENUE;
  if (!isOutside && !Object.hasOwn(VENUES, code)) view.refuse("JyoCD", `${quote(code)} is no course`);
  return { date, code, raceNum: 0, isOutside };
}

export function readRaceKey(view: RecordView<MeetingField | "RaceNum">): RecordKey {
  const key = readMeetingKey(view);
  const raceNum = view.raw("RaceNum");
  if (!/^\d\d$/.test(raceNum) || raceNum === "00") view.refuse("RaceNum", `${quote(raceNum)} is no number of a race`);
  return { ...key, raceNum: Number(raceNum) };
}

/** `2026-11-22T14:35`, Japan; null if not set. The field has no year: the one nearest to the race's day is used. */
export function readAnnouncement(view: RecordView<"HappyoTime">, date: string): string | null {
  const raw = view.raw("HappyoTime");
  if (/^[0 ]*$/.test(raw)) return null;
  const year = Number(date.slice(0, 4)) + yearShift(Number(raw.slice(0, 2)) - Number(date.slice(5, 7)));
  const day = `${year}-${raw.slice(0, 2)}-${raw.slice(2, 4)}`;
  if (!/^\d{4}([01]\d|2[0-3])[0-5]\d$/.test(raw) || !isCalendarDay(day)) {
    view.refuse("HappyoTime", `${quote(raw)} is no day and time (mmddhhmm)`);
    return null;
  }
  return `${day}T${raw.slice(4, 6)}:${raw.slice(6)}`;
}

/** In December for a race in January: the year before; and the other way round. */
function yearShift(months: number): number {
  if (months > 6) return -1;
  return months < -6 ? 1 : 0;
}
