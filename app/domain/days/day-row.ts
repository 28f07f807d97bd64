import type { Score } from "#app/domain/scoring/score.ts";

/** ◎ wins with this probability or more: 堅い. */
const SOLID_FROM = 0.3;
/** ◎ wins with less than this probability: 混戦. */
const OPEN_BELOW = 0.19;

export type Clearness = "solid" | "plain" | "open";

/** Null without probabilities (races the model learnt from). */
export function clearnessOf(probability: number | null): Clearness | null {
  if (probability === null) return null;
  if (probability >= SOLID_FROM) return "solid";
  return probability < OPEN_BELOW ? "open" : "plain";
}

/** The index of ◎ minus that of ○, as shown (two decimals); null with one runner. */
export function gapOf(scores: readonly Pick<Score, "index">[]): number | null {
  const [first, second] = scores;
  if (first === undefined || second === undefined) return null;
  return Math.round((first.index - second.index) * 100) / 100;
}
