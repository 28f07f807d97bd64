import type { DayBoard } from "#app/domain/days/day-board.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { GAP_WORDS } from "./day-words.ts";

export interface DayBoardData extends DayBoard<RaceSummary> {
  model: { modelId: number; name: string } | null;
  hasIndex: boolean;
}

export function boardLead(
  board: DayBoardData,
  progress: { races: number; done: number; awaitingWeights: number } | null,
) {
  const made = board.rows.filter(({ index }) => index !== null).length;
  if (progress !== null && progress.races - progress.done > progress.awaitingWeights) return "分析しています";
  if (board.returns !== null) {
    const [first, second, third] = board.returns.model.finishes;
    const { afterStart, others } = board.leftOut;
    const races = `${board.returns.races}レース`;
    // Other races may be over too; the words below the sums name them.
    const counted = afterStart + others === 0 ? `${races}が終わり` : `合計に入る${races}で`;
    return `${counted}、◎は1着${first}回・2着${second}回・3着${third}回`;
  }
  if (progress !== null) return GAP_WORDS["awaits-weights"];
  return made === 0 ? "この日はまだ分析していません" : `${made}レースを分析しました`;
}

/** The link to analyse the rest, or the rest of one course; null if nothing is left. */
export function leftToAnalyse(
  board: DayBoardData & { model: { canAnalyse: boolean } | null },
): { venues: string[]; label: string } | null {
  if (board.model?.canAnalyse !== true) return null;
  const left = board.rows.filter(({ gap }) => gap === "to-count" || gap === "failed" || gap === "deleted");
  if (left.length === 0) return null;
  const venues = [...new Set(left.map(({ race }) => race.venue))];
  const where = venues.length === 1 ? `${venues[0]}の` : "";
  return { venues, label: board.hasIndex ? `${where}残り${left.length}Rを分析` : "まとめて分析" };
}
