import type { Grade, RaceStatus, RunnerStatus, Surface } from "#app/domain/racing/race.ts";
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
  /** Of winning, 0–1; null where the race was learnt from. */
  probability: number | null;
  mark: SharedMark;
  /** What became of it; absent before the race has its result. */
  finish?: Finish;
}

export interface Finish {
  status: RunnerStatus;
  position: number | null;
}

/** How a race stands, as far as a share page tells it. */
export interface RaceOutcome {
  /** The import that last changed the race. */
  dataVersion: number;
  status: RaceStatus;
  runners: readonly { horseNum: number; status: RunnerStatus; finishPosition: number | null }[];
}

/**
 * What anyone may know of an analysis that its owner shared: the whole of what the share page, the image and the API
 * are made from. No id of a user, no mail address, nothing of a profile.
 */
export interface SharedAnalysis {
  analysisId: number;
  /** Its hashid, as in its address. */
  shareId: string;
  /** When it was asked for: unix seconds, like the others. */
  createdAt: number;
  /** When it was fixed (fixed-before-start.ts); left out of what was shared before this was kept. */
  completedAt?: number;
  sharedAt: number;
  /** Both as others may see them (masked). */
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
    /** Absent from what was shared before races had grades. */
    grade?: Grade | null;
    /** Absent before the race has its result, or is called off. */
    status?: Exclude<RaceStatus, "scheduled">;
  };
  /** The model learnt from this race: 参考値, and no probability. */
  isLearntFrom: boolean;
  /** By index, the best first; equal ones by smaller number. */
  horses: SharedHorse[];
  /** Hash of what is drawn: 32 hexadecimal digits of a SHA-256 over everything above but `sharedAt` and how it ended. */
  imageKey: string;
}

/** The same with how the race stands now, in place of what was told of it before. */
export function withOutcome(shared: SharedAnalysis, { status, runners }: RaceOutcome): SharedAnalysis {
  const { status: _, ...race } = shared.race;
  const runnerOf = new Map(runners.map((runner) => [runner.horseNum, runner]));
  return {
    ...shared,
    race: status === "scheduled" ? race : { ...race, status },
    horses: shared.horses.map(({ finish: _before, ...horse }) => {
      const runner = status === "result" ? runnerOf.get(horse.horseNum) : undefined;
      if (runner === undefined) return horse;
      return { ...horse, finish: { status: runner.status, position: runner.finishPosition } };
    }),
  };
}

/** Fixed when the race had started: whoever sees it should know, though the model has not seen the result. */
export function isAfterStart({
  createdAt,
  completedAt = createdAt,
  race,
}: Pick<SharedAnalysis, "createdAt" | "completedAt" | "race">): boolean {
  return fixedAgainstStart(completedAt, race).kind === "after";
}
