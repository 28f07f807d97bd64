import { isBeforeStart, minutesToStart, type TimedRace } from "#app/domain/racing/race-start.ts";

/** `next` is today's first race still to start. */
export type RaceState = "cancelled" | "started" | "next" | "coming";

export function raceStates(races: readonly TimedRace[], now: number): RaceState[] {
  const next = Math.min(...races.map((race) => minutesToStart(race, now) ?? Number.POSITIVE_INFINITY));
  return races.map((race) => {
    if (race.status === "cancelled") return "cancelled";
    if (!isBeforeStart(race, now)) return "started";
    return minutesToStart(race, now) === next ? "next" : "coming";
  });
}

/** From the start until the result. */
export const STARTED = "発走済み・結果待ち";

export const AFTER_START = "発走後のレースです。";

/** あと24分, あと2時間5分 */
export function minutesWords(minutes: number): string {
  return minutes < 60 ? `あと${minutes}分` : `あと${Math.floor(minutes / 60)}時間${minutes % 60}分`;
}
