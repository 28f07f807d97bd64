import type { Why } from "./explain-race.ts";

/** What an analysis says beyond its scores; stored as JSON in `analyses.details`. */
export interface AnalysisDetails {
  /** Of every declared runner. */
  why: (Why & { horseNum: number })[];
  /** The likeliest pairs, likeliest first, by horse numbers; none where the race was learnt from. */
  quinella: [one: number, other: number, probability: number][];
}
