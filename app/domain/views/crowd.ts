import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";
import type { CrowdForecast } from "#app/domain/season/crowd.ts";
import type { Benchmark, CrowdBesideOdds, CrowdReturns, SeasonBoard } from "#app/domain/season/stored-board.ts";
import type { UsualOpenness } from "#app/domain/season/usual-openness.ts";

/** An own model's analysis, made before the start. */
export interface OwnPick {
  analysisId: number;
  modelId: number;
  modelName: string;
  /** Its first horse and that horse's chance; null: the model learnt from the race. */
  horseNum: number;
  chance: number | null;
  /** Earlier races of the year with both forecasts, and those with different first horses. */
  races: number;
  differing: number;
}

export interface CrowdView {
  race: Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "name" | "startTime" | "surface" | "distanceM" | "going">;
  horses: { horseNum: number; bracketNum: number | null; horseName: string; status: RunnerStatus }[];
  forecast: (CrowdForecast & { fixedAt: number }) | null;
  hasStarted: boolean;
  /** Due time, unix seconds; null: unknown, fixed or too late. */
  dueAt: number | null;
  ranked: number;
  members: SeasonBoard["members"];
  benchmarks: Benchmark[];
  /** Returns of such forecasts, and their gain over the odds; null: not measured. */
  returns: CrowdReturns | null;
  besideOdds: CrowdBesideOdds | null;
  /** For its class; null: unknown. */
  usual: UsualOpenness | null;
  own: OwnPick[];
}
