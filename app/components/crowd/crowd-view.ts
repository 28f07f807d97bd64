import type { Benchmark } from "#app/domain/season/stored-board.ts";
import type { CrowdView } from "#app/domain/views/crowd.ts";

interface Measured {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Number of ranked models per point of 予測力 (100 × pseudo-R²). */
interface SkillHistogram {
  from: number;
  to: number;
  bins: { from: number; models: number }[];
  /** Models of the highest bin. */
  most: number;
}

export type CrowdPage = ReturnType<typeof crowdPage>;

const UNKNOWN: Measured = { value: null, low: null, high: null };
const SCALE_STEP = 10;

/** The skills in words and figures. A null value is not measured yet. */
export function crowdPage({ members, benchmarks, ...found }: Omit<CrowdView, "own">) {
  const of = (key: Benchmark["key"]): Measured => benchmarks.find((benchmark) => benchmark.key === key) ?? UNKNOWN;
  if (members === null) return { ...found, skill: [], verdict: null, histogram: null };
  const [crowd, market] = [of("crowd"), of("market")];
  return {
    ...found,
    skill: [
      { name: "みんなのAI", ...crowd },
      { name: "いちばん良いモデル", ...members.best },
      { name: "真ん中のモデル", ...members.middle },
      { name: "オッズ（締切時）", ...market },
    ],
    verdict: verdictOf({ crowd, best: members.best, market }),
    histogram: histogramOf(members.counts, [crowd.value, market.value]),
  };
}

/** By intervals only. Those of two forecasts of the same races are wider than that of their difference. */
function verdictOf({ crowd, best, market }: Record<"crowd" | "best" | "market", Measured>): string | null {
  if (crowd.value === null) return null;
  const besideBest =
    compare(crowd, best) > 0
      ? "いちばん良いモデルより上です。"
      : compare(crowd, best) < 0
        ? "いちばん良いモデルには届いていません。"
        : "いちばん良いモデルとの差は、まだ分かりません。";
  if (market.value === null) return besideBest;
  const besideOdds =
    compare(crowd, market) < 0
      ? "オッズには届きません。"
      : compare(crowd, market) > 0
        ? "オッズより上です。"
        : "オッズとの差は、まだ分かりません。";
  return besideBest + besideOdds;
}

/** 1 or −1 if the intervals are disjoint, else 0. */
function compare(a: Measured, b: Measured): number {
  if (a.low === null || a.high === null || b.low === null || b.high === null) return 0;
  return a.low > b.high ? 1 : a.high < b.low ? -1 : 0;
}

function histogramOf(
  counts: readonly { from: number; models: number }[],
  marks: readonly (number | null)[],
): SkillHistogram | null {
  const [first, last] = [counts[0], counts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const points = marks.flatMap((mark) => (mark === null ? [] : [mark * 100]));
  const toStep = (value: number, round: (steps: number) => number) => round(value / SCALE_STEP) * SCALE_STEP;
  const from = Math.min(0, toStep(Math.min(first.from, ...points), Math.floor));
  const to = Math.max(from + SCALE_STEP, toStep(Math.max(last.from + 1, ...points), Math.ceil));
  return { from, to, bins: [...counts], most: Math.max(...counts.map(({ models }) => models)) };
}
