import { VENUES } from "./codes.ts";

/** What a race is, whatever its id. */
export interface RaceSlot {
  /** YYYY-MM-DD. */
  date: string;
  venue: string;
  raceNum: number;
}

/** The race that an id made from records (`20261122-05-11`) stands for. */
export function slotOfRaceId(raceId: string): RaceSlot {
  const [day = "", venueCode = "", raceNum = ""] = raceId.split("-");
  return {
    date: `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`,
    venue: VENUES[venueCode]?.name ?? "",
    raceNum: Number(raceNum),
  };
}

/** The ids that records of a race may have: some courses have a second code, for regional meetings. */
export function raceIdsOfSlot({ date, venue, raceNum }: RaceSlot): string[] {
  return Object.entries(VENUES)
    .filter(([, { name }]) => name === venue)
    .map(([code]) => `${date.replaceAll("-", "")}-${code}-${String(raceNum).padStart(2, "0")}`);
}

/** Id of the records of a course's day, from that of one of its races. */
export function meetingIdOf(raceId: string): string {
  return `${raceId.slice(0, raceId.lastIndexOf("-"))}-00`;
}
