import { japanDay } from "#app/domain/racing/japan-time.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";

/**
 * Completion of an analysis relative to the start of its race, by the server's clock when the scores are written.
 * - before: this many seconds before the start
 * - day-before, race-day: unknown start time, by days in Japan
 * - after: at the start or later, or on a later day
 */
export type FixedAt = { kind: "before"; seconds: number } | { kind: "day-before" | "race-day" | "after" };

export function fixedAgainstStart(
  completedAt: number,
  { date, startTime }: { date: string; startTime: string | null },
): FixedAt {
  const start = startOfRace({ date, startTime });
  if (start === null) {
    const day = japanDay(completedAt);
    return { kind: day < date ? "day-before" : day === date ? "race-day" : "after" };
  }
  const seconds = start - completedAt;
  return seconds > 0 ? { kind: "before", seconds } : { kind: "after" };
}

/** Unless it was provably completed after the start. */
export function leavesTombstone({ kind }: FixedAt): boolean {
  return kind !== "after";
}
