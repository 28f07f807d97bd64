import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import { FIRST_RACE_YEAR } from "#app/domain/racing/race-days.ts";
import { plainFields } from "#app/http/request-reading.ts";
import { type SearchDay, selectedOfDay } from "./race-search.ts";

const NO_SUCH_DAY = "その日付はありません。年・月・日を選び直してください。";

/** Null if out of range. */
function partField(low: number, high: number) {
  return z.preprocess((text) => {
    const value = typeof text === "string" && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
    return value >= low && value <= high ? value : null;
  }, z.number().nullable());
}

function partFields(today: string) {
  const { year } = selectedOfDay(today);
  return z.object({ year: partField(FIRST_RACE_YEAR, year), month: partField(1, 12), day: partField(1, 31) });
}

/** A calendar day within the possible years. 31 February is refused. */
function raceSearchSchema(today: string) {
  return partFields(today)
    .transform(({ year, month, day }) => [year, month, day].map((part) => String(part).padStart(2, "0")).join("-"))
    .refine(isCalendarDay, NO_SUCH_DAY);
}

/**
 * `day` is null without a search and for an invalid day; an invalid one has errors in `lastResult`. `selected` keeps
 * the chosen parts.
 */
export function readRaceSearch(searchParams: URLSearchParams, today: string) {
  const query = plainFields(new URLSearchParams(searchParams));
  const sent = parseWithZod(query, { schema: partFields(today) });
  const chosen = sent.status === "success" ? sent.value : null;
  const defaults = selectedOfDay(today);
  const selected: SearchDay = {
    year: chosen?.year ?? defaults.year,
    month: chosen?.month ?? defaults.month,
    day: chosen?.day ?? defaults.day,
  };
  const isSent = ["year", "month", "day"].some((name) => query.has(name));
  if (!isSent) return { day: null, selected, lastResult: null };
  const submission = parseWithZod(query, { schema: raceSearchSchema(today) });
  return submission.status === "success"
    ? { day: submission.value, selected, lastResult: null }
    : { day: null, selected, lastResult: submission.reply() };
}
