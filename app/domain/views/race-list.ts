import type { Race } from "#app/domain/racing/records.ts";

/** A graded race near today. */
export type GradedRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "raceNum" | "name" | "grade" | "startTime" | "status"
>;
