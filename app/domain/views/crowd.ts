import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";
import type { CrowdForecast } from "#app/domain/season/crowd.ts";
import type { Benchmark, CrowdBesideOdds, CrowdReturns, SeasonBoard } from "#app/domain/season/stored-board.ts";
import type { UsualOpenness } from "#app/domain/season/usual-openness.ts";

/** An own model's analysis of the race, made before the start. */
export interface OwnPick {
  analysisId: number;
  modelId: number;
  modelName: string;
  /** Its first horse, and that horse's chance by it; null: the model learnt from the race. */
  horseNum: number;
  chance: number | null;
  /** Earlier races of the year that both had a forecast of, and those of them with another first horse. */
  races: number;
  differing: number;
}

/** Everybody's forecast of a race, and how good such forecasts were. */
export interface CrowdView {
  race: Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "name" | "startTime" | "surface" | "distanceM" | "going">;
  horses: { horseNum: number; bracketNum: number | null; horseName: string; status: RunnerStatus }[];
  forecast: (CrowdForecast & { fixedAt: number }) | null;
  hasStarted: boolean;
  /** When it will be fixed, unix seconds; null: unknown, or it is fixed or too late. */
  dueAt: number | null;
  ranked: number;
  members: SeasonBoard["members"];
  benchmarks: Benchmark[];
  /** What bets on such forecasts returned, and what these add to the odds; null: not measured. */
  returns: CrowdReturns | null;
  besideOdds: CrowdBesideOdds | null;
  /** Of races of its class; null: not known yet. */
  usual: UsualOpenness | null;
  /** What the reader's own models said before the start. */
  own: OwnPick[];
}
