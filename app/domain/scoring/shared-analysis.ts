import { type Grade, isStarter, type RaceStatus, type RunnerStatus, type Surface } from "#app/domain/racing/race.ts";
import { fixedAgainstStart } from "./fixed-before-start.ts";

/** Marks in the order of the index: ◎ ○ ▲ one each, △ the next two, none from the sixth on. */
export const SHARED_MARKS = ["favourite", "rival", "third", "fourth", "fourth"] as const;
export type SharedMark = (typeof SHARED_MARKS)[number] | null;

/** One horse of a shared analysis. */
export interface SharedHorse {
  horseNum: number;
  /** 1–8 in Japan, elsewhere the stall. */
  bracketNum: number | null;
  name: string;
  /** The index, two decimals. */
  score: number;
  /** Win probability, 0–1; null if the model was trained on the race. */
  probability: number | null;
  mark: SharedMark;
  /** Its result; absent until the race has one, except for a horse that is withdrawn before. */
  finish?: Finish;
}

export interface Finish {
  status: RunnerStatus;
  position: number | null;
}

/** Status and results of a race, as shown on a share page. */
export interface RaceOutcome {
  /** Id of the import that last changed the race. */
  dataVersion: number;
  status: RaceStatus;
  runners: readonly { horseNum: number; status: RunnerStatus; finishPosition: number | null }[];
}

/**
 * The public view of a shared analysis: all data of the share page, its image and the API. Contains no user id, mail
 * address or profile data.
 */
export interface SharedAnalysis {
  analysisId: number;
  /** Hashid used in its URL. */
  shareId: string;
  /** When it was requested; unix seconds, like the other instants. */
  createdAt: number;
  /** When it was completed (fixed-before-start.ts); absent in analyses shared before this was stored. */
  completedAt?: number;
  sharedAt: number;
  /** Both masked for the public. */
  modelName: string;
  userName: string;
  race: {
    raceNum: number;
    name: string;
    /** The course. */
    title: string;
    /** Race day in Japan, YYYY-MM-DD. */
    date: string;
    venueType: number;
    /** HH:MM, Japan time. */
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
  /** By index, best first; ties: smaller number. */
  horses: SharedHorse[];
  /**
   * Hash of what the image shows: 32 hexadecimal digits of a SHA-256 over all fields above except `sharedAt` and the
   * results.
   */
  imageKey: string;
  /** Hash by which it was sealed (app/domain/seal); absent where it was not. */
  seal?: string;
}

/** The shared analysis with the race's current outcome instead of the stored one. */
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

/**
 * Whether it was completed after the race had started. Viewers should know, although the model has not seen the result.
 */
export function isAfterStart({
  createdAt,
  completedAt = createdAt,
  race,
}: Pick<SharedAnalysis, "createdAt" | "completedAt" | "race">): boolean {
  return fixedAgainstStart(completedAt, race).kind === "after";
}

/** The public view of a shared analysis. */
export interface SharedView extends SharedAnalysis {
  /** Absolute URL of its page. */
  url: string;
  /** Path of its image for link previews on other sites (share-image-address.ts). */
  imagePath: string;
}
