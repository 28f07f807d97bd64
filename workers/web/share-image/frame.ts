import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { weekdayOf } from "#app/domain/racing/japan-time.ts";
import { SHARE_IMAGE_SIZE } from "#app/domain/sharing/share-image-address.ts";
import { BRACKETS, box, COLOURS, type Scene, type TextBox } from "./scene.ts";

const { width: WIDTH, height: HEIGHT } = SHARE_IMAGE_SIZE;

export const LEFT = 56;
export const RIGHT = WIDTH - 56;

const BAND_HEIGHT = 16;
const FOOT_TOP = 550;

/** The notice on every image: no bets under 20, and past results promise nothing. */
const NOTICE = "馬券は20歳から　過去の結果は将来を約束しません";

/** Draws the eight gates along the top edge. @param edge outline of the white one */
export function drawBand(edge: string): Scene {
  const stall = WIDTH / BRACKETS.length;
  const shapes = BRACKETS.map(({ ground }, index) =>
    index > 0
      ? box(index * stall, 0, stall, BAND_HEIGHT, ground)
      : box(0.5, 0.5, stall - 1, BAND_HEIGHT - 1, ground, { stroke: edge }),
  );
  return { shapes, texts: [] };
}

/**
 * Draws the eight gates along the top edge, and at the bottom the product, the method of the figures and the notice.
 */
export function drawFrame(method: string): Scene {
  const foot = FOOT_TOP;
  const height = HEIGHT - foot;
  const small: Omit<TextBox, "text" | "y" | "weight"> = {
    x: 300,
    width: RIGHT - 300,
    height: 30,
    size: 22,
    colour: COLOURS.onTurf,
    align: "right",
  };
  return {
    shapes: [
      ...drawBand(COLOURS.edge).shapes,
      box(0, foot, WIDTH, height, COLOURS.turf),
      ...drawLogo(LEFT, foot + height / 2 + 17),
    ],
    texts: [
      {
        text: PRODUCT_NAME,
        x: LEFT + 72,
        y: foot,
        width: 170,
        height,
        size: 30,
        weight: 700,
        colour: COLOURS.onTurf,
        align: "left",
      },
      { ...small, text: method, y: foot + 10, weight: 400 },
      { ...small, text: NOTICE, y: foot + 40, weight: 400 },
    ],
  };
}

/** Heights and colours of the logo's bars on turf. */
const LOGO: readonly (readonly [number, string])[] = [
  [12, "#FFFFFF"],
  [17, "#1B1B1D"],
  [15, "#E0485A"],
  [22, "#5B96EA"],
  [20, "#F4CE1B"],
  [27, "#4FC07A"],
  [25, "#F08A24"],
  [34, "#F4A0BC"],
];

function drawLogo(left: number, base: number): string[] {
  return LOGO.map(([height, colour], index) => box(left + index * 7, base - height, 5, height, colour, { rx: 1 }));
}

/** Joins scenes; later ones are drawn on top. */
export function joinScenes(scenes: readonly Scene[]): Scene {
  return { shapes: scenes.flatMap(({ shapes }) => shapes), texts: scenes.flatMap(({ texts }) => texts) };
}

const WEEKDAYS = ["日", "月", "火", "水", "木", "金", "土"] as const;

export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日（${WEEKDAYS[weekdayOf(day)] ?? ""}）`;
}

/** Formats YYYY-MM-DD as 11/21（土）. */
export function formatShortDay(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  return `${month}/${date}（${WEEKDAYS[weekdayOf(day)] ?? ""}）`;
}

/** Formats an index with a sign (U+2212 for minus). */
export function formatIndex(index: number): string {
  const text = Math.abs(index).toFixed(2);
  if (text === "0.00") return text;
  return index < 0 ? `−${text}` : `+${text}`;
}
