import { type ChartHorse, chartOfShared, layOutChart } from "#app/domain/scoring/chart-layout.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import { shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import { formatIndex } from "#app/domain/scoring/score.ts";
import { isAfterStart, type SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import type { CleanText } from "./font-index.ts";
import { drawBand, formatShortDay, text } from "./frame.ts";
import { drawMark } from "./marks.ts";
import { BRACKETS, box, COLOURS, HEAD, line, type Scene, type TextBox } from "./scene.ts";
import { fitLines, fitSize, widthOf } from "./text-fit.ts";

const LEFT = 48;
const RIGHT = 1152;
const CHART = { left: 560, top: 138, width: 548, height: 374, spaces: { mark: 46, flag: 0, foot: 42 } } as const;
const FAVOURITE_WIDTH = 488;

/** `clean` replaces what the font cannot draw. */
export function drawAnalysis(shared: SharedAnalysis, clean: CleanText): Scene {
  // The picture does not change with the result, so it has no flags.
  const horses = chartOfShared(shared.horses).map((horse) => ({ ...horse, finish: null }));
  return [
    box(0, 0, 1200, 630, HEAD.ground),
    ...drawBand(HEAD.edge),
    ...drawRace(shared, clean),
    ...drawModel(shared, clean),
    ...drawFavourite(shared, horses, clean),
    ...drawChart(horses),
    ...drawFoot(shared),
  ];
}

function drawRace({ race }: SharedAnalysis, clean: CleanText): Scene {
  const facts = [`${formatShortDay(race.date)}${clean(race.title)}${race.raceNum}R`, race.startTime ?? ""];
  const name = fitLines(clean(race.name), { width: 480, sizes: [52, 46, 42, 38], smallSizes: [34, 31, 30] });
  return [
    text(facts.join("　").trim(), { x: LEFT, y: 42, width: 620, height: 42, size: 30, colour: HEAD.ink2 }),
    { ...text("", { x: LEFT, y: 88, width: 620, height: 76, weight: 700 }), ...name },
  ];
}

/** Labels say which name is the model's and which the owner's. */
function drawModel({ modelName, userName, modelSkill }: SharedAnalysis, clean: CleanText): Scene {
  const skill = modelSkill === undefined ? "" : `予測力${(modelSkill * 100).toFixed(1).replace("-", "−")}`;
  const skillWidth = skill === "" ? 0 : widthOf(skill, 30) + 30;
  const name = clean(modelName);
  const label = "モデル　";
  const room = 500 - skillWidth - widthOf(label, 30);
  const size = fitSize(name, { width: room, sizes: [30, 29, 28] });
  // Emoji are wider than letters.
  const nameWidth = widthOf(name, size) * 1.04;
  const at = RIGHT - skillWidth - nameWidth;
  const row = { y: 46, height: 40 };
  return [
    text(label.trim(), { ...row, x: at - 140, width: 128, align: "right", colour: HEAD.ink2, size: 30 }),
    text(name, { ...row, x: at, width: nameWidth, align: "right", weight: 700, size }),
    text(skill, { ...row, x: RIGHT - 260, width: 260, align: "right", weight: 700, size: 30, colour: HEAD.turf }),
    text(`つくった人　${clean(userName)}`, {
      ...{ x: RIGHT - 500, y: 88, width: 500, height: 40, align: "right", colour: HEAD.ink2 },
      size: fitSize(`つくった人　${clean(userName)}`, { width: 500, sizes: [30, 29] }),
    }),
  ];
}

function drawFavourite(
  { horses: shared, isLearntFrom }: SharedAnalysis,
  horses: readonly ChartHorse[],
  clean: CleanText,
): Scene {
  const [best, ...others] = horses.filter(({ mark, isOut }) => mark !== null && !isOut);
  if (best === undefined) return [];
  const name = clean(best.name);
  const chance = chanceOf(shared, best.horseNum);
  const figures =
    chance === null || isLearntFrom
      ? [{ x: LEFT, number: formatIndex(best.index), unit: "", label: "指数（参考値）", size: 84, colour: HEAD.turf }]
      : [
          { x: LEFT, number: (chance * 100).toFixed(1), unit: "%", label: "勝率", size: 84, colour: HEAD.turf },
          { x: 300, number: (1 / chance).toFixed(1), unit: "倍", label: "適正オッズ", size: 60, colour: HEAD.ink },
        ];
  return [
    ...drawMark(best.mark, LEFT, 186, 46, HEAD.ink),
    ...drawBadge(best, { x: LEFT + 64, y: 178, side: 60, size: 36 }),
    text(name, {
      ...{ x: LEFT + 140, y: 176, width: FAVOURITE_WIDTH - 140, height: 64, weight: 700 },
      size: fitSize(name, { width: FAVOURITE_WIDTH - 140, sizes: [44, 40, 36, 33, 30] }),
    }),
    ...figures.flatMap(({ x, number, unit, label, size, colour }) => [
      text(number, { x, y: 252, width: 240, height: 92, weight: 700, size, colour }),
      text(unit, {
        ...{ x: x + widthOf(number, size) * 0.93, y: 252 + size * 0.5, width: 60, height: 50 },
        ...{ size: Math.round(size * 0.45), colour },
      }),
      text(label, { x, y: 340, width: 240, height: 42, size: 30, colour: HEAD.ink2 }),
    ]),
    ...others.flatMap((horse, at) => {
      const x = LEFT + at * 108;
      return [
        ...drawMark(horse.mark, x, 406, 34, HEAD.ink),
        ...drawBadge(horse, { x: x + 42, y: 401, side: 44, size: 26 }),
      ];
    }),
  ];
}

/** The chance to win among the horses that start, 0–1. */
function chanceOf(horses: SharedAnalysis["horses"], horseNum: number): number | null {
  const placed = horses.map((score, at) => ({
    ...{ score, place: at + 1, mark: null },
    isOut: score.finish?.status === "scratched" || score.finish?.status === "excluded",
  }));
  const probability = horses.find((horse) => horse.horseNum === horseNum)?.probability ?? null;
  return probability === null ? null : probability * shareOfStarters(placed);
}

function drawBadge(
  { horseNum, bracketNum }: ChartHorse,
  { x, y, side, size }: { x: number; y: number; side: number; size: number },
): Scene {
  const { ground, number, edge } = bracketOf(bracketNum);
  return [
    box(x + 1, y + 1, side - 2, side - 2, ground, { rx: side / 5, stroke: edge, "stroke-width": 2 }),
    text(String(horseNum), { x, y, width: side, height: side, size, weight: 700, colour: number, align: "center" }),
  ];
}

/** Post positions outside 1–8 (Hong Kong) have no colour. */
function bracketOf(bracketNum: number | null) {
  const bracket = bracketNum === null ? undefined : BRACKETS[bracketNum - 1];
  const lip = HEAD.lips[(bracketNum ?? 0) - 1];
  if (bracket === undefined || lip === undefined)
    return { ground: HEAD.panel, number: HEAD.ink, edge: HEAD.edge, lip: HEAD.edge };
  return { ground: bracket.ground, number: bracket.number, edge: bracketNum === 2 ? lip : bracket.ground, lip };
}

function drawChart(horses: readonly ChartHorse[]): Scene {
  const { left, top, width, height, spaces } = CHART;
  const layout = layOutChart(horses, height, spaces);
  const x = (share: number) => left + (share * width) / 100;
  const zero = top + layout.zero;
  const barWidth = (layout.barWidth * width) / 100;
  const shapes = layout.lines.map(({ y }) =>
    line(left, top + y, left + width, top + y, HEAD.ink3, { "stroke-dasharray": "2 4", opacity: 0.75 }),
  );
  const texts: TextBox[] = layout.lines.map(({ index, y }) =>
    text(`+${index}`, { x: left + width + 6, y: top + y - 20, width: 50, height: 36, size: 24, colour: HEAD.ink3 }),
  );
  // A bar that goes on below the scale has no lower edge: it is cut there.
  const floor = top + layout.floor;
  shapes.push(
    `<clipPath id="floor">${box(left, zero, width, floor - zero, "#000")}</clipPath>`,
    ...layout.bars
      .filter(({ horse }) => !horse.isOut && horse.index !== 0)
      .map(({ horse, left: at, top: barTop, height: tall }) => {
        const { ground, lip } = bracketOf(horse.bracketNum);
        const isBelow = horse.index < 0;
        const faint = horse.bracketNum === 2 ? 0.8 : 0.18;
        return box(x(at), top + barTop, barWidth, tall, ground, {
          ...{ rx: 3, stroke: lip, "stroke-width": 2 },
          ...(isBelow && { "fill-opacity": faint, "stroke-opacity": 0.8, "clip-path": "url(#floor)" }),
        });
      }),
    line(left, zero, left + width, zero, HEAD.ink, { "stroke-width": 3 }),
    ...layout.bands.map(({ bracketNum, left: at, width: wide }) => {
      const { ground, edge } = bracketOf(bracketNum);
      return box(x(at), top + height - 6, (wide * width) / 100, 5, ground, { rx: 1, stroke: edge });
    }),
  );
  const mark = Math.min(32, barWidth + 6);
  for (const { horse, centre, top: barTop } of layout.bars) {
    const isNamed = horse.mark !== null && !horse.isOut;
    if (isNamed) {
      const foot = top + (horse.index > 0 ? barTop : layout.zero);
      shapes.push(...drawMark(horse.mark, x(centre) - mark / 2, foot - mark - 6, mark, HEAD.ink));
    }
    const number = horse.isOut ? "取" : String(horse.horseNum);
    texts.push(
      text(number, {
        ...{ x: x(centre) - 30, y: top + height - 40, width: 60, height: 32, align: "center" },
        ...{ size: layout.bars.length > 16 ? 22 : 25, weight: isNamed ? 700 : 400 },
        colour: isNamed ? HEAD.ink : HEAD.ink3,
      }),
    );
  }
  return [...shapes, ...texts];
}

function drawFoot(shared: SharedAnalysis): Scene {
  const { completedAt = shared.createdAt, race, seal, isLearntFrom } = shared;
  const isSealed = seal !== undefined && fixedAgainstStart(completedAt, race).kind !== "after";
  const pill = isLearntFrom
    ? "参考値：モデルが学んだレース"
    : isSealed
      ? `${fixedWords(completedAt, race)}・変更できません`
      : isAfterStart(shared)
        ? "発走後の分析（結果は見ていません）"
        : null;
  const foot = { y: 552, height: 52 };
  const width = pill === null ? 0 : widthOf(pill, 28) + 48;
  const colour = isSealed && !isLearntFrom ? HEAD.turf : HEAD.ink2;
  return [
    ...(pill === null
      ? []
      : [box(572 - width / 2, 552, width, 50, "none", { rx: 25, stroke: colour, "stroke-width": 2 })]),
    text("はちわく", { ...foot, x: LEFT, width: 200, size: 36, weight: 700, colour: COLOURS.onTurf }),
    text(pill ?? "", {
      x: 572 - width / 2,
      y: 552,
      width,
      height: 50,
      size: 28,
      weight: 700,
      colour,
      align: "center",
    }),
    text("馬券は20歳から", { ...foot, x: RIGHT - 300, width: 300, size: 28, colour: HEAD.ink2, align: "right" }),
  ];
}
