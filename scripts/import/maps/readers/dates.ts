import { quote } from "#app/domain/racing/fields.ts";
import { isCalendarDay, japanDay } from "#app/domain/racing/japan-time.ts";
import { plain, type Reading } from "./plain.ts";

/** A day as far as a text states it. */
interface DayParts {
  year: number | null;
  month: number | null;
  day: number | null;
}

/** Cards are published days before a race, in December for January. */
const LAST_YEAR = Number(japanDay(Date.now() / 1000).slice(0, 4)) + 1;
const FIRST_YEAR = 1950;

const ERAS: Readonly<Record<string, readonly [first: string, last: string]>> = {
  令和: ["2019-05-01", "9999-12-31"],
  R: ["2019-05-01", "9999-12-31"],
  平成: ["1989-01-08", "2019-04-30"],
  H: ["1989-01-08", "2019-04-30"],
  昭和: ["1926-12-25", "1989-01-07"],
  S: ["1926-12-25", "1989-01-07"],
};

const SEPARATED = /^(\d{4}|\d{2})\s*([-./年])\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?$/;
const ERA = /^(令和|平成|昭和|[RHS])\s*(\d{1,2}|元)\s*[-./年]\s*(\d{1,2})\s*[-./月]\s*(\d{1,2})\s*日?$/;
const ERA_DIGITS = /^([RHS])(\d{2})(\d{2})(\d{2})$/;
const DIGITS = /^(\d{4}|\d{2})(\d{2})(\d{2})$/;
const MONTH_AND_DAY = /^(\d{1,2})\s*([-./月])\s*(\d{1,2})\s*日?$/;
const MONTH_DAY_DIGITS = /^(\d{1,2})(\d{2})$/;
const WITH_TIME = /^(\S.*?)(?:T|\s+)(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/;

const iso = ({ year, month, day }: DayParts): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

const isPossible = (parts: DayParts): boolean => isCalendarDay(iso({ ...parts, year: parts.year ?? 2000 }));

/** The year of two digits that is not in the future; null if neither century can be meant. */
export function fullYear(twoDigits: number): number | null {
  if (2000 + twoDigits <= LAST_YEAR) return 2000 + twoDigits;
  return 1900 + twoDigits >= FIRST_YEAR ? 1900 + twoDigits : null;
}

function candidate(year: string | number | null, month: string | undefined, day: string | undefined): DayParts[] {
  const full = typeof year === "string" ? (year.length === 2 ? fullYear(Number(year)) : Number(year)) : year;
  if (full === null && year !== null) return [];
  const parts = { year: full, month: Number(month), day: Number(day) };
  return isPossible(parts) ? [parts] : [];
}

function ofEra([, era = "", year = "", month, day]: readonly string[]): DayParts[] {
  const [first, last] = ERAS[era] ?? ["", ""];
  const found = candidate(Number(first.slice(0, 4)) + (year === "元" ? 1 : Number(year)) - 1, month, day);
  return found.filter((parts) => iso(parts) >= first && iso(parts) <= last);
}

/** Midnight is no part of a day; an instant with an offset has its day in Japan. */
function withoutTime(text: string): string {
  const [, day = "", time = "", offset] = WITH_TIME.exec(text) ?? [];
  if (day === "") return text;
  if (offset === undefined) return /^[0:]+$/.test(time) ? day : text;
  const zone = /^(?:Z|UTC)$/.test(offset) ? "Z" : offset.replace(/^(...):?/, "$1:");
  const instant = Date.parse(`${day.replaceAll("/", "-")}T${time.padStart(5, "0")}${zone}`);
  return Number.isNaN(instant) ? text : japanDay(instant / 1000);
}

/** All days that a text may mean; none for a text that is no day. */
function parseDay(cell: string): DayParts[] {
  const text = withoutTime(
    plain(cell)
      .replace(/\s*\([^)]*\)$/, "")
      .replace(/\s*[月火水木金土日]曜日?$/, "")
      .replace(/^(\d{3,8})\.0+$/, "$1"),
  );
  if (/^(?:19|20)\d{2}$/.test(text)) return [{ year: Number(text), month: null, day: null }];
  const era = ERA.exec(text) ?? ERA_DIGITS.exec(text);
  if (era !== null) return ofEra(era);
  const digits = DIGITS.exec(text);
  if (digits !== null) return candidate(digits[1] ?? "", digits[2], digits[3]);
  const [, year, separator = "", second, third = ""] = SEPARATED.exec(text) ?? [];
  if (year !== undefined) {
    const found = candidate(year, second, third);
    // Spreadsheets set up for English write 08/10/25 for 10 August.
    const isEnglish = year.length === 2 && third.length === 2 && (separator === "/" || separator === "-");
    return isEnglish ? [...found, ...candidate(third, year, second)] : found;
  }
  const [, month, dot, day = ""] = MONTH_AND_DAY.exec(text) ?? [];
  if (month !== undefined) {
    // As a number 8.10 becomes 8.1.
    const isCut = dot === "." && day.length === 1 && day !== "0";
    return [...candidate(null, month, day), ...(isCut ? candidate(null, month, `${day}0`) : [])];
  }
  const short = MONTH_DAY_DIGITS.exec(text);
  return short === null ? [] : candidate(null, short[1], short[2]);
}

const isFull = ({ year, month, day }: DayParts): boolean => year !== null && month !== null && day !== null;

/** 2026.11.22, 2026/11/22 (日), 2026年11月22日, 令和8年11月22日, 26.11.22, 20261122, 2026-11-22 00:00:00; others unchanged. */
export function readDate(cell: string): string {
  const days = new Set(parseDay(cell).map((parts) => (isFull(parts) ? iso(parts) : "")));
  const [day] = days;
  return days.size === 1 && day !== undefined && day !== "" ? day : plain(cell);
}

const merge = (one: DayParts, other: DayParts): DayParts[] => {
  const agrees = (part: keyof DayParts) => one[part] === null || other[part] === null || one[part] === other[part];
  if (!(agrees("year") && agrees("month") && agrees("day"))) return [];
  return [{ year: one.year ?? other.year, month: one.month ?? other.month, day: one.day ?? other.day }];
};

const knownDays = new Set<string>();

/** As `isCalendarDay`, for the few days of many rows. */
export function isDay(text: string): boolean {
  if (knownDays.has(text)) return true;
  const is = isCalendarDay(text);
  if (is) knownDays.add(text);
  return is;
}

/** The one day that all columns of a row agree on: 0523 and 2026.5.23. */
export function joinDays(texts: readonly string[]): Reading {
  const [first = ""] = texts;
  if (texts.every((text) => text === first) && isDay(first)) return first;
  let days: DayParts[] = [{ year: null, month: null, day: null }];
  for (const text of texts) {
    const found = parseDay(text);
    if (found.length === 0) continue;
    days = days.flatMap((one) => found.flatMap((other) => merge(one, other)));
  }
  const names = texts.map(quote).join(" and ");
  if (days.length === 0) return { doubt: `${names} are not the same day` };
  const full = [...new Set(days.filter(isFull).filter(isPossible).map(iso))];
  if (full.length === 1) return full[0] ?? "";
  if (full.length > 1) return { doubt: `${names} may be ${full.join(" or ")}: write the year with four digits` };
  if (days.some(({ year, month }) => year === null && month !== null)) return { doubt: `${names} has no year` };
  if (days.some(({ year }) => year !== null)) return { doubt: `${names} has no month and day: say it by --set` };
  return first;
}
