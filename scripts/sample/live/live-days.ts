import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { meetingsOn } from "../calendar.ts";
import { generateSample } from "../generate.ts";
import { type Delivery, raceDay } from "../jv-data/race-day.ts";

/** What is delivered about one day's races, in the order of time. */
interface LiveDay {
  day: string;
  deliveries: Delivery[];
}

/**
 * All deliveries until the end of `today`: everything about its races, and tomorrow's cards. Nothing is simulated if
 * neither day has racing.
 * @param sample its seed and first day
 */
export function liveDays({ seed, from }: { seed: number; from: string }, today: string): LiveDay[] {
  const midnight = startOfJapanDay(addDays(today, 1));
  const days = [today, addDays(today, 1)].filter((day) => meetingsOn(day).length > 0);
  if (days.length === 0) return [];
  // As seen at midnight, today's races have their results.
  const samples = [...generateSample({ seed, from, now: midnight, emitSince: today })];
  return days.map((day) => {
    const races = samples.filter(({ race }) => race.date === day);
    return { day, deliveries: raceDay(seed, races).filter(({ at }) => at < midnight) };
  });
}
