import { japanDay, startOfJapanDay } from "./japan-time.ts";
import type { Race } from "./records.ts";

export type TimedRace = Pick<Race, "date" | "startTime" | "status">;

/** Unix seconds; null: unknown. */
export function startOfRace({ date, startTime }: Omit<TimedRace, "status">): number | null {
  if (startTime === null) return null;
  const [hours = 0, minutes = 0] = startTime.split(":").map(Number);
  return startOfJapanDay(date) + hours * 3600 + minutes * 60;
}

/** By the start time or, if that is unknown, until the end of the day. */
export function isBeforeStart(race: TimedRace, now: number): boolean {
  if (race.status !== "scheduled") return false;
  const startsAt = startOfRace(race);
  return startsAt === null ? race.date >= japanDay(now) : startsAt > now;
}

/** Minutes from an instant (unix seconds) to a start on the same day; null on another day, past or unknown. */
export function minutesToStart(race: TimedRace, now: number): number | null {
  const startsAt = startOfRace(race);
  if (startsAt === null || race.date !== japanDay(now) || !isBeforeStart(race, now)) return null;
  return Math.ceil((startsAt - now) / 60);
}
