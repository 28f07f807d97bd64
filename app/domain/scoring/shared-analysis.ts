import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import type { Surface } from "#app/domain/racing/race.ts";

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
}

/**
 * What anyone may know of an analysis that its owner shared: the whole of what the share page, the image and the API
 * are made from. No id of a user, no mail address, nothing of a profile.
 */
export interface SharedAnalysis {
  analysisId: number;
  /** Its hashid, as in its address. */
  shareId: string;
  /** When it was asked for, and when it was shared: unix seconds. */
  createdAt: number;
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
  };
  /** The model learnt from this race: 参考値, and no probability. */
  isLearntFrom: boolean;
  /** By index, the best first; equal ones by smaller number. */
  horses: SharedHorse[];
  /** Hash of what is drawn: 32 hexadecimal digits of a SHA-256 over everything above but `sharedAt`. */
  imageKey: string;
}

/** Asked for when the race had started: whoever sees it should know, though the model has not seen the result. */
export function isAfterStart({ createdAt, race }: Pick<SharedAnalysis, "createdAt" | "race">): boolean {
  const day = japanDay(createdAt);
  if (day !== race.date) return day > race.date;
  return race.startTime !== null && japanTime(createdAt) >= race.startTime;
}
