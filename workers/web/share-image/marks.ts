import type { SharedMark } from "#app/domain/scoring/shared-analysis.ts";
import { onGrid, shape } from "./scene.ts";

const STROKE = { fill: "none", "stroke-width": 2.6, "stroke-linejoin": "round" } as const;

const circle = (r: number) => shape("circle", { cx: 12, cy: 12, r, ...STROKE });

/** ◎ ○ ▲ △ on a 24 px grid, drawn as shapes rather than text. */
const MARKS: Record<NonNullable<SharedMark>, string> = {
  favourite: circle(9.5) + circle(4.5),
  rival: circle(9.5),
  third: shape("path", { d: "M12 3 22 20.5H2z", ...STROKE, fill: "currentColor" }),
  fourth: shape("path", { d: "M12 3.5 21.5 20H2.5z", ...STROKE }),
};

export function drawMark(mark: SharedMark, x: number, y: number, size: number, colour: string): string[] {
  if (mark === null) return [];
  return [`<g color="${colour}" stroke="${colour}">${onGrid(x, y, size, MARKS[mark])}</g>`];
}
