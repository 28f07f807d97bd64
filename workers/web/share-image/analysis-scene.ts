import { placeShared, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import { isAfterStart, type SharedAnalysis, type SharedHorse } from "#app/domain/scoring/shared-analysis.ts";
import type { CleanText } from "./font-index.ts";
import { drawFrame, formatDay, formatIndex, joinScenes, LEFT, RIGHT } from "./frame.ts";
import { drawMark } from "./marks.ts";
import { BRACKETS, box, COLOURS, line, type Scene, type TextBox } from "./scene.ts";
import { cutToWidth, fitLines, fitSize } from "./text-fit.ts";

const SHOWN = 6;

const SURFACE_WORDS = { turf: "芝", dirt: "ダート", jump: "障害" } as const;

const HEAD_BOTTOM = 150;
const ROWS_TOP = 178;
const ROWS_HEIGHT = 366;
/** With few horses, rows are slightly taller. */
const MAX_ROW_HEIGHT = 78;
const BADGE = 46;
const MARK = 34;
const NAME_X = 172;
const NAME_WIDTH = 336;
const BAR_X = 528;
const BAR_HEIGHT = 18;

/** Range of the bar's scale around the zero line. Values beyond it end at the edge; the number is printed beside it. */
const SCALE = { from: -1, to: 3.5 } as const;
/** Index from which a horse stands out. */
const REFERENCE = 2;

interface Columns {
  barRight: number;
  index: number;
  probability: number | null;
}

/** Without probabilities the bar takes their space. */
function columnsOf({ isLearntFrom }: SharedAnalysis): Columns {
  return isLearntFrom
    ? { barRight: 996, index: RIGHT, probability: null }
    : { barRight: 874, index: 1010, probability: RIGHT };
}

/**
 * Draws the image of a shared analysis: race, model and the first six horses.
 *
 * @param clean replaces characters that the font cannot draw
 */
export function drawAnalysis(shared: SharedAnalysis, clean: CleanText): Scene {
  const columns = columnsOf(shared);
  // Who does not start comes last, without mark and figures.
  const placed = placeShared(shared.horses);
  const share = shareOfStarters(placed);
  const horses = placed.slice(0, SHOWN).map(({ score, mark, isOut }) => ({
    ...{ ...score, mark, isOut },
    probability: score.probability === null || isOut ? null : score.probability * share,
  }));
  const height = Math.min(MAX_ROW_HEIGHT, ROWS_HEIGHT / Math.max(1, horses.length));
  const rows = horses.map((horse, row) => ({
    ...horse,
    name: clean(horse.name),
    top: ROWS_TOP + row * height,
    height,
  }));
  const method = shared.isLearntFrom
    ? "参考値：モデルが学んだレースの指数です"
    : isAfterStart(shared)
      ? "発走後の分析です。モデルは結果を見ていません"
      : "指数と勝率は、発走前のデータから計算しました";
  return joinScenes([
    drawFrame(method),
    drawHead({
      ...shared,
      modelName: clean(shared.modelName),
      userName: clean(shared.userName),
      race: { ...shared.race, name: clean(shared.race.name), title: clean(shared.race.title) },
    }),
    ...rows.map((row, index) => drawHorse(row, { ...columns, isFirst: index === 0 })),
    drawAxis(columns, ROWS_TOP + horses.length * height),
  ]);
}

function drawHead({ race, modelName, userName, horses }: SharedAnalysis): Scene {
  const facts = [
    formatDay(race.date),
    `${race.title}${race.raceNum}R`,
    race.startTime === null ? "" : `${race.startTime}発走`,
    `${race.surface === null ? "" : SURFACE_WORDS[race.surface]}${race.distanceM === null ? "" : `${race.distanceM}m`}`,
    `${horses.length}頭`,
  ].filter((fact) => fact !== "");
  const wide = { x: LEFT, width: 730, align: "left" } as const;
  const right = { x: 800, width: RIGHT - 800, align: "right" } as const;
  const factsText = facts.join("　");
  const title = fitLines(race.name, { width: wide.width, sizes: [50, 46, 42, 38, 34], smallSizes: [30, 28, 26] });
  const model = fitLines(modelName, { width: right.width, sizes: [34, 31], smallSizes: [30, 28, 26, 24] });
  const userLabel = { size: 22, width: right.width - 140 };
  const factsSize = fitSize(factsText, { width: wide.width, sizes: [25, 24, 23, 22, 21] });
  const fact = { y: 30, height: 34, weight: 400, colour: COLOURS.ink2 } as const;
  const head = { y: 69, height: 76, weight: 700, colour: COLOURS.ink } as const;
  const texts: TextBox[] = [
    { ...wide, ...fact, text: factsText, size: factsSize },
    { ...wide, ...head, ...title },
    { ...right, ...fact, text: `AIモデル　${cutToWidth(userName, userLabel)}`, size: userLabel.size },
    { ...right, ...head, ...model },
  ];
  return { shapes: [], texts };
}

/** Draws the zero line and the dashed line at 2 through all rows, and the column headings. */
function drawAxis({ barRight, index, probability }: Columns, bottom: number): Scene {
  const at = positionOf(barRight);
  const label = {
    y: HEAD_BOTTOM,
    height: ROWS_TOP - HEAD_BOTTOM,
    size: 18,
    weight: 400,
    colour: COLOURS.ink3,
  } as const;
  const texts: TextBox[] = [
    { ...label, text: "0", x: at(0) - 30, width: 60, align: "center" },
    { ...label, text: "2", x: at(REFERENCE) - 30, width: 60, align: "center" },
    { ...label, text: probability === null ? "指数（参考値）" : "指数", x: index - 160, width: 160, align: "right" },
  ];
  if (probability !== null) texts.push({ ...label, text: "勝率", x: probability - 120, width: 120, align: "right" });
  return {
    shapes: [
      line(LEFT, HEAD_BOTTOM, RIGHT, HEAD_BOTTOM, COLOURS.line),
      line(at(0), ROWS_TOP, at(0), bottom, COLOURS.edge, { "stroke-width": 2 }),
      line(at(REFERENCE), ROWS_TOP, at(REFERENCE), bottom, COLOURS.edge, {
        "stroke-width": 2,
        "stroke-dasharray": "5 5",
      }),
    ],
    texts,
  };
}

function positionOf(barRight: number): (index: number) => number {
  const unit = (barRight - BAR_X) / (SCALE.to - SCALE.from);
  return (index) => BAR_X + (Math.min(SCALE.to, Math.max(SCALE.from, index)) - SCALE.from) * unit;
}

interface Row extends SharedHorse {
  isOut: boolean;
  top: number;
  height: number;
}

function drawHorse(horse: Row, { barRight, index, probability, isFirst }: Columns & { isFirst: boolean }): Scene {
  const { top, height } = horse;
  const middle = top + height / 2;
  const at = positionOf(barRight);
  const [zero, end] = [at(0), at(horse.isOut ? 0 : horse.score)];
  const tone = horse.score < 0 ? "minus" : horse.score < REFERENCE ? "plus" : "good";
  const barColour = { minus: COLOURS.neutralMid, plus: COLOURS.turfMid, good: COLOURS.turf }[tone];
  const cell = { y: top, height } as const;
  const bold = { ...cell, weight: 700, colour: COLOURS.ink } as const;
  const score = horse.isOut ? "–" : formatIndex(horse.score);
  const scoreSize = fitSize(score, { width: 130, sizes: [37, 32, 28, 24] });
  const scoreColour = { minus: COLOURS.ink2, plus: COLOURS.ink, good: COLOURS.turf }[tone];
  const nameSize = fitSize(horse.name, { width: NAME_WIDTH, sizes: [34, 31, 28, 25, 22] });
  const badge = badgeOf(horse);
  const texts: TextBox[] = [
    { ...bold, text: String(horse.horseNum), x: LEFT, width: BADGE, size: 26, colour: badge.number, align: "center" },
    { ...bold, text: horse.name, x: NAME_X, width: NAME_WIDTH, size: nameSize, align: "left" },
    {
      ...cell,
      text: score,
      x: index - 130,
      width: 130,
      size: scoreSize,
      weight: tone === "minus" ? 400 : 700,
      colour: scoreColour,
      align: "right",
    },
  ];
  if (probability !== null && horse.probability !== null) {
    const percent = `${(horse.probability * 100).toFixed(1)}%`;
    const plain = { ...cell, size: 28, weight: 400, colour: COLOURS.ink2 } as const;
    texts.push({ ...plain, text: percent, x: probability - 126, width: 126, align: "right" });
  }
  return {
    shapes: [
      ...(isFirst ? [] : [line(LEFT, top, RIGHT, top, COLOURS.line)]),
      box(LEFT + 0.5, middle - BADGE / 2 + 0.5, BADGE - 1, BADGE - 1, badge.ground, { rx: 9, stroke: badge.border }),
      ...drawMark(horse.mark, LEFT + BADGE + 18, middle - MARK / 2, MARK),
      box(BAR_X, middle - BAR_HEIGHT / 2, barRight - BAR_X, BAR_HEIGHT, COLOURS.sunk, { rx: 4 }),
      box(Math.min(zero, end), middle - BAR_HEIGHT / 2, Math.abs(end - zero), BAR_HEIGHT, barColour),
    ],
    texts,
  };
}

/** Post positions outside 1–8 (Hong Kong) have no colour. */
function badgeOf({ bracketNum }: SharedHorse): { ground: string; number: string; border: string } {
  const bracket = bracketNum === null ? undefined : BRACKETS[bracketNum - 1];
  return bracket ?? { ground: COLOURS.sunk, number: COLOURS.ink, border: COLOURS.edge };
}
