import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import { YEAR_IS_LUCK, type YearReview } from "#app/domain/own-records/year-review.ts";
import { drawFrame, LEFT, RIGHT, text } from "./frame.ts";
import { box, HEAD, type Scene } from "./scene.ts";
import { fitSize } from "./text-fit.ts";

const GAP = 22;
const PANEL = { top: 136, width: (RIGHT - LEFT - 2 * GAP) / 3, height: 310 } as const;

interface Figure {
  label: string;
  value: string;
  notes: readonly string[];
}

export function drawYear({ year, figures }: YearReview): Scene {
  const { counts, days, firsts, tickets, from, to } = figures;
  const { interval, favourite } = tickets.win;
  const panels: Figure[] = [
    { label: "発走前に記録", value: `${counts.counted}R`, notes: [`${days}日`, "外れも、消した分も"] },
    {
      label: "◎が勝った割合",
      value: percent(counts.counted === 0 ? null : firsts.wins / counts.counted),
      notes: [
        bandOf(firsts.interval),
        `1番人気 ${percent(firsts.favouriteRaces === 0 ? null : firsts.favouriteWins / firsts.favouriteRaces)}`,
      ],
    },
    {
      label: "単勝の回収率",
      value: percent(returnRateOf(tickets.win)),
      notes: [bandOf(interval), `1番人気 ${percent(returnRateOf(favourite))}`],
    },
  ];
  return [
    ...drawFrame({
      ...{ title: `${year}年のまとめ`, sentence: YEAR_IS_LUCK },
      ...{ from: from ?? `${year}-01-01`, to: to ?? `${year}-12-31` },
    }),
    ...panels.flatMap((figure, at) => drawPanel(figure, LEFT + at * (PANEL.width + GAP))),
  ];
}

function drawPanel({ label, value, notes }: Figure, x: number): Scene {
  const row = { x: x + 12, width: PANEL.width - 24, align: "center" } as const;
  const size = fitSize(value, { width: row.width, sizes: [84, 72, 60] });
  return [
    box(x, PANEL.top, PANEL.width, PANEL.height, HEAD.panel, { rx: 16 }),
    text(label, { ...row, y: PANEL.top + 18, height: 52, size: 34 }),
    text(value, { ...row, y: PANEL.top + 80, height: 100, size, weight: 700 }),
    ...notes.map((note, at) =>
      text(note, { ...row, y: PANEL.top + 196 + at * 48, height: 44, size: 29, colour: HEAD.ink2 }),
    ),
  ];
}

function percent(ratio: number | null): string {
  return ratio === null ? "–" : `${(100 * ratio).toFixed(1)}%`;
}

function bandOf(interval: { low: number; high: number } | null): string {
  return interval === null
    ? "レースが少なく参考"
    : `95%区間 ${(100 * interval.low).toFixed(0)}〜${(100 * interval.high).toFixed(0)}%`;
}
