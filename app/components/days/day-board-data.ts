import type { DayBoard } from "#app/domain/days/day-board.ts";
import type { DayReturns, DaySide } from "#app/domain/days/day-returns.ts";
import type { WinReturns } from "#app/domain/days/own-picks.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";

export type HeadSums = Record<"own" | "favourite", WinReturns>;

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
  if (progress !== null) return "馬体重の発表を待っています";
  return made === 0 ? "この日はまだ分析していません" : `${made}レースを分析しました`;
}

/** The link to analyse the rest, or the rest of one course; null if nothing is left. */
export function leftToAnalyse(
  board: DayBoardData & { model: { canAnalyse: boolean } | null },
): { venues: string[]; races: number; label: string } | null {
  if (board.model?.canAnalyse !== true) return null;
  const left = board.rows.filter(({ gap }) => gap === "to-count" || gap === "failed" || gap === "deleted");
  if (left.length === 0) return null;
  const venues = [...new Set(left.map(({ race }) => race.venue))];
  const where = venues.length === 1 ? `${venues[0]}の` : "";
  const label = board.hasIndex
    ? `${where}残り${left.length}Rを分析`
    : `${board.model.name}で${left.length}レースを分析`;
  return { venues, races: left.length, label };
}

/** The win bets of a day for its head; null before the first result. */
export function headSums(returns: DayReturns | null): HeadSums | null {
  const own = returns && winReturns(returns.model);
  const favourite = returns && winReturns(returns.favourite);
  return own && favourite && { own, favourite };
}

function winReturns({ bets: { win } }: DaySide): WinReturns | null {
  if (win === null) return null;
  const { races, hits, payoutYen, stakeYen, interval } = win;
  return {
    ...{ races, hits, rate: (payoutYen / stakeYen) * 100 },
    interval: interval && { low: interval.low * 100, high: interval.high * 100 },
  };
}
