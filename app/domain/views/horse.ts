import type { HorseNote, OwnMark } from "#app/domain/own-marks.ts";
import type { RaceStatus, Sex } from "#app/domain/racing/race.ts";
import type { PastRun } from "./race-card.ts";

export interface HorseRun extends PastRun {
  raceNum: number;
  startTime: string | null;
  raceStatus: RaceStatus;
  horseNum: number;
  bracketNum: number | null;
  winOdds: number | null;
  mark: OwnMark | null;
  /** By the chosen model; null: no analysis. */
  index: RunIndex | null;
}

interface RunIndex {
  analysisId: number;
  index: number;
  /** By index, counted from 1. */
  place: number;
}

export interface FavouriteHorse {
  horseId: string;
  /** As of its newest race. */
  horseName: string;
  note: string | null;
  next: NextEntry | null;
}

/** A coming race, and the horse's number there. */
export type NextEntry = Pick<
  HorseRun,
  "raceId" | "date" | "venue" | "raceNum" | "name" | "grade" | "startTime" | "horseNum" | "bracketNum"
>;

export interface HorseView {
  horseId: string;
  horseName: string;
  /** As of its newest race. */
  sex: Sex | null;
  age: number | null;
  trainerName: string | null;
  bornIn: number | null;
  sireName: string | null;
  damSireName: string | null;
  next: HorseRun | null;
  /** Starts, the newest first. */
  runs: HorseRun[];
  note: HorseNote | null;
  isFavourite: boolean;
  /** The reader's models that have analysed its races, most races first. */
  models: { modelId: number; modelName: string; runs: number }[];
  modelId: number | null;
}
