import { awardsMedals } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import type { DrawnEntry, DrawnRanking } from "#app/domain/sharing/share-image-address.ts";
import type { CleanText } from "./font-index.ts";
import { drawFrame, formatDay, joinScenes, LEFT, RIGHT } from "./frame.ts";
import { box, COLOURS, line, MEDAL_COLOURS, type Scene, shape, type TextBox } from "./scene.ts";
import { cutToWidth, fitSize } from "./text-fit.ts";

const HEAD_BOTTOM = 150;
const ROWS_TOP = 180;
const ROW_HEIGHT = 61;
const MEDAL = 22;
const NAME_X = 122;
const NAME_WIDTH = 362;
const BAR_X = 506;
const BAR_RIGHT = 832;
const BAR_HEIGHT = 18;
const RATE_RIGHT = 978;

const BOLD = { size: 24, weight: 700, colour: COLOURS.ink } as const;
const PLAIN = { size: 25, weight: 400, colour: COLOURS.ink2 } as const;
const SMALL = { size: 17, weight: 400, colour: COLOURS.ink3, height: 22 } as const;
const NAME = { x: NAME_X, width: NAME_WIDTH, align: "left" } as const;

/** Same scale as the pages: the square of the rate, up to 250 %. */
const SCALE_END = 250;
const AXIS = [0, 100, 150, 200, 250] as const;

/**
 * Draws the image of a ranking: the first five by the total, and the favourite below them.
 *
 * @param clean replaces characters that the font cannot draw
 */
export function drawRanking(ranking: DrawnRanking, clean: CleanText): Scene {
  const parts = [drawFrame("単勝・複勝・馬連を同じ金額ずつ買ったときの回収率　細い線は95%区間"), drawHead(ranking)];
  const empty = ranking.status === "counting" ? COUNTING : ranking.entries.length === 0 ? NO_RANKING : null;
  if (empty !== null) return joinScenes([...parts, drawEmpty(empty)]);
  const { favourite } = ranking;
  const entries = ranking.entries.map((entry) => ({
    ...entry,
    modelName: clean(entry.modelName),
    userName: clean(entry.userName),
  }));
  parts.push(
    drawAxis(ROWS_TOP + (entries.length + (favourite === null ? 0 : 1)) * ROW_HEIGHT),
    ...entries.map((entry, row) => drawEntry(entry, row, awardsMedals(ranking.races))),
  );
  if (favourite !== null) parts.push(drawFavourite(favourite, entries.length));
  return joinScenes(parts);
}

function drawHead({ key, from, to, participants, races, status }: DrawnRanking): Scene {
  const ranking = RANKING_PERIODS.find((one) => one.key === key);
  const name = ranking?.name ?? "";
  const title = ranking?.category == null ? `${name}ランキング` : `月間ランキング　${name}`;
  const period = from === to ? formatDay(from) : `${formatDay(from)}〜${formatDay(to)}`;
  const isCounted = status === "ready" && participants > 0;
  const facts = isCounted ? `${period}　${participants}モデル` : period;
  const noMedals = isCounted && !awardsMedals(races) ? `${races}レースと少ないためメダルなし` : "";
  const common = { x: LEFT, width: RIGHT - LEFT, align: "left" } as const;
  const fact = { ...PLAIN, ...common, y: 30, height: 34 };
  return {
    shapes: [line(LEFT, HEAD_BOTTOM, RIGHT, HEAD_BOTTOM, COLOURS.line)],
    texts: [
      { ...fact, text: facts },
      { ...common, text: title, y: 70, height: 76, size: 50, weight: 700, colour: COLOURS.ink },
      { ...fact, text: "AIモデルの回収率", align: "right" },
      { ...fact, text: noMedals, y: 92, align: "right" },
    ],
  };
}

function drawEmpty(text: string): Scene {
  const common = { x: LEFT, y: HEAD_BOTTOM, width: RIGHT - LEFT, height: 400, align: "center" } as const;
  return { shapes: [], texts: [{ ...common, text, size: 40, weight: 700, colour: COLOURS.ink2 }] };
}

function position(rate: number): number {
  const part = Math.min(1, Math.max(0, rate / SCALE_END) ** 2);
  return BAR_X + part * (BAR_RIGHT - BAR_X);
}

function drawAxis(bottom: number): Scene {
  const label = {
    y: HEAD_BOTTOM,
    height: ROWS_TOP - HEAD_BOTTOM,
    size: 17,
    weight: 400,
    colour: COLOURS.ink3,
  } as const;
  const axis = AXIS.map(
    (rate): TextBox => ({
      ...label,
      text: rate === SCALE_END ? `${rate}%` : String(rate),
      x: position(rate) - 30,
      width: 60,
      align: "center",
    }),
  );
  return {
    shapes: [
      line(BAR_X, ROWS_TOP, BAR_X, bottom, COLOURS.edge, { "stroke-width": 2 }),
      ...AXIS.slice(2).map((rate) => line(position(rate), ROWS_TOP, position(rate), bottom, COLOURS.line)),
      line(position(100), ROWS_TOP, position(100), bottom, COLOURS.edge, {
        "stroke-width": 2,
        "stroke-dasharray": "5 5",
      }),
    ],
    texts: [
      ...axis,
      { ...label, text: "回収率", x: RATE_RIGHT - 120, width: 120, align: "right" },
      { ...label, text: "的中率", x: RIGHT - 120, width: 120, align: "right" },
    ],
  };
}

