import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";

const FILES = path.resolve(import.meta.dirname, "../../../node_modules/@fontsource/noto-sans-jp/files");
const FAMILY = "Noto Sans JP";
const WEIGHTS = [400, 700];

/**
 * Gives a browser that is opened after this the Japanese font of the share pictures: a machine without one draws every
 * character as the same narrow box, and a page that is measured with those is measured too narrow.
 *
 * @returns undoes it
 */
export function provideJapaneseFont(): () => void {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-font-"));
  const fonts = path.join(folder, "fonts");
  mkdirSync(fonts);
  for (const weight of WEIGHTS) {
    const packed = readFileSync(path.join(FILES, `noto-sans-jp-japanese-${weight}-normal.woff`));
    writeFileSync(path.join(fonts, `${weight}.otf`), unpackFont(packed));
  }
  // The files are named after a variable font's thinnest weight, which no page asks for.
  writeFileSync(
    path.join(folder, "fonts.conf"),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
      <dir>${fonts}</dir><cachedir>${path.join(folder, "cache")}</cachedir>
      <match target="scan"><test name="family" compare="contains"><string>${FAMILY}</string></test>
        <edit name="family" mode="assign"><string>${FAMILY}</string></edit></match>
    </fontconfig>`,
  );
  const before = process.env.FONTCONFIG_FILE;
  process.env.FONTCONFIG_FILE = path.join(folder, "fonts.conf");
  return () => {
    if (before === undefined) delete process.env.FONTCONFIG_FILE;
    else process.env.FONTCONFIG_FILE = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A WOFF's tables as a plain font file: Chromium takes no packed one from the system. */
function unpackFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = 44 + 20 * at;
    const [from, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(from, from + packed);
    return { entry, content: packed < length ? inflateSync(bytes) : bytes };
  });
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12 + 16 * count);
  woff.copy(head, 0, 4, 8);
  [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].forEach((value, at) => {
    head.writeUInt16BE(value, 4 + 2 * at);
  });
  const parts: Uint8Array[] = [head];
  let offset = head.length;
  for (const [at, { entry, content }] of tables.entries()) {
    const place = 12 + 16 * at;
    woff.copy(head, place, entry, entry + 4);
    woff.copy(head, place + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, place + 8);
    head.writeUInt32BE(content.length, place + 12);
    const padding = -content.length & 3;
    parts.push(content, Buffer.alloc(padding));
    offset += content.length + padding;
  }
  return Buffer.concat(parts);
}
