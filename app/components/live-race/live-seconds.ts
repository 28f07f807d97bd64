import { japanDay } from "#app/domain/racing/japan-time.ts";
import { startOfRace, type TimedRace } from "#app/domain/racing/race-start.ts";

const MINUTE = 60;

/**
 * Seconds until the next poll: a minute from an hour before the start to half an hour after it, else longer. Null on
 * other days, and when nothing can change.
 */
export function liveSeconds(race: TimedRace, now: number): number | null {
  if (race.status !== "scheduled" || race.date !== japanDay(now)) return null;
  const startsAt = startOfRace(race);
  if (startsAt === null) return 15 * MINUTE;
  const minutes = (startsAt - now) / MINUTE;
  if (minutes > 180 || minutes < -180) return 15 * MINUTE;
  return minutes > 60 || minutes < -30 ? 5 * MINUTE : MINUTE;
}

/** However many polls have failed. */
const LONGEST_S = 16 * MINUTE;

/** Doubles after each failure. */
export function delayAfter(seconds: number, failures: number): number {
  return Math.min(seconds * 2 ** failures, LONGEST_S);
}
