import { isCalendarDay } from "#app/domain/racing/japan-time.ts";
import listed from "./special-meetings.json";

/** Days with a long midday break at a venue, where races 6, 7 and 12 count. */
export interface SpecialMeeting {
  venue: string;
  /** First and last day, inclusive. */
  from: string;
  to: string;
}

type ParsedSpecialMeetings = { kind: "parsed"; meetings: SpecialMeeting[] } | { kind: "refused"; problems: string[] };

/** A JSON array of `{venue, from, to}`. Rejects the whole list and names every invalid entry. */
export function parseSpecialMeetings(value: unknown): ParsedSpecialMeetings {
  if (!Array.isArray(value)) return { kind: "refused", problems: ["the list is no array"] };
  const problems: string[] = [];
  const meetings = value.flatMap((entry: unknown, index) => {
    const { venue, from, to } = (typeof entry === "object" && entry !== null ? entry : {}) as Record<string, unknown>;
    if (typeof venue !== "string" || venue.trim() === "") problems.push(`entry ${index + 1}: venue is missing`);
    else if (!isDay(from) || !isDay(to)) problems.push(`entry ${index + 1}: from and to are days YYYY-MM-DD`);
    else if (from > to) problems.push(`entry ${index + 1}: from is after to`);
    else return [{ venue: venue.trim(), from, to }];
    return [];
  });
  return problems.length > 0 ? { kind: "refused", problems } : { kind: "parsed", meetings };
}

function isDay(value: unknown): value is string {
  return typeof value === "string" && isCalendarDay(value);
}

export const SPECIAL_MEETINGS: readonly SpecialMeeting[] = requireMeetings(parseSpecialMeetings(listed));

function requireMeetings(parsed: ParsedSpecialMeetings): SpecialMeeting[] {
  if (parsed.kind === "refused") throw new Error(`special-meetings.json: ${parsed.problems.join("; ")}`);
  return parsed.meetings;
}
