import { japanDay } from "#app/domain/racing/japan-time.ts";
import { isBeforeStart, startOfRace, type TimedRace } from "#app/domain/racing/race-start.ts";

/** `next` is today's first race still to start. */
export type RaceState = "cancelled" | "started" | "next" | "coming";

/** In the order of the races, and the minutes until the next one. */
export function raceStates(
  races: readonly TimedRace[],
  now: number,
): { states: RaceState[]; minutesToNext: number | null } {
  const today = japanDay(now);
  const coming = races.flatMap((race) => {
    const startsAt = startOfRace(race);
    return isBeforeStart(race, now) && race.date === today && startsAt !== null ? [startsAt] : [];
  });
  const nextAt = coming.length === 0 ? null : Math.min(...coming);
  const states = races.map((race): RaceState => {
    if (race.status === "cancelled") return "cancelled";
    if (!isBeforeStart(race, now)) return "started";
    return nextAt !== null && startOfRace(race) === nextAt ? "next" : "coming";
  });
  return { states, minutesToNext: nextAt === null ? null : Math.ceil((nextAt - now) / 60) };
}

/** From the start until the result. */
export const STARTED = "発走済み・結果待ち";

export const AFTER_START = "発走後のレースです。";

/** あと24分, あと2時間5分 */
export function minutesWords(minutes: number): string {
  return minutes < 60 ? `あと${minutes}分` : `あと${Math.floor(minutes / 60)}時間${minutes % 60}分`;
}
