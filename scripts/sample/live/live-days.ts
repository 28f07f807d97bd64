import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { meetingsOn } from "../calendar.ts";
import { generateSample } from "../generate.ts";
import { type Delivery, raceDay } from "../jv-data/race-day.ts";

/** What is delivered about one day's races, in the order of time. */
interface LiveDay {
  /** YYYY-MM-DD. */
  day: string;
  deliveries: Delivery[];
}

/**
 * All that is delivered on `today` at the latest: about its races everything, about tomorrow's the cards, with which
 * tomorrow's own deliveries begin. Days without racing are left out, and nothing is simulated if both have none.
 *
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
