import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { type FixedAt, fixedAgainstStart, leavesTombstone } from "#app/domain/scoring/fixed-before-start.ts";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** 発走62分前に記録, 発走後の分析, …; null until the analysis is complete. */
export function fixedWords(
  completedAt: number | null,
  race: { date: string; startTime: string | null },
): string | null {
  return completedAt === null ? null : wordsOf(fixedAgainstStart(completedAt, race));
}

function wordsOf(fixed: FixedAt): string {
  switch (fixed.kind) {
    case "before":
      return `発走${beforeWords(fixed.seconds)}に記録`;
    case "day-before":
      return "レースの前日までに記録";
    case "race-day":
      return "レース当日に記録";
    case "after":
      return "発走後の分析";
    default:
      return fixed satisfies never;
  }
}

export function afterDeletion(
  { status, completedAt }: { status: number; completedAt: number | null },
  race: { date: string; startTime: string | null },
): "tombstone" | "nothing-after-start" | "nothing-failed" {
  if (status !== AnalysisStatus.complete || completedAt === null) return "nothing-failed";
  return leavesTombstone(fixedAgainstStart(completedAt, race)) ? "tombstone" : "nothing-after-start";
}

/** Rounded down, so that it never claims more time than there was. */
function beforeWords(seconds: number): string {
  if (seconds < MINUTE) return "直前";
  if (seconds < 2 * HOUR) return `${Math.floor(seconds / MINUTE)}分前`;
  return seconds < 2 * DAY ? `${Math.floor(seconds / HOUR)}時間前` : `${Math.floor(seconds / DAY)}日前`;
}
