// Adds the fonts of the share images to the built client files: slices of Noto, and an index of their glyphs.
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { inflateSync } from "node:zlib";

const require = createRequire(import.meta.url);

/** Regular and bold, as used by workers/web/share-image. */
const WEIGHTS = [400, 700];

/**
 * Packages in the order of preference, with the prefix of their slices' names in the build. The packages number their
 * slices or name them after a script.
 */
const SOURCES = [
  {
    font: "noto-sans-jp",
    locate: () => require.resolve("@fontsource/noto-sans-jp/unicode.json"),
    prefix: "",
    takes: (slice) => slice !== "vietnamese",
  },
  {
    font: "noto-sans",
    locate: () => require.resolve("@fontsource/noto-sans/unicode.json"),
    prefix: "sans-",
    takes: (slice) => /^(greek|cyrillic)(-ext)?$/.test(slice),
  },
  {
    font: "noto-emoji",
    locate: () => require.resolve("@fontsource/noto-emoji/unicode.json"),
    prefix: "emoji-",
    takes: () => true,
  },
];

/**
 * Writes the slices as `NAME-WEIGHT.woff`, their licences, and `index.json`: `{ slices: [NAME], ranges: [from, to,
 * slice, …] }`. The index lists code points with a glyph in every weight; a package's unicode-range claims more.
 * @param {string} target the folder to write to
 */
export function writeShareFonts(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const slices = [];
  const owners = new Map();
  for (const { font, locate, prefix, takes } of SOURCES) {
    const file = locate();
    const source = path.dirname(file);
    const unicodeRanges = JSON.parse(readFileSync(file, "utf8"));
    copyFileSync(path.join(source, "LICENSE"), path.join(target, `LICENSE-${font}.txt`));
    for (const [key, ranges] of Object.entries(unicodeRanges)) {
      const slice = key.replace(/^\[(\d+)\]$/, "$1");
      if (!takes(slice)) continue;
      const glyphs = WEIGHTS.map((weight) => {
        const bytes = readFileSync(path.join(source, "files", `${font}-${slice}-${weight}-normal.woff`));
        writeFileSync(path.join(target, `${prefix}${slice}-${weight}.woff`), bytes);
        return listGlyphs(bytes);
      });
      for (const code of expand(ranges))
        if (glyphs.every((known) => known.has(code)) && !owners.has(code)) owners.set(code, slices.length);
      slices.push(`${prefix}${slice}`);
    }
  }

  const ranges = [];
  for (const [code, slice] of [...owners].sort(([a], [b]) => a - b)) {
    if (ranges.at(-1) === slice && ranges.at(-2) === code - 1) ranges[ranges.length - 2] = code;
    else ranges.push(code, code, slice);
  }
  writeFileSync(path.join(target, "index.json"), JSON.stringify({ slices, ranges }));
}

/** Code points of a CSS unicode-range such as U+20-7E,U+3042. */
function* expand(unicodeRange) {
  for (const range of unicodeRange.split(",")) {
    const [from, to = from] = range
      .replace(/^U\+/i, "")
      .split("-")
      .map((text) => Number.parseInt(text, 16));
    for (let code = from; code <= to; code++) yield code;
  }
}

/** Code points with a glyph in a WOFF font, from its character maps of formats 4 and 12. */
function listGlyphs(woff) {
  const cmap = readTable(woff, "cmap");
  const known = new Set();
  const count = cmap.readUInt16BE(2);
  for (let index = 0; index < count; index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    if (format === 4) addSegments(table, known);
    else if (format === 12) addGroups(table, known);
  }
  return known;
}

/** A table of a WOFF 1.0 font, in which each table is compressed separately unless that would not shrink it. */
function readTable(woff, tag) {
  const count = woff.readUInt16BE(12);
  for (let entry = 44; entry < 44 + count * 20; entry += 20) {
    if (woff.toString("latin1", entry, entry + 4) !== tag) continue;
    const [offset, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at));
    const bytes = woff.subarray(offset, offset + packed);
    return packed < length ? inflateSync(bytes) : bytes;
  }
  throw new Error(`a font without ${tag}`);
}

function addSegments(table, known) {
  const bytes = table.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes];
  for (let at = 0; at < bytes; at += 2) {
    const [end, start] = [table.readUInt16BE(ends + at), table.readUInt16BE(starts + at)];
    const [delta, offset] = [table.readUInt16BE(deltas + at), table.readUInt16BE(offsets + at)];
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? code : table.readUInt16BE(offsets + at + offset + 2 * (code - start));
      if ((offset !== 0 && glyph === 0) || ((glyph + delta) & 0xffff) === 0) continue;
      known.add(code);
    }
  }
}

function addGroups(table, known) {
  const count = table.readUInt32BE(12);
  for (let group = 16; group < 16 + count * 12; group += 12)
    for (let code = table.readUInt32BE(group); code <= table.readUInt32BE(group + 4); code++) known.add(code);
}
