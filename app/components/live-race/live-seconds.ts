import { japanDay } from "#app/domain/racing/japan-time.ts";
import { startOfRace, type TimedRace } from "#app/domain/racing/race-start.ts";

const MINUTE = 60;

/**
 * Seconds until an open page of a race polls for changes again: a minute from an hour before the start to half an hour
 * after it, else longer; null on other days, and once nothing is to come.
 */
export function liveSeconds(race: TimedRace, now: number): number | null {
  if (race.status !== "scheduled" || race.date !== japanDay(now)) return null;
  const startsAt = startOfRace(race);
  if (startsAt === null) return 15 * MINUTE;
  const minutes = (startsAt - now) / MINUTE;
  if (minutes > 180 || minutes < -180) return 15 * MINUTE;
  return minutes > 60 || minutes < -30 ? 5 * MINUTE : MINUTE;
}

/** However often asking has failed. */
const LONGEST_S = 16 * MINUTE;

/** Seconds until the next poll: twice as long after each failure. */
export function delayAfter(seconds: number, failures: number): number {
  return Math.min(seconds * 2 ** failures, LONGEST_S);
}
