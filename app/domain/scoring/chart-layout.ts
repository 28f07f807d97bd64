import { type PlacedHorse, placeShared } from "./place-horses.ts";
import type { Score } from "./score.ts";
import type { SharedHorse, SharedMark } from "./shared-analysis.ts";

export interface ChartHorse {
  horseNum: number;
  /** 1–8 in Japan; other values have no colour. */
  bracketNum: number | null;
  name: string;
  index: number;
  mark: SharedMark;
  /** Does not start: no bar, 取 in place of its number. */
  isOut: boolean;
  /** Official finish, null before the result. Two horses share it in a dead heat. */
  finish: number | null;
}

/** The lowest index with a drawn lower edge. */
const BOTTOM = -1;
const SMALLEST_TOP = 1.5;
/** px above the best bar for its mark, above that for a flag, and below the bars for numbers and brackets. */
const SPACES = { mark: 20, flag: 20, foot: 26 } as const;
const BAR_SHARE = 0.72;
/** A chart lower than this has no lines. */
const SMALL_HEIGHT = 125;

/** Slots in stall order; x in per cent of the width, y in px. @param height with numbers and brackets */
export function layOutChart(
  horses: readonly ChartHorse[],
  height: number,
  spaces: { mark: number; flag: number; foot: number } = SPACES,
) {
  const inOrder = [...horses].sort((one, other) => one.horseNum - other.horseNum);
  const slot = 100 / Math.max(1, inOrder.length);
  const barWidth = slot * BAR_SHARE;
  const best = Math.max(...inOrder.map(({ index, isOut }) => (isOut ? 0 : index)), 0);
  const top = Math.max(SMALLEST_TOP, Math.ceil(best * 4) / 4);
  const roof = spaces.mark + (inOrder.some(({ finish }) => finish !== null) ? spaces.flag : 0);
  const floor = height - spaces.foot;
  const pxPerIndex = (floor - roof) / (top - BOTTOM);
  const zero = roof + top * pxPerIndex;
  /** Centre of the slot and left edge of the bar; the smaller top is nearer to the top of the chart. */
  const bars = inOrder.map((horse, at) => {
    const end = zero - horse.index * pxPerIndex;
    const centre = (at + 0.5) * slot;
    return { horse, centre, left: centre - barWidth / 2, top: Math.min(zero, end), height: Math.abs(zero - end) };
  });
  const lines = height < SMALL_HEIGHT ? [] : [1, 2].filter((index) => index <= top);
  return {
    /** `floor`: lower end of the bars. */
    ...{ zero, floor, barWidth, bars },
    /** Dotted lines at +1 and +2. */
    lines: lines.map((index) => ({ index, y: zero - index * pxPerIndex })),
    bands: bandsOf(bars, barWidth),
  };
}

/** Neighbours of the same bracket as one band, per cent. */
function bandsOf(bars: readonly { horse: ChartHorse; left: number }[], barWidth: number) {
  const bands: { bracketNum: number; left: number; width: number }[] = [];
  for (const { horse, left } of bars) {
    const bracketNum = horse.bracketNum ?? 0;
    const last = bands.at(-1);
    if (last !== undefined && bracketNum > 0 && last.bracketNum === bracketNum)
      last.width = left + barWidth - last.left;
    else bands.push({ bracketNum, left, width: barWidth });
  }
  return bands;
}

/** @param runners with their official finish, if any */
export function chartOfPlaced(
  placed: readonly PlacedHorse<Score>[],
  runners: readonly { horseNum: number; finishPosition: number | null }[],
): ChartHorse[] {
  const finishOf = new Map(runners.map((runner) => [runner.horseNum, runner.finishPosition]));
  return placed.map(({ score: { horseNum, bracketNum, horseName: name, index }, mark, isOut }) => ({
    ...{ horseNum, bracketNum, name, index, mark, isOut },
    finish: finishOf.get(horseNum) ?? null,
  }));
}

export function chartOfShared(horses: readonly SharedHorse[]): ChartHorse[] {
  return placeShared(horses).map(({ score: { horseNum, bracketNum, name, score, finish }, mark, isOut }) => ({
    ...{ horseNum, bracketNum, name, mark, isOut },
    index: score,
    finish: finish?.position ?? null,
  }));
}
