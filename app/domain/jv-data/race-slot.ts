import type { VenueType } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { VENUES } from "./codes.ts";

/** Identifies a race independently of its ids. */
export type RaceSlot = Pick<Race, "date" | "venue" | "raceNum">;

/** The race of an id made from records (`20261122-05-11`). */
export function slotOfRaceId(raceId: string): RaceSlot {
  const [day = "", venueCode = "", raceNum = ""] = raceId.split("-");
  return {
    date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    venue: VENUES[venueCode]?.name ?? "",
    raceNum: Number(raceNum),
  };
}

/** `20261122-05-11`; a course's day has 0 for the race. */
export function raceIdOf({ date, code, raceNum }: { date: string; code: string; raceNum: number }): string {
  return `${date.replaceAll("-", "")}-${code}-${String(raceNum).padStart(2, "0")}`;
}

/** Possible ids of a race: some courses have a second code, for regional meetings. */
export function raceIdsOfSlot({ date, venue, raceNum }: RaceSlot): string[] {
  return venueCodes(venue).map((code) => raceIdOf({ date, code, raceNum }));
}

/** Table 2001's codes of a course, of any type of meeting by default. */
export function venueCodes(venue: string, venueType?: VenueType): string[] {
  return Object.entries(VENUES)
    .filter(([, { name, type }]) => name === venue && (venueType === undefined || type === venueType))
    .map(([code]) => code);
}

export function meetingIdOf(raceId: string): string {
  return `${raceId.slice(0, raceId.lastIndexOf("-"))}-00`;
}
