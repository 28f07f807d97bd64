import { japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";

/**
 * When an analysis was fixed, against the start of its race. It is fixed by the server's clock when its scores are
 * written: until then nobody could know them, and from then on nobody can change them.
 * - before: so many seconds before the start
 * - day-before, race-day: of a race whose time of start is not known, by Japan's days
 * - after: at the start or later, or on a later day
 */
export type FixedAt = { kind: "before"; seconds: number } | { kind: "day-before" | "race-day" | "after" };

/** @param date Japan's race day @param startTime HH:MM in Japan; null: not known */
export function fixedAgainstStart(
  completedAt: number,
  { date, startTime }: { date: string; startTime: string | null },
): FixedAt {
  if (startTime === null) {
    const day = japanDay(completedAt);
    return { kind: day < date ? "day-before" : day === date ? "race-day" : "after" };
  }
  const [hours, minutes] = startTime.split(":").map(Number);
  const seconds = startOfJapanDay(date) + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 - completedAt;
  return seconds > 0 ? { kind: "before", seconds } : { kind: "after" };
}

/** Whether deleting it leaves a tombstone: all that cannot be shown to have been made after the start. */
export function leavesTombstone({ kind }: FixedAt): boolean {
  return kind !== "after";
}
