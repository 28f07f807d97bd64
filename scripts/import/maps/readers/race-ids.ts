import { SLEDGE_VENUE, VENUES } from "#app/domain/jv-data/codes.ts";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { plain } from "./plain.ts";

/** What an id of a race states, as cells; a central id of netkeiba has only the year of its date. */
interface RaceIdParts {
  date: string;
  venue: string;
  raceNum: string;
  meetingNum: string;
  meetingDay: string;
}

/** JRA-VAN: day, course, meeting, day of the meeting, race; at central courses perhaps the horse's number too. */
const OFFICIAL = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})(\d{2})|(0\d|10)(\d{2})(\d{2})(\d{2})\d{2})$/;
/** netkeiba: year, course, then meeting and its day (central) or month and day (regional), race. */
const NETKEIBA = /^((?:19|20)\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

const LAST_CENTRAL = "10";
/** 58 to 61 are regional meetings at central courses. */
const FIRST_SHARED = "58";
const SLEDGE_CODES: readonly string[] = [SLEDGE_VENUE, "65"];
const MAX = { race: 12, meeting: 9, meetingDay: 16 };

const venueOf = (code: string): string =>
  SLEDGE_CODES.includes(code) ? "帯広(ば)" : code < FIRST_SHARED ? (VENUES[code]?.name ?? "") : "";

const isWithin = (digits: string, max: number): boolean => Number(digits) >= 1 && Number(digits) <= max;
const bare = (digits: string): string => String(Number(digits));

/** Null for an id of any other form. */
export function parseRaceId(cell: string): RaceIdParts | null {
  const text = plain(cell).replace(/\.0+$/, "");
  const [, year, month, date, ...rest] = OFFICIAL.exec(text) ?? [];
  if (year !== undefined) {
    const [course = "", meeting = "", meetingDay = "", race = ""] = rest.filter((part) => part !== undefined);
    const day = `${year}-${month}-${date}`;
    if (!isCalendarDay(day) || venueOf(course) === "" || !isWithin(race, MAX.race)) return null;
    const hasMeeting = isWithin(meeting, MAX.meeting) && isWithin(meetingDay, MAX.meetingDay);
    return {
      date: day,
      venue: venueOf(course),
      raceNum: bare(race),
      meetingNum: hasMeeting ? bare(meeting) : "",
      meetingDay: hasMeeting ? bare(meetingDay) : "",
    };
  }
  const [, ofYear = "", code = "", first = "", second = "", number = ""] = NETKEIBA.exec(text) ?? [];
  const venue = venueOf(code);
  if (venue === "" || !isWithin(number, MAX.race)) return null;
  const common = { venue, raceNum: bare(number) };
  if (code <= LAST_CENTRAL) {
    if (!isWithin(first, MAX.meeting) || !isWithin(second, MAX.meetingDay)) return null;
    return { ...common, date: ofYear, meetingNum: bare(first), meetingDay: bare(second) };
  }
  const day = `${ofYear}-${first}-${second}`;
  return isCalendarDay(day) ? { ...common, date: day, meetingNum: "", meetingDay: "" } : null;
}
