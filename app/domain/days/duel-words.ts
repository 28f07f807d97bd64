import type { DuelOutcome } from "./favourite-duel.ts";

/** On the page and in the picture. */
export const DUEL_OVER: Record<DuelOutcome, string> = {
  won: "1番人気に勝ちました",
  lost: "1番人気に負けました",
  drawn: "1番人気と引き分けでした",
};
export const DUEL_SO_FAR: Record<DuelOutcome, string> = {
  won: "今週はここまで1番人気をリード",
  lost: "今週はここまで1番人気がリード",
  drawn: "今週はここまで1番人気と互角",
};
export const WEEK_IS_LUCK = "1週の勝ち負けは、ほとんど運です。";

const LETTERS: Record<DuelOutcome, string> = { won: "勝", lost: "負", drawn: "分" };

export function weekLetter({ isRunning, outcome }: { isRunning: boolean; outcome: DuelOutcome | null }): string {
  return isRunning ? "今" : outcome === null ? "休" : LETTERS[outcome];
}

export function countWords({ won, lost, drawn }: Record<DuelOutcome, number>): string {
  return `${won}勝${lost}敗${drawn}分`;
}
