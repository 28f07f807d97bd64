import { type Grade, isStarter, type RaceStatus, type RunnerStatus, type Surface } from "#app/domain/racing/race.ts";
import { fixedAgainstStart } from "./fixed-before-start.ts";

/** By index: ◎ ○ ▲ one each, △ the next two, none from the sixth on. */
export const SHARED_MARKS = ["favourite", "rival", "third", "fourth", "fourth"] as const;
export type SharedMark = (typeof SHARED_MARKS)[number] | null;

export const MARK_SIGNS = { favourite: "◎", rival: "○", third: "▲", fourth: "△" } as const;

export interface SharedHorse {
  horseNum: number;
  /** 1–8 in Japan, elsewhere the stall. */
  bracketNum: number | null;
  name: string;
  score: number;
  /** Win probability, 0–1; null if the model was trained on the race. */
  probability: number | null;
  mark: SharedMark;
  /** Contributions of the views (view-groups.ts); absent in older shares. */
  groups?: (number | null)[];
  /** Absent until the race has a result, except for a withdrawn horse. */
  finish?: Finish;
}

export interface Finish {
  status: RunnerStatus;
  position: number | null;
}

export interface RaceOutcome {
  /** Id of the import that last changed the race. */
  dataVersion: number;
  status: RaceStatus;
  runners: readonly { horseNum: number; status: RunnerStatus; finishPosition: number | null }[];
}

/** All data of the share page, its image and the API. Contains no user id, mail address or profile data. */
export interface SharedAnalysis {
  analysisId: number;
  shareId: string;
  /** Time of the request; all instants are unix seconds. */
  createdAt: number;
  /** Time of completion (fixed-before-start.ts). */
  completedAt?: number;
  sharedAt: number;
  /** Absent in analyses shared before models had public pages. */
  modelCode?: string;
  /** Both masked for the public. */
  modelName: string;
  userName: string;
  /** The model's 予測力 when it was shared, a pseudo-R²; absent if it was unknown. */
  modelSkill?: number;
  race: {
    raceNum: number;
    name: string;
    title: string;
    date: string;
    venueType: number;
    startTime: string | null;
    surface: Surface | null;
    distanceM: number | null;
    /** Absent in analyses shared before races had grades. */
    grade?: Grade | null;
    /** Absent until the race has its result or is cancelled. */
    status?: Exclude<RaceStatus, "scheduled">;
  };
  /** The model was trained on this race: scores are 参考値, without probability. */
  isLearntFrom: boolean;
  horses: SharedHorse[];
  /**
   * Hash of the image's content: 32 hexadecimal digits of a SHA-256 over all fields above except `sharedAt`,
   * `modelCode` and the results.
   */
  imageKey: string;
  /** Hash of its seal (app/domain/seal). */
  seal?: string;
}

export function withOutcome(shared: SharedAnalysis, { status, runners }: RaceOutcome): SharedAnalysis {
  const { status: _, ...race } = shared.race;
  const runnerOf = new Map(runners.map((runner) => [runner.horseNum, runner]));
  return {
    ...shared,
    race: status === "scheduled" ? race : { ...race, status },
    horses: shared.horses.map(({ finish: _before, ...horse }) => {
      const runner = runnerOf.get(horse.horseNum);
      const isShown = status === "result" || (status === "scheduled" && runner && !isStarter(runner.status));
      if (runner === undefined || !isShown) return horse;
      return { ...horse, finish: { status: runner.status, position: runner.finishPosition } };
    }),
  };
}

/** Completed after the start. Viewers should know, although the model has not seen the result. */
export function isAfterStart({
  createdAt,
  completedAt = createdAt,
  race,
}: Pick<SharedAnalysis, "createdAt" | "completedAt" | "race">): boolean {
  return fixedAgainstStart(completedAt, race).kind === "after";
}

export interface SharedView extends SharedAnalysis {
  url: string;
  /** Image for link previews (share-image-address.ts). */
  imagePath: string;
  isModelPublic: boolean;
}
