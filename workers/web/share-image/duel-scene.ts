import { countWords, DUEL_OVER, DUEL_SO_FAR, WEEK_IS_LUCK, weekLetter } from "#app/domain/days/duel-words.ts";
import type { DuelWeek, FavouriteDuel } from "#app/domain/days/favourite-duel.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import type { CleanText } from "./font-index.ts";
import { drawFrame, LEFT, RIGHT, text } from "./frame.ts";
import { box, HEAD, type Scene } from "./scene.ts";
import { fitSize } from "./text-fit.ts";

const SIDE = { top: 182, width: 506, height: 200 } as const;
const WEEK = { top: 402, size: 54, step: 62 } as const;

export function drawDuel({ modelName, shown, weeks, counts, streak }: FavouriteDuel, clean: CleanText): Scene {
  const { from, to, isRunning, outcome, own, favourite } = shown;
  const run = streak !== null && streak.weeks > 1 ? `${streak.weeks}連${streak.outcome === "won" ? "勝" : "敗"}中` : "";
  const words = `${countWords(counts)}　${run}`.trim();
  const left = LEFT + weeks.length * WEEK.step + 12;
  const sum = { x: left, y: WEEK.top, width: RIGHT - left, height: WEEK.size, align: "right", weight: 700 } as const;
  const headline = { x: LEFT, y: 112, width: RIGHT - LEFT, height: 60, size: 42, weight: 700 } as const;
  const middle = {
    x: LEFT + SIDE.width,
    y: SIDE.top,
    width: RIGHT - LEFT - 2 * SIDE.width,
    height: SIDE.height,
  } as const;
  return [
    ...drawFrame({ title: "1番人気との対決", from, to, sentence: WEEK_IS_LUCK }),
    text((isRunning ? DUEL_SO_FAR : DUEL_OVER)[outcome], headline),
    text("対", { ...middle, size: 34, align: "center", colour: HEAD.ink2 }),
    text(words, { ...sum, size: fitSize(words, { width: sum.width, sizes: [36, 32, 29] }) }),
    ...drawSide(clean(modelName), "◎の単勝回収率", own, LEFT),
    ...drawSide("1番人気", "単勝回収率", favourite, RIGHT - SIDE.width),
    ...weeks.flatMap((week, at) => drawWeek(week, LEFT + at * WEEK.step)),
  ];
}

function drawSide(name: string, label: string, bets: Settlement, x: number): Scene {
  const row = { x: x + 16, width: SIDE.width - 32, align: "center" } as const;
  const size = fitSize(name, { width: row.width, sizes: [38, 34, 30] });
  const rate = `${(100 * (returnRateOf(bets) ?? 0)).toFixed(1)}%`;
  const note = { ...row, height: 40, size: 30, colour: HEAD.ink2 } as const;
  return [
    box(x, SIDE.top, SIDE.width, SIDE.height, HEAD.panel, { rx: 16 }),
    text(name, { ...row, y: SIDE.top + 10, height: 52, size, weight: 700 }),
    text(rate, { ...row, y: SIDE.top + 62, height: 84, size: 76, weight: 700 }),
    text(`${label}　${bets.hits}勝`, { ...note, y: SIDE.top + 150 }),
  ];
}

function drawWeek({ isRunning, outcome }: DuelWeek, x: number): Scene {
  const isWon = !isRunning && outcome === "won";
  const edge = { stroke: outcome === "drawn" ? HEAD.edge : "none", "stroke-width": 3 };
  const cell = { x, y: WEEK.top, width: WEEK.size, height: WEEK.size, align: "center" } as const;
  const colour = isWon ? HEAD.ground : HEAD.ink2;
  return [
    box(x, WEEK.top, WEEK.size, WEEK.size, isWon ? HEAD.turf : HEAD.panel, { rx: 8, ...edge }),
    text(weekLetter({ isRunning, outcome }), { ...cell, size: 30, weight: 700, colour }),
  ];
}
