import { japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceStatus } from "#app/domain/racing/race.ts";

/** State of a race in a list; `next` is today's first race still to start. */
export type RaceState = "cancelled" | "started" | "next" | "coming";

interface TimedRace {
  date: string;
  startTime: string | null;
  status: RaceStatus;
}

/** States of a day's races, in their order, at an instant (unix seconds), and the minutes until the next one starts. */
export function raceStates(
  races: readonly TimedRace[],
  now: number,
): { states: RaceState[]; minutesToNext: number | null } {
  const today = japanDay(now);
  const coming = races.flatMap((race) => {
    const startsAt = startOf(race);
    return isOpen(race, now) && race.date === today && startsAt !== null ? [startsAt] : [];
  });
  const nextAt = coming.length === 0 ? null : Math.min(...coming);
  const states = races.map((race): RaceState => {
    if (race.status === "cancelled") return "cancelled";
    if (!isOpen(race, now)) return "started";
    return nextAt !== null && startOf(race) === nextAt ? "next" : "coming";
  });
  return { states, minutesToNext: nextAt === null ? null : Math.ceil((nextAt - now) / 60) };
}

/** Whether a race is still to start: by its start time or, if that is unknown, until the end of its day. */
function isOpen(race: TimedRace, now: number): boolean {
  if (race.status !== "scheduled") return false;
  const startsAt = startOf(race);
  return startsAt === null ? race.date >= japanDay(now) : startsAt > now;
}

function startOf({ date, startTime }: TimedRace): number | null {
  if (startTime === null) return null;
  const [hours = 0, minutes = 0] = startTime.split(":").map(Number);
  return startOfJapanDay(date) + hours * 3600 + minutes * 60;
}
