import { awardsMedals } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import type { DrawnEntry, DrawnRanking } from "#app/domain/sharing/share-image-address.ts";
import type { CleanText } from "./font-index.ts";
import { drawEmpty, drawFrame, drawRank, LEFT, RIGHT, text } from "./frame.ts";
import { box, HEAD, line, type Scene } from "./scene.ts";
import { cutToWidth, fitLines, fitSize, widthOf } from "./text-fit.ts";

/** Columns from left to right by rank, then the favourite. */
const PODIUM = [2, 1, 3] as const;
const COLUMN = { width: 234, gap: 22 } as const;
const GROUND = 464;
/** Height of the tallest column, or of 100 %. */
const TALLEST = 236;
/** A column that is lower has its figures above it. */
const ROOM_FOR_FIGURES = 170;

export function drawRanking(ranking: DrawnRanking, clean: CleanText): Scene {
  const { key, from, to, status, entries, favourite, races } = ranking;
  const { name, category } = RANKING_PERIODS.find((one) => one.key === key) ?? { name: "", category: null };
  const title = category === null ? `${name}ランキング　回収率（総合）` : `月間　${name}　回収率`;
  const empty = status === "counting" ? COUNTING : entries.length === 0 ? NO_RANKING : null;
  const frame = drawFrame({ title, from, to, sentence: empty === null ? sentenceOf(ranking) : "" });
  if (empty !== null) return [...frame, ...drawEmpty(empty)];
  const scale = TALLEST / Math.max(100, ...[...entries, ...(favourite === null ? [] : [favourite])].map(rateOf));
  const even = GROUND - 100 * scale;
  const hasMedals = awardsMedals(races);
  return [
    ...frame,
    line(LEFT, even, RIGHT - 84, even, HEAD.edge, { "stroke-width": 3, "stroke-dasharray": "6 6" }),
    text("100%", {
      x: RIGHT - 90,
      y: even - 22,
      width: 90,
      height: 44,
      size: 30,
      colour: HEAD.ink2,
      align: "right",
    }),
    ...PODIUM.flatMap((rank, column) => {
      const entry = entries[rank - 1];
      return entry === undefined ? [] : drawColumn(entry, { column, scale, clean, hasMedals });
    }),
    ...(favourite === null ? [] : drawColumn(favourite, { column: PODIUM.length, scale, clean, hasMedals })),
    line(LEFT, GROUND, RIGHT, GROUND, HEAD.ink, { "stroke-width": 3 }),
  ];
}

const rateOf = ({ returnRate }: DrawnEntry): number => returnRate;

function sentenceOf({ participants, races, luck }: DrawnRanking): string {
  const facts = `${participants}モデル・${races}レース。`;
  if (!awardsMedals(races)) return `${facts}レースが少ないため、メダルはありません。`;
  if (luck === null) return facts;
  return `${facts}実力が同じでも、1位は運だけで${luck.low.toFixed(0)}〜${luck.high.toFixed(0)}%になります。`;
}

function drawColumn(
  entry: DrawnEntry,
  { column, scale, clean, hasMedals }: { column: number; scale: number; clean: CleanText; hasMedals: boolean },
): Scene {
  const left = LEFT + column * (COLUMN.width + COLUMN.gap);
  const height = Math.max(2, entry.returnRate * scale);
  const top = GROUND - height;
  const isBaseline = entry.rank === null;
  const figures = isBaseline ? 84 : 146;
  const isInside = height >= ROOM_FOR_FIGURES;
  const figuresTop = isInside ? top + (height - figures) / 2 : top - figures - 4;
  const namesBottom = (isInside ? top : figuresTop) - 8;
  return [
    // Figures above a low column would be crossed by the line of 100 %.
    ...(isInside ? [] : [box(left, figuresTop, COLUMN.width, figures, HEAD.ground)]),
    drawBlock(entry, { left, top, height }),
    ...(isBaseline ? [] : drawRank(entry.rank, { x: left + COLUMN.width / 2, y: figuresTop + 32 }, hasMedals)),
    ...drawRate(entry.returnRate, { left, y: figuresTop + figures - 84 }),
    ...drawNames(entry, { left, bottom: namesBottom, clean }),
  ];
}

function drawBlock({ rank }: DrawnEntry, { left, top, height }: { left: number; top: number; height: number }): string {
  if (rank === null) {
    const edge = { rx: 6, stroke: HEAD.edge, "stroke-width": 3 };
    return box(left + 1.5, top + 1.5, COLUMN.width - 3, height - 3, HEAD.panel, edge);
  }
  return box(left, top, COLUMN.width, height, rank === 1 ? HEAD.first : HEAD.block, { rx: 6 });
}

function drawRate(rate: number, { left, y }: { left: number; y: number }): Scene {
  const number = rate.toFixed(1);
  const size = fitSize(number, { width: COLUMN.width - 60, sizes: [64, 56, 48] });
  const wide = widthOf(number, size) * 0.94;
  const start = left + (COLUMN.width - wide - 30) / 2;
  return [
    text(number, { x: start, y, width: wide + 20, height: 84, size, weight: 700 }),
    text("%", { x: start + wide + 2, y: y + 14, width: 40, height: 64, size: 30, colour: HEAD.ink2 }),
  ];
}

/** On the ground's colour, as the line of 100 % may lie behind. A long model name takes two lines. */
function drawNames(
  entry: DrawnEntry,
  { left, bottom, clean }: { left: number; bottom: number; clean: CleanText },
): Scene {
  const owner = entry.rank === null ? "くらべる基準" : clean(entry.userName);
  const room = COLUMN.width + COLUMN.gap - 8;
  const name = fitLines(clean(entry.modelName), { width: room, sizes: [38, 34, 31], smallSizes: [29, 27, 25] });
  const lines = typeof name.text === "string" ? [name.text] : name.text;
  const who = cutToWidth(owner, { width: COLUMN.width, size: 29 });
  const height = 40 + lines.length * name.size * 1.25;
  const wide = Math.max(...lines.map((each) => widthOf(each, name.size)), widthOf(who, 29)) + 12;
  const cell = { x: left - COLUMN.gap / 2, width: COLUMN.width + COLUMN.gap, align: "center" } as const;
  return [
    box(left + (COLUMN.width - wide) / 2, bottom - height, wide, height, HEAD.ground),
    { ...text("", { ...cell, y: bottom - height, height: height - 40, weight: 700 }), ...name },
    text(who, { ...cell, y: bottom - 40, height: 38, size: 29, colour: HEAD.ink2 }),
  ];
}
