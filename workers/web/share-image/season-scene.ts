import type { DrawnSeason } from "#app/domain/sharing/share-image-address.ts";
import type { CleanText } from "./font-index.ts";
import { drawEmpty, drawFrame, drawRank, LEFT, RIGHT, text } from "./frame.ts";
import { box, HEAD, line, type Scene, shape } from "./scene.ts";
import { cutToWidth, fitSize, widthOf } from "./text-fit.ts";

const TOP = 118;
const ROW = 70;
const NAME = { x: 134, width: 516, size: 40, owner: 30 } as const;
const PLOT = { left: 670, right: 1010 } as const;
/** Right end of the plot in points of 予測力, more if a figure is higher. */
const SCALE = 24;

export function drawSeason(season: DrawnSeason, clean: CleanText): Scene {
  const { from, to, entries, market, minRaces } = season;
  const title = "年間ランキング　予測力";
  if (entries.length === 0) {
    const none = `${minRaces}レース以上のモデルは、まだありません。`;
    return [...drawFrame({ title, from, to, sentence: "" }), ...drawEmpty(none)];
  }
  const end = Math.max(SCALE, ...entries.map(({ high }) => 100 * high), 100 * (market ?? 0)) * 1.02;
  const x = (value: number) => PLOT.left + (Math.max(0, 100 * value) / end) * (PLOT.right - PLOT.left);
  const bottom = TOP + entries.length * ROW;
  return [
    ...drawFrame({ title, from, to, sentence: sentenceOf(season) }),
    ...(market === null ? [] : [line(x(market), TOP, x(market), bottom, HEAD.ink, { "stroke-width": 4 })]),
    ...entries.flatMap((entry, row) => {
      const middle = TOP + row * ROW + ROW / 2;
      return [
        ...drawRank(entry.rank, { x: LEFT + 27, y: middle }, season.hasMedals),
        ...drawName(clean(entry.modelName), clean(entry.userName), middle),
        box(x(entry.low), middle - 8, x(entry.high) - x(entry.low), 16, HEAD.first),
        shape("circle", { cx: x(entry.value), cy: middle, r: 13, fill: HEAD.turf }),
        text((100 * entry.value).toFixed(1).replace("-", "−"), {
          ...{ x: RIGHT - 130, y: middle - 35, width: 130, height: 70, align: "right" },
          ...{ size: 50, weight: 700 },
        }),
      ];
    }),
  ];
}

/** In one line if both fit, else the owner below the model. */
function drawName(name: string, owner: string, middle: number): Scene {
  const wide = widthOf(name, NAME.size);
  const row = { x: NAME.x, width: NAME.width, weight: 400 } as const;
  if (wide + 30 + widthOf(owner, NAME.owner) <= NAME.width) {
    return [
      text(name, { ...row, y: middle - 30, height: 60, size: NAME.size, weight: 700 }),
      text(owner, { ...row, x: NAME.x + wide + 24, y: middle - 20, height: 48, size: NAME.owner, colour: HEAD.ink2 }),
    ];
  }
  const size = fitSize(name, { width: NAME.width, sizes: [36, 34, 32] });
  const who = cutToWidth(owner, { width: NAME.width, size: 29 });
  return [
    text(name, { ...row, y: middle - 34, height: 40, size, weight: 700 }),
    text(who, { ...row, y: middle + 2, height: 32, size: 29, colour: HEAD.ink2 }),
  ];
}

function sentenceOf({ entries, market }: DrawnSeason): string {
  const [first, second] = entries;
  const isOpen = first !== undefined && second !== undefined && second.high >= first.low;
  const band = isOpen ? "帯は95%区間で、順位はまだ決まっていません。" : "帯は95%区間です。";
  return market === null ? band : `${band}縦線は締切時のオッズ ${(100 * market).toFixed(1)}。`;
}
