import type { Race } from "#app/domain/racing/records.ts";

export type GradedRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "raceNum" | "name" | "grade" | "startTime" | "status"
>;
