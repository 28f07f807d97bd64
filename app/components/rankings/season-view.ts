import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { MEDAL_RACES } from "#app/domain/rankings/medals.ts";
import type { SeasonEntry } from "#app/domain/season/season-board.ts";
import type { Benchmark, SeasonBoard } from "#app/domain/season/stored-board.ts";
import { momentWords, periodWords } from "./ranking-words.ts";

/** Numbers are 予測力 (100 × pseudo-R²). */
export interface SeasonLine {
  key: string;
  rank: number | null;
  name: string;
  /** Code of the model's public page; absent: none. */
  code?: string;
  /** The owner, or the kind of a baseline. */
  who: string;
  kind: "model" | "own" | "benchmark";
  value: string;
  interval: string | null;
  /** Clipped to the scale. */
  at: { value: number; low: number | null; high: number | null; raw: number | null };
  raw: string | null;
  rawInterval: string | null;
  ranks: string | null;
  races: string;
  clones: number;
  hall: string | null;
}

const SCALE = 30;
const BENCHMARK_NAMES = { market: "オッズ（締切時）", crowd: "みんなのAI", lottery: "くじ引き" } as const;
const LASTING_NAMES = {
  "half-year": ["年間・予測力", "半年ごと"],
  month: ["月間・予測力", "月ごと"],
  "monthly-return": ["月間・回収率", "月ごと"],
  "weekly-return": ["週間・回収率", "週ごと"],
} as const;

export type SeasonView = ReturnType<typeof seasonView>;

/** `own` for users who may see their own figures. */
export function seasonView(board: SeasonBoard, own: readonly (SeasonEntry & { modelName: string })[] = []) {
  const highest = Math.max(
    ...board.entries.map(({ high }) => high),
    ...board.benchmarks.map(({ value, high }) => high ?? value),
  );
  const scaleEnd = Math.max(SCALE, Math.ceil(highest * 10) * 10);
  const ownIds = new Set(own.map(({ modelId }) => modelId));
  const listed = new Set(board.entries.map(({ modelId }) => modelId));
  const market = board.benchmarks.find(({ key }) => key === "market") ?? null;
  const hallOf = (modelId: number) => {
    const years = board.hall.filter(({ modelIds }) => modelIds.includes(modelId)).map(({ year }) => year);
    return years.length === 0 ? null : years.sort().join("・");
  };
  const line = (entry: NamedEntry) =>
    modelLine(entry, { scaleEnd, isOwn: ownIds.has(entry.modelId), hall: hallOf(entry.modelId) });
  const newestHall = board.hall[0];
  return {
    period: periodWords(board.from, board.to),
    counted: momentWords(board.builtAt),
    models: board.models,
    ranked: board.ranked,
    minRaces: board.minRaces,
    mean: formatSkill(board.mean),
    scaleEnd,
    ticks: ticksOf(scaleEnd, market === null ? null : clip(market.value, scaleEnd)),
    /** Said if no model is listed. */
    none: board.entries.length > 0 ? null : `${board.minRaces}レース以上のモデルは、まだありません。`,
    market: market === null ? null : { words: formatSkill(market.value), at: clip(market.value, scaleEnd) },
    isAboveMarket: market !== null && board.entries.some(({ low }) => low > market.value),
    hasMedals: board.ranked > 0 && board.minRaces >= MEDAL_RACES,
    top: board.entries.map(line),
    benchmarks: board.benchmarks.map((benchmark) => benchmarkLine(benchmark, scaleEnd)),
    own: own.filter(({ modelId }) => !listed.has(modelId)).map((entry) => line({ ...entry, userName: "" })),
    overlap: overlapOf(board),
    lasting: board.lasting.map((each) => ({
      ...{ key: each.key, name: LASTING_NAMES[each.key][0], step: LASTING_NAMES[each.key][1] },
      ...{ value: each.value.toFixed(2).replace("-", "−"), interval: `${signed(each.low)}〜${signed(each.high)}` },
      at: { ...each, value: Math.max(0, each.value), low: Math.max(0, each.low), high: Math.max(0, each.high) },
    })),
    hall: newestHall === undefined ? null : { year: newestHall.year, models: newestHall.modelIds.length },
  };
}

/** Between two words of the axis, as a share of its width on a phone. */
const NARROWEST = 0.13;

/** Names the odds if no figure is in the way. */
function ticksOf(scaleEnd: number, market: number | null): { at: number; words: string }[] {
  const odds = market === null || market > scaleEnd * (1 - NARROWEST) ? [] : [{ at: market, words: "オッズ" }];
  const figures = [0, 10, 20, scaleEnd].map((at) => ({ at, words: `${at}` }));
  const isFree = ({ at }: { at: number }) => odds.every((each) => Math.abs(each.at - at) >= scaleEnd * NARROWEST);
  return [...figures.filter(isFree), ...odds].sort((a, b) => a.at - b.at);
}

/** The lowest listed rank whose interval reaches the first's. */
function overlapOf({ entries }: SeasonBoard): string | null {
  const [first] = entries;
  const last = entries.findLast(({ high, rank }) => rank > 1 && high >= (first?.low ?? 0));
  return last === undefined ? null : `1位と${last.rank}位の区間は重なっています。`;
}

type NamedEntry = SeasonEntry & { modelName: string; userName: string; code?: string };

function modelLine(
  entry: NamedEntry,
  { scaleEnd, isOwn, hall }: { scaleEnd: number; isOwn: boolean; hall: string | null },
): SeasonLine {
  const { value, low, high, raw, firstRank, lastRank } = entry;
  return {
    ...{ key: `${entry.modelId}`, rank: entry.rank, name: entry.modelName, clones: entry.clones, hall },
    ...(entry.code && { code: entry.code }),
    ...{ who: isOwn ? "あなた" : entry.userName, kind: isOwn ? "own" : "model" },
    ...{ value: formatSkill(value), interval: intervalOf(low, high), raw: formatSkill(raw) },
    at: {
      value: clip(value, scaleEnd),
      low: clip(low, scaleEnd),
      high: clip(high, scaleEnd),
      raw: clip(raw, scaleEnd),
    },
    rawInterval: intervalOf(entry.rawLow, entry.rawHigh),
    ranks: firstRank === lastRank ? `${firstRank}位` : `${firstRank}〜${lastRank}位`,
    races: `${formatCount(entry.races)}R`,
  };
}

function benchmarkLine({ key, value, low, high, races }: Benchmark, scaleEnd: number): SeasonLine {
  return {
    ...{ key, rank: null, name: BENCHMARK_NAMES[key], who: "くらべる基準", kind: "benchmark", clones: 0, hall: null },
    ...{ value: formatSkill(value), interval: intervalOf(low, high) },
    at: {
      value: clip(value, scaleEnd),
      low: low === null ? null : clip(low, scaleEnd),
      high: high === null ? null : clip(high, scaleEnd),
      raw: null,
    },
    ...{ raw: null, rawInterval: null, ranks: null, races: `${formatCount(races)}R` },
  };
}

function intervalOf(low: number | null, high: number | null): string | null {
  return low === null || high === null ? null : `${formatSkill(low)}–${formatSkill(high)}`;
}

function clip(value: number, scaleEnd: number): number {
  return Math.round(Math.min(scaleEnd, Math.max(0, value * 100)) * 10) / 10;
}

function signed(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
}
