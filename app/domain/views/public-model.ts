import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import type { Race } from "#app/domain/racing/records.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";

export const PUBLICATIONS = ["none", "count", "choice"] as const;

/** What everybody may see of a model: nothing, its record, also its features. */
export type Publication = (typeof PUBLICATIONS)[number];

export interface PublicModelView {
  code: string;
  modelId: number;
  /** Both masked. */
  modelName: string;
  userName: string;
  isDemo: boolean;
  createdAt: number;
  venueType: number;
  featureCount: number;
  /** Null unless the owner shows it. */
  choice: FeatureChoice | null;
  /** As on the owner's page, with deleted analyses. */
  figures: RecordFigures;
  season: (SeasonEntry & { ranked: number }) | null;
  weekly: { times: number; best: number; worst: number } | null;
  /** By start. */
  today: PublicRace[];
}

export const FOLLOWS_MAX = 50;

export interface FollowedModel {
  modelId: number;
  code: string;
  /** With the record of the last seven days; null: not public any more. */
  shown: { modelName: string; userName: string; races: number; wins: number; netYen: number } | null;
}

export interface PublicRace extends Pick<Race, "raceId" | "venue" | "raceNum" | "startTime"> {
  /** Hash of the sealed forecast; null: none. */
  seal: string | null;
  /** Null before the start. */
  pick: { horseNum: number; bracketNum: number | null; horseName: string; finish: number | null } | null;
}
