import { appendFile, readFile, writeFile } from "node:fs/promises";
import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { meetingsOn } from "../calendar.ts";
import { generateSample } from "../generate.ts";
import { type Delivery, raceDay } from "../jv-data/race-day.ts";

interface LiveDay {
  day: string;
  deliveries: Delivery[];
}

/**
 * All deliveries until the end of `today`: everything about its races, and tomorrow's cards. Nothing is simulated if
 * neither day has racing.
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

export interface DayFile {
  /** Appends what has arrived by an instant (unix seconds) and is not in the file. */
  writeUntil(at: number): Promise<void>;
}

/**
 * Opens the file, which continues where an earlier run ended. A file with another beginning starts again.
 * @param deliveries in the order of time
 */
export async function openDayFile(path: string, deliveries: readonly Delivery[]): Promise<DayFile> {
  const all = Buffer.concat(deliveries.flatMap(({ records }) => records));
  const written = await readFile(path).catch(() => Buffer.alloc(0));
  let size = written.length;
  if (!written.equals(all.subarray(0, size))) {
    await writeFile(path, "");
    size = 0;
  }
  return {
    async writeUntil(at) {
      const end = bytesUntil(deliveries, at);
      if (end <= size) return;
      await appendFile(path, all.subarray(size, end));
      size = end;
    },
  };
}

export function bytesUntil(deliveries: readonly Delivery[], at: number): number {
  return deliveries
    .filter((delivery) => delivery.at <= at)
    .reduce((sum, { records }) => sum + records.reduce((bytes, { length }) => bytes + length, 0), 0);
}
