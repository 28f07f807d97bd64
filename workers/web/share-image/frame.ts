import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import { SHARE_IMAGE_SIZE } from "#app/domain/sharing/share-image-address.ts";
import { BRACKETS, box, HEAD, MEDAL_COLOURS, type Scene, shape, type TextBox } from "./scene.ts";
import { fitSize, widthOf } from "./text-fit.ts";

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE_SIZE;

export const LEFT = 56;
export const RIGHT = WIDTH - 56;

const BAND_HEIGHT = 16;

const NOTICE = "過去の成績は将来を約束しません　馬券は20歳から";

/** `edge` outlines the white gate. */
export function drawBand(edge: string): Scene {
  const stall = WIDTH / BRACKETS.length;
  return BRACKETS.map(({ ground }, index) =>
    index > 0
      ? box(index * stall, 0, stall, BAND_HEIGHT, ground)
      : box(0.5, 0.5, stall - 1, BAND_HEIGHT - 1, ground, { stroke: edge }),
  );
}

/** Days are YYYY-MM-DD. */
export function drawFrame({
  title,
  from,
  to,
  sentence,
}: {
  title: string;
  from: string;
  to: string;
  sentence: string;
}): Scene {
  const period = formatSpan(from, to);
  const size = fitSize(title, { width: RIGHT - LEFT - widthOf(period, 34) - 20, sizes: [48, 44, 40, 36] });
  const width = RIGHT - LEFT;
  const foot = { y: 552, height: 52 };
  return [
    box(0, 0, WIDTH, HEIGHT, HEAD.ground),
    ...drawBand(HEAD.edge),
    box(LEFT, 554, 46, 46, HEAD.panel, { rx: 10 }),
    ...drawLogo(LEFT + 7, 590),
    text(title, { x: LEFT, y: 44, width, height: 64, size, weight: 700 }),
    text(period, { x: LEFT, y: 54, width, height: 56, size: 34, colour: HEAD.ink2, align: "right" }),
    text(sentence, { x: LEFT, y: 482, width, height: 56, size: fitSize(sentence, { width, sizes: [33, 31, 29] }) }),
    text(PRODUCT_NAME, { ...foot, x: LEFT + 62, width: 200, size: 36, weight: 700 }),
    text(NOTICE, { ...foot, x: LEFT + 240, width: width - 240, size: 30, colour: HEAD.ink2, align: "right" }),
  ];
}

export function drawEmpty(words: string): Scene {
  const middle = { x: LEFT, y: 120, width: RIGHT - LEFT, height: 340, align: "center" } as const;
  return [text(words, { ...middle, size: 40, weight: 700, colour: HEAD.ink2 })];
}

/** Draws a rank around a point, in a ring for a medal. */
export function drawRank(rank: number | null, { x, y }: { x: number; y: number }, hasMedals: boolean): Scene {
  const medal = hasMedals ? MEDAL_COLOURS[(rank ?? 0) - 1] : undefined;
  const ring = { cx: x, cy: y, r: 27, fill: HEAD.ground, "stroke-width": 5 };
  const cell = { x: x - 30, y: y - 30, width: 60, height: 60, align: "center" } as const;
  return [
    ...(medal === undefined ? [] : [shape("circle", { ...ring, stroke: medal })]),
    text(String(rank), { ...cell, size: 34, weight: 700 }),
  ];
}

export function text(
  words: string,
  more: Partial<Omit<TextBox, "text">> & Pick<TextBox, "x" | "y" | "width" | "height">,
): TextBox {
  return { text: words, size: 30, weight: 400, colour: HEAD.ink, align: "left", ...more };
}

/** Heights and colours of the logo's bars on turf. */
const LOGO: readonly (readonly [number, string])[] = [
  [10, "#FFFFFF"],
  [13, "#1B1B1D"],
  [16, "#E0485A"],
  [19, "#5B96EA"],
  [21, "#F4CE1B"],
  [24, "#4FC07A"],
  [27, "#F08A24"],
  [30, "#F4A0BC"],
];

function drawLogo(left: number, base: number): string[] {
  return LOGO.map(([height, colour], index) => box(left + index * 4, base - height, 3, height, colour));
}

const WEEKDAYS = ["日", "月", "火", "水", "木", "金", "土"] as const;

/** 26/11/21〜23, 26/10/31〜11/1, 25/10/26〜26/10/25 */
function formatSpan(from: string, to: string): string {
  const [year, month, day] = to.split("-").map(Number);
  const short = (date: string) => date.slice(2).split("-").map(Number).join("/");
  if (from === to) return short(from);
  if (from.slice(0, 4) !== to.slice(0, 4)) return `${short(from)}〜${Number(`${year}`.slice(2))}/${month}/${day}`;
  return `${short(from)}〜${from.slice(0, 7) === to.slice(0, 7) ? day : `${month}/${day}`}`;
}

/** 11/21（土） */
export function formatShortDay(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${month}/${date}（${WEEKDAYS[weekdayOf(day)] ?? ""}）`;
}
