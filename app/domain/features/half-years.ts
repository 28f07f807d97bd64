import { dayOfNumber } from "#app/domain/racing/japan-time.ts";
import type { History } from "./history.ts";

/** "2026-1" for January to June 2026, "2026-2" for the rest. */
export function segmentNameOf(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(5, 7) <= "06" ? 1 : 2}`;
}

/** Consecutive races of all venue types in one half year. */
export interface HistorySegment {
  name: string;
  firstRace: number;
  endRace: number;
}

export function listSegments(history: History): HistorySegment[] {
  const segments: HistorySegment[] = [];
  let lastDay = Number.NaN;
  for (let race = 0; race < history.raceCount; race += 1) {
    const day = history.races.day[race] ?? 0;
    if (day === lastDay) continue;
    lastDay = day;
    const name = segmentNameOf(dayOfNumber(day));
    const last = segments.at(-1);
    if (last?.name === name) continue;
    if (last !== undefined) last.endRace = race;
    segments.push({ name, firstRace: race, endRace: history.raceCount });
  }
  return segments;
}

/** End of the race day that begins with a race. */
export function endOfRaceDay({ races }: History, firstRace: number, endRace: number): number {
  const day = races.day[firstRace];
  let race = firstRace + 1;
  while (race < endRace && races.day[race] === day) race += 1;
  return race;
}
