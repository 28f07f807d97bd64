import { formatCount, formatLimit } from "#app/components/parts/numbers.ts";
import { type AnalysesLeft, type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";

/** The words of every page for the rest of the limit that binds first ({@link analysesLeft}). */

/** 無料の分析はあと4回（全5回）, 今日の分析はあと3回; empty without a limit. */
export function leftWords(left: AnalysesLeft | null): string {
  if (left === null) return "";
  if (left.by === "at-once") return "いまの分析が終わると、次の分析ができます";
  const names = {
    "per-lifetime": "無料の分析",
    "per-month": "今月の分析",
    "own-per-month": "自分の上限まで、今月の分析",
    "per-day": "今日の分析",
  };
  const all = left.by === "per-lifetime" ? `（全${left.limit}回）` : "";
  return `${names[left.by]}はあと${left.left}回${all}`;
}

/** The dialog's sentence before an analysis is spent; empty without a limit. */
export function leftSentence(left: AnalysesLeft | null): string {
  if (left === null) return "";
  switch (left.by) {
    case "per-lifetime":
      return `無料の分析はあと${left.left}回です。`;
    case "per-day":
      return `今日はあと${left.left}回分析できます。`;
    case "per-month":
      return `今月はあと${left.left}回分析できます。`;
    default:
      return `${leftWords(left)}。`;
  }
}

/** （今日あと60回）, after the words of a button; empty without a limit. */
export function spendLabel(left: AnalysesLeft | null): string {
  if (left === null || left.by === "at-once") return "";
  const names = {
    "per-lifetime": "無料であと",
    "per-month": "今月あと",
    "own-per-month": "今月あと",
    "per-day": "今日あと",
  };
  return `（${names[left.by]}${left.left}回）`;
}

export function spendWords(left: AnalysesLeft | null): string {
  const words = leftWords(left);
  return words === "" ? "分析を1回使います。" : `分析を1回使います。${words}。`;
}

/** The tile on the home page and the list of models. */
export function leftTile(uses: AnalysisUses): { label: string; value: string; limit: string | null } {
  const left = analysesLeft({ ...uses, runningAnalyses: 0 });
  if (left?.by === "per-lifetime")
    return { label: `分析（全${left.limit}回）`, value: `あと${left.left}回`, limit: null };
  const limits = planLimits(uses.plan);
  const today = { by: "per-day", used: uses.analysesToday, limit: limits.analysesPerDay };
  const { by, used, limit } = left ?? today;
  const labels: Record<string, string> = { "per-month": "今月の分析", "own-per-month": "自分の上限（今月の分析）" };
  return { label: labels[by] ?? "今日の分析", value: formatCount(used), limit: formatLimit(limit) };
}