function drawEntry(entry: DrawnEntry, row: number, hasMedals: boolean): Scene {
  const top = ROWS_TOP + row * ROW_HEIGHT;
  const middle = top + ROW_HEIGHT / 2;
  const medal = hasMedals ? MEDAL_COLOURS[(entry.rank ?? 0) - 1] : undefined;
  const nameSize = fitSize(entry.modelName, { width: NAME_WIDTH, sizes: [28, 26, 24, 22] });
  const ring = { cx: LEFT + MEDAL, cy: middle, r: MEDAL - 2.5, fill: COLOURS.surface };
  return joinScenes([
    drawFigures(entry, row, { fill: entry.returnRate >= 100 ? COLOURS.turf : COLOURS.turfMid }),
    {
      shapes: [
        ...(medal === undefined ? [] : [shape("circle", { ...ring, stroke: medal, "stroke-width": 5 })]),
        ...(row === 0 ? [] : [line(LEFT, top, RIGHT, top, COLOURS.line)]),
      ],
      texts: [
        { ...BOLD, text: String(entry.rank), x: LEFT, y: top, width: 2 * MEDAL, height: ROW_HEIGHT, align: "center" },
        { ...BOLD, ...NAME, text: entry.modelName, y: top + 3, height: 34, size: nameSize },
        { ...SMALL, ...NAME, text: cutToWidth(entry.userName, { width: NAME_WIDTH, size: SMALL.size }), y: top + 34 },
      ],
    },
  ]);
}

function drawFigures(entry: DrawnEntry, row: number, bar: { fill: string }): Scene {
  const top = ROWS_TOP + row * ROW_HEIGHT;
  const middle = top + ROW_HEIGHT / 2;
  const rate = `${entry.returnRate.toFixed(1)}%`;
  const hits = entry.races < 100 ? entry.hitRate.toFixed(0) : entry.hitRate.toFixed(1);
  const rateSize = fitSize(rate, { width: 134, sizes: [36, 32, 28, 24] });
  const hitCell = { x: RIGHT - 150, width: 150, align: "right" } as const;
  return {
    shapes: [
      box(BAR_X, middle - BAR_HEIGHT / 2, position(entry.returnRate) - BAR_X, BAR_HEIGHT, bar.fill),
      ...drawWhisker(entry, middle),
    ],
    texts: [
      {
        ...BOLD,
        text: rate,
        x: RATE_RIGHT - 134,
        y: top,
        width: 134,
        height: ROW_HEIGHT,
        size: rateSize,
        align: "right",
      },
      { ...PLAIN, ...hitCell, text: `${hits}%`, y: top + 5, height: 30 },
      { ...SMALL, ...hitCell, text: `${entry.races}レース`, y: top + 33 },
    ],
  };
}

/** The interval as a thin line with end caps; an arrow where it exceeds the scale. */
function drawWhisker({ low, high }: DrawnEntry, middle: number): string[] {
  if (low === null || high === null) return [];
  const [from, to] = [position(low), position(high)];
  const stroke = { "stroke-width": 2.5 };
  const end = (x: number) => line(x, middle - 7, x, middle + 7, COLOURS.ink, stroke);
  const arrow = `M${to - 8} ${middle - 7} ${to} ${middle} ${to - 8} ${middle + 7}`;
  return [
    line(from, middle, to, middle, COLOURS.ink, stroke),
    end(from),
    high <= SCALE_END ? end(to) : shape("path", { d: arrow, fill: "none", stroke: COLOURS.ink, ...stroke }),
  ];
}

/** The favourite with the same bets: hatched, without a rank. */
function drawFavourite(favourite: DrawnEntry, row: number): Scene {
  const top = ROWS_TOP + row * ROW_HEIGHT;
  const hatch = `<defs><pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">${box(0, 0, 8, 8, COLOURS.sunk)}${box(0, 0, 4, 8, COLOURS.neutralMid)}</pattern></defs>`;
  return joinScenes([
    { shapes: [hatch, line(LEFT, top, RIGHT, top, COLOURS.line)], texts: [] },
    drawFigures(favourite, row, { fill: "url(#hatch)" }),
    {
      shapes: [],
      texts: [{ ...PLAIN, ...NAME, text: favourite.modelName, y: top, height: ROW_HEIGHT }],
    },
  ]);
}
