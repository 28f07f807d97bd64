import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { addDays, japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import type { Race } from "#app/domain/racing/records.ts";

export type CalendarDay = Pick<Race, "date" | "venue">;

export interface CalendarRace extends CalendarDay, Pick<Race, "raceId" | "raceNum" | "name" | "startTime"> {
  horses: readonly string[];
}

interface Event {
  id: string;
  day: string;
  /** Unix seconds. Absent: the whole day. */
  start?: number;
  summary: string;
  url?: string;
}

/** Weights come about an hour before the start. */
const WEIGHTS_BEFORE_SECONDS = 3600;
const MINUTES = 5;
const encoder = new TextEncoder();

/** Octets of a line without its end. */
const LINE_MAX = 75;

/** So that a file without events is valid, and times are Japan's. */
const TIME_ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Asia/Tokyo",
  "BEGIN:STANDARD",
  "DTSTART:19700101T000000",
  "TZOFFSETFROM:+0900",
  "TZOFFSETTO:+0900",
  "TZNAME:JST",
  "END:STANDARD",
  "END:VTIMEZONE",
];

/** RFC 5545. @param more now: unix seconds */
export function writeCalendar(
  { days, races }: { days: readonly CalendarDay[]; races: readonly CalendarRace[] },
  { origin, now }: { origin: string; now: number },
): string {
  const events = [...groupDays(days), ...races.flatMap((race) => eventsOf(race, origin))];
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//hachiwaku//calendar//JA", "CALSCALE:GREGORIAN"],
    ...[`X-WR-CALNAME:${escapeText(PRODUCT_NAME)}`, ...TIME_ZONE],
    ...events.flatMap((event) => writeEvent(event, { host: new URL(origin).host, now })),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function groupDays(days: readonly CalendarDay[]): Event[] {
  return [...groupBy(days, ({ date }) => date)].map(([day, venues]) => ({
    ...{ id: `day-${day}`, day },
    summary: `開催 ${venues.map(({ venue }) => venue).join("・")}`,
  }));
}

function eventsOf(
  { raceId, date: day, venue, raceNum, name, startTime, horses }: CalendarRace,
  origin: string,
): Event[] {
  const url = `${origin}/races/${encodeURIComponent(raceId)}`;
  const race = `${venue}${raceNum}R`;
  const run = { id: `race-${raceId}`, day, url, summary: `${race} ${name}：${horses.join("、")}` };
  if (startTime === null) return [run];
  const start = Date.parse(`${day}T${startTime}:00+09:00`) / 1000;
  return [
    {
      ...{ id: `weights-${raceId}`, day, url, summary: `${race} 馬体重発表のめやす` },
      start: start - WEIGHTS_BEFORE_SECONDS,
    },
    { ...run, start },
  ];
}

function writeEvent({ id, day, start, summary, url }: Event, { host, now }: { host: string; now: number }): string[] {
  const compact = (text: string) => text.replaceAll(/[-:]/g, "");
  return [
    ...["BEGIN:VEVENT", `UID:${escapeText(`${id}@${host}`)}`],
    `DTSTAMP:${compact(new Date(now * 1000).toISOString().slice(0, 19))}Z`,
    ...(start === undefined
      ? [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`]
      : [`DTSTART;TZID=Asia/Tokyo:${compact(`${japanDay(start)}T${japanTime(start)}`)}00`, `DURATION:PT${MINUTES}M`]),
    `SUMMARY:${escapeText(summary)}`,
    ...(url === undefined ? [] : [`URL:${url}`]),
    ...["TRANSP:TRANSPARENT", "END:VEVENT"],
  ];
}

function escapeText(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/[\\;,]/g, (letter) => `\\${letter}`);
}

/** A continuation begins with a space. Characters stay whole. */
function fold(line: string): string {
  let octets = 0;
  return [...line]
    .map((letter) => {
      const size = encoder.encode(letter).byteLength;
      if (octets + size <= LINE_MAX) {
        octets += size;
        return letter;
      }
      octets = 1 + size;
      return `\r\n ${letter}`;
    })
    .join("");
}
