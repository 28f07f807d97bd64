import type { BoardRow } from "#app/domain/days/day-board.ts";
import type { ListedPicks, ListedRunner } from "#app/domain/days/listed-picks.ts";
import type { DaySum } from "#app/domain/days/own-picks.ts";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import type { AnalysedPick, RaceSummary } from "./analyses.ts";

export type NextUse =
  | { kind: "analyse"; modelId: number; modelName: string; left: AnalysesLeft | null }
  | { kind: "used-up"; by: AnalysesLeft["by"] }
  | { kind: "waits-for-weights"; modelName: string }
  | { kind: "no-model" | "no-runners" | "restricted" | "paused" };

export interface ComingRace {
  race: RaceSummary;
  /** Minutes until its start; null if that is unknown. */
  minutes: number | null;
  /** By the first model in the order of preference that analysed it. */
  own: ListedPicks | null;
  card: readonly ListedRunner[];
}

export interface HomeDay {
  date: string;
  /** Null once all races have started, and on a day without racing. */
  next: (ComingRace & { use: NextUse | null }) | null;
  /** Races after the next one, by start. */
  later: ComingRace[];
  sum: DaySum | null;
  rows: BoardRow<RaceSummary>[];
}

export type FavouriteRun = Pick<Runner, "horseId" | "horseName"> & Pick<Race, "venue" | "raceNum">;

/** An analysis of another day with ◎ and how it finished. */
export interface RecentPick extends Pick<Race, "venue" | "raceNum" | "name" | "date"> {
  analysisId: number;
  isOver: boolean;
  /** ◎; null if it left the card. */
  pick: AnalysedPick | null;
  winYen: number | null;
  placeYen: number | null;
}
