import { SHARE_IMAGE_SIZE } from "#app/domain/sharing/share-image-address.ts";
import type { FontWeight } from "./font-shelf.ts";

/** A text in a box, vertically centred. All lengths are pixels of the image. */
export interface TextBox {
  text: string | readonly string[];
  x: number;
  y: number;
  width: number;
  height: number;
  size: number;
  weight: FontWeight;
  colour: string;
  align: "left" | "center" | "right";
}

/** Content of an image: shapes as SVG elements, in drawing order, and texts, which are drawn above all shapes. */
export type Scene = readonly (string | TextBox)[];

export const shapesOf = (scene: Scene) => scene.filter((part) => typeof part === "string");

export const textsOf = (scene: Scene) => scene.filter((part) => typeof part !== "string");

/** The light theme of app/components/frame/_tokens.css; an image cannot follow a reader's theme. */
export const COLOURS = { surface: "#FFFFFF", ink: "#15211B", onTurf: "#FFFFFF" } as const;

/** The dark head of app/components/gate-chart/_head.css; `lips` are the edges of bars in brackets 1 to 8. */
export const HEAD = {
  ground: "#0B3B2A",
  panel: "#144B38",
  edge: "#7FA894",
  ink: "#EEF4F0",
  ink2: "#C3D3CA",
  ink3: "#9DB8AA",
  turf: "#6FD6A8",
  block: "#1D6B4E",
  first: "#27825F",
  lips: ["#FFFFFF", "#C3D3CA", "#F4919C", "#8AB4F5", "#FBE68A", "#62C58A", "#FFC48A", "#FFD3E0"],
} as const;

export const MEDAL_COLOURS = ["#E3B84A", "#B4BFC7", "#D0925A"] as const;

/** Background and number of brackets 1 to 8, as `--waku-N` in app/components/frame/_tokens.css. */
export const BRACKETS = [
  { ground: "#FFFFFF", number: COLOURS.ink },
  { ground: "#1B1B1D", number: "#FFFFFF" },
  { ground: "#CF2238", number: "#FFFFFF" },
  { ground: "#1D5FBF", number: "#FFFFFF" },
  { ground: "#F4CE1B", number: COLOURS.ink },
  { ground: "#147A3B", number: "#FFFFFF" },
  { ground: "#F08A24", number: COLOURS.ink },
  { ground: "#F4A0BC", number: COLOURS.ink },
] as const;

type Attributes = Record<string, string | number>;

/** An SVG element without content. Attributes are numbers and our own constants only, never user input. */
export function shape(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
  return `<${name} ${written.join(" ")}/>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}): string {
  return shape("rect", { x, y, width: Math.max(0, width), height, fill, ...more });
}

export function line(x1: number, y1: number, x2: number, y2: number, stroke: string, more: Attributes = {}): string {
  return shape("line", { x1, y1, x2, y2, stroke, ...more });
}

export function onGrid(x: number, y: number, size: number, content: string): string {
  return `<g transform="translate(${x} ${y}) scale(${size / 24})">${content}</g>`;
}

export function drawShapes(scene: Scene): string {
  const { width, height } = SHARE_IMAGE_SIZE;
  return `${box(0, 0, width, height, COLOURS.surface)}${shapesOf(scene).join("")}`;
}
