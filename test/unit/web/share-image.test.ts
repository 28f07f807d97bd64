import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { analysisImagePath, imageObjectKey, rankingImagePath } from "#app/domain/sharing/share-image-address.ts";
import { writeShareFonts } from "#scripts/share-fonts.mjs";
import { drawAnalysis } from "#workers/web/share-image/analysis-scene.ts";
import { createFontIndex, drawableText, splitRuns } from "#workers/web/share-image/font-index.ts";
import { createFontShelf } from "#workers/web/share-image/font-shelf.ts";
import { encodeIndexedPng } from "#workers/web/share-image/indexed-png.ts";
import { drawRanking } from "#workers/web/share-image/ranking-scene.ts";
import { createRenderer } from "#workers/web/share-image/render.ts";
import { shapesOf, textsOf } from "#workers/web/share-image/scene.ts";
import { drawSeason } from "#workers/web/share-image/season-scene.ts";
import { cutToWidth, fitLines, fitSize } from "#workers/web/share-image/text-fit.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const fontsFolder = mkdtempSync(path.join(tmpdir(), "share-fonts-"));
writeShareFonts(fontsFolder);
const index = createFontIndex(JSON.parse(readFileSync(path.join(fontsFolder, "index.json"), "utf8")));
const clean = (text: string) => drawableText(text, index);

afterAll(() => rmSync(fontsFolder, { recursive: true, force: true }));

const reads: string[] = [];
const readFile = async (name: string) => {
  reads.push(name);
  return Uint8Array.from(readFileSync(path.join(fontsFolder, name))).buffer;
};

async function openRenderer() {
  const compile = (file: string) => new WebAssembly.Module(readFileSync(path.join(ROOT, "node_modules", file)));
  const modules = { yoga: compile("satori/yoga.wasm"), resvg: compile("@resvg/resvg-wasm/index_bg.wasm") };
  return createRenderer({ modules, fonts: createFontShelf({ readFile }) });
}

/** The pixels of our own PNGs: one image chunk, no filters. */
function indexesOf(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset);
  for (let at = 8; ; at += 12 + view.getUint32(at)) {
    const name = new TextDecoder().decode(png.subarray(at + 4, at + 8));
    if (name === "IDAT") return new Uint8Array(inflateSync(png.subarray(at + 8, at + 8 + view.getUint32(at))));
  }
}

test("the font draws every kana, every character of JIS X 0208 and the signs of our texts", () => {
  const kana = Array.from({ length: 0x30fe - 0x3041 }, (_, at) => String.fromCodePoint(0x3041 + at));
  const decoder = new TextDecoder("euc-jp");
  // Rows 16–84 of the standard, its kanji.
  const kanji = Array.from({ length: 69 * 94 }, (_, at) =>
    decoder.decode(Uint8Array.of(0xb0 + Math.floor(at / 94), 0xa1 + (at % 94))),
  ).filter((character) => character !== "\uFFFD" && [...character].length === 1);
  expect(kanji.length).toBe(6355);
  const signs = [..."ABCXYZabcxyz0123456789+−–…・〜（）％%.,、。：〓髙﨑𠮷é　 "];
  const missing = [...kana, ...kanji, ...signs].filter(
    (character) => index.findSlice(character.codePointAt(0)!) === null,
  );
  // Two code points of the block are unassigned, two are marks without a letter.
  expect(missing.filter((character) => !/[\u3097-\u309A]/.test(character))).toEqual([]);
});

test("Greek, Cyrillic, signs, rare kanji and emoji are drawn; others are replaced by a plain form or dropped", () => {
  for (const drawn of ["β版・Ωメガ", "Привет", "①②⑩№", "♪☆★♡♥♠●◎", "𠮷野家", "🐎", "サトノ🏆クラウン"])
    expect(clean(drawn)).toBe(drawn);
  expect(clean("メジロⅡ世")).toBe("メジロII世");
  expect(clean("㈱ｱｲｳ㌔")).toBe("㈱ｱｲｳ㌔");
  expect(clean("👨‍👩‍👧‍👦❤️🏇🏻🇯🇵")).toBe("👨❤🏇JP");
  expect(clean("𝐀𝒷ｃ")).toBe("Abｃ");
  expect(clean("서울競馬")).toBe("競馬");
  expect(clean("한국")).toBe("・");
  expect(clean("か\u3099ハ\u309A")).toBe("がパ");
  expect(clean("Z̸̧a̴l͠go")).toBe("Zalgo");
  expect(clean("葛\u{E0100}飾")).toBe("葛飾");
  expect(clean("a\u0000b\u202Ec\r\nd")).toBe("abcd");
  expect(clean("<b>&amp;]]></svg>")).toBe("<b>&amp;]]></svg>");
  expect(clean("　 ")).toBe("");
  expect(clean("あ".repeat(10_000)).length).toBe(200);
});

test("every character allowed in a name is drawn, replaced by a plain form or dropped, and none becomes 〓", () => {
  const isDrawable = (text: string) => [...text].every((one) => index.findSlice(one.codePointAt(0)!) !== null);
  const wrong: string[] = [];
  const counts = { drawn: 0, replaced: 0, dropped: 0 };
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/[\p{Cn}\p{Cs}\p{Co}]/u.test(character)) continue;
    const text = clean(`馬${character}`);
    if (!isDrawable(text) || !text.startsWith("馬") || (text.includes("〓") && character !== "〓"))
      wrong.push(code.toString(16));
    counts[text === "馬" ? "dropped" : text === `馬${character}` ? "drawn" : "replaced"] += 1;
  }
  expect(wrong).toEqual([]);
  // Unicode has some 160,000 characters; the fonts draw what Japanese, Latin, Greek, Cyrillic and emoji need.
  expect(counts.drawn).toBeGreaterThan(17_000);
  expect(counts.replaced).toBeGreaterThan(1_000);
});

const WEEKLY = { key: "weekly", from: "2026-11-14", to: "2026-11-15", status: "ready", favourite: null } as const;

test("any text from users or data is drawable before it is laid out", () => {
  const odd = (text: string) => `${text}한`;
  const race = {
    raceNum: 1,
    date: "2026-11-21",
    venueType: 1,
    startTime: "10:00",
    surface: "dirt",
    distanceM: 1200,
  } as const;
  const horse = { horseNum: 1, bracketNum: 1, name: odd("馬"), score: 1, probability: 0.1, mark: null };
  const names = { modelName: odd("模型"), userName: odd("名") };
  const analysis = drawAnalysis(
    {
      ...{ analysisId: 1, shareId: "a", createdAt: 1, sharedAt: 1, imageKey: "0", isLearntFrom: false },
      ...{ ...names, race: { ...race, name: odd("特別"), title: odd("沙田") }, horses: [horse] },
    },
    clean,
  );
  const figures = { rank: 1, returnRate: 100 };
  const ranking = drawRanking(
    {
      ...{ ...WEEKLY, participants: 1, races: 4, luck: null },
      entries: [{ modelId: 1, ...names, ...figures }],
    },
    clean,
  );
  const texts = textsOf([...analysis, ...ranking]).flatMap(({ text }) => text);
  for (const word of ["馬", "模型", "名", "特別", "沙田"])
    expect([word, texts.some((text) => text.includes(word))]).toEqual([word, true]);
  expect(texts.join("")).not.toContain("한");
});

test("the picture of a ranking of two races has ranks but no medals, and states that at its head", () => {
  const luck = { low: 90.2, high: 117.4 };
  const draw = (races: number) =>
    drawRanking(
      {
        ...{ ...WEEKLY, participants: 3, races, luck },
        entries: [1, 2, 3].map((rank) => ({ modelId: rank, modelName: "逃げ", userName: "名", rank, returnRate: 100 })),
      },
      clean,
    );
  const rings = (races: number) => shapesOf(draw(races)).filter((shape) => shape.startsWith("<circle")).length;
  expect([rings(2), rings(11), rings(12)]).toEqual([0, 0, 3]);
  const words = (races: number) => textsOf(draw(races)).flatMap(({ text }) => text);
  expect(words(2)).toContain("3モデル・2レース。レースが少ないため、メダルはありません。");
  expect(words(12)).toContain("3モデル・12レース。実力が同じでも、1位は運だけで90〜117%になります。");
  expect(words(2)).toContain("1");
});

test("the season's picture names the first five with owners, and says that overlapping intervals decide nothing", () => {
  const entry = (rank: number, low: number) => ({
    ...{ rank, modelName: `モデル${rank}`, userName: `名${rank}`, value: low + 0.01, low, high: low + 0.02 },
  });
  const draw = (second: number) => {
    const entries = [entry(1, 0.14), ...[2, 3, 4, 5].map((rank) => entry(rank, second))];
    const season = { from: "2025-10-26", to: "2026-10-25", minRaces: 200, hasMedals: true, market: 0.217 };
    return textsOf(drawSeason({ ...season, entries }, clean)).flatMap(({ text }) => text);
  };
  expect(draw(0.13)).toEqual(expect.arrayContaining(["モデル5", "名5", "15.0", "25/10/26〜26/10/25"]));
  expect(draw(0.13)).toContain("帯は95%区間で、順位はまだ決まっていません。縦線は締切時のオッズ 21.7。");
  expect(draw(0.1)).toContain("帯は95%区間です。縦線は締切時のオッズ 21.7。");
});

/** Draws a text by itself. @returns the pixels */
async function openDrawing() {
  const render = await openRenderer();
  const place = { x: 0, y: 0, width: 400, height: 60 };
  const style = { size: 40, weight: 700, colour: "#000000", align: "left" } as const;
  return async (text: string) => Buffer.from(indexesOf(await render(() => [{ ...place, ...style, text }])));
}

test("characters of many slices are all drawn, without missing glyphs", async () => {
  const draw = await openDrawing();
  const hashes = new Map<string, string>();
  // The last has no glyph.
  for (const character of [..."ア髙﨑驫鱻ヱ龍Aé−〓𠮷βЖ①№♪☆★♡🐎👨", "한"]) {
    const drawn = (await draw(`あ${character}`)).toString("base64");
    expect([character, hashes.get(drawn)]).toEqual([character, undefined]);
    hashes.set(drawn, character);
  }
});

test("characters that satori would draw in each other's font are split, and drawn", async () => {
  // Both emoji begin with the same UTF-16 unit, and are in different slices.
  expect(splitRuns("🐎と👨", index)).toEqual(["🐎と", "👨"]);
  expect(splitRuns("末脚βモデル①♪𠮷🐎", index)).toEqual(["末脚βモデル①♪𠮷🐎"]);
  const draw = await openDrawing();
  // Boxes of missing glyphs would be identical.
  const [man, woman] = [await draw("🐎👨"), await draw("🐎👩")];
  expect(man.equals(woman)).toBe(false);
});

test("the shelf reads a slice once, and again only after its eviction", async () => {
  reads.length = 0;
  const shelf = createFontShelf({ readFile, maxSlices: 2 });
  const load = (text: string) => shelf.load([{ text, weight: 700 }]);
  await load("ア");
  const { fonts, familyOf } = await load("アア");
  const family = familyOf({ text: "ア", weight: 700 });
  expect([reads.length, fonts.length, family]).toEqual([2, 1, fonts[0]?.name]);
  await load("髙");
  await load("驫");
  await load("ア");
  expect(reads.filter((name) => name === `${family}.woff`)).toHaveLength(2);
});

test("names shrink or wrap, and only a user's name is cut", () => {
  expect(fitSize("ハルカナコンパス", { width: 340, sizes: [34, 30] })).toBe(34);
  expect(fitSize("ハルカナコンパスハルカ", { width: 340, sizes: [34, 30] })).toBe(30);
  expect(fitSize("あ".repeat(34), { width: 340, sizes: [34, 30] })).toBe(10);
  const model = { width: 344, sizes: [34, 31], smallSizes: [30, 28] };
  expect(fitLines("末脚マイスター", model)).toEqual({ text: "末脚マイスター", size: 34 });
  expect(fitLines("あいうえおかきくけこさしすせそ", model)).toEqual({
    text: ["あいうえおかき", "くけこさしすせそ"],
    size: 30,
  });
  // No line begins with a small kana or a prolonged sound mark, and words stay whole.
  expect(fitLines("アアアアアアッーアアアアアアア", model).text).toEqual(["アアアアアアッー", "アアアアアアア"]);
  expect(fitLines("International Handicap Trophy", { ...model, width: 300 }).text).toEqual([
    "International",
    "Handicap Trophy",
  ]);
  expect(cutToWidth("たろう", { width: 100, size: 20 })).toBe("たろう");
  expect(cutToWidth("とても長い名前のひと", { width: 100, size: 20 })).toBe("とても長…");
});

test("a picture with more than 256 colours keeps the most frequent and replaces the rest by the nearest", () => {
  const width = 300;
  const pixels = new Uint8Array(width * 2 * 4).fill(255);
  // First row: 300 shades of red and green; second row: white.
  for (let x = 0; x < width; x++) pixels.set([Math.min(255, x), x < 256 ? 0 : x - 255, 0, 255], x * 4);
  const png = encodeIndexedPng(pixels, { width, height: 2 });
  const view = new DataView(png.buffer);
  expect([view.getUint32(16), view.getUint32(20), png[24], png[25]]).toEqual([width, 2, 8, 3]);
  const rows = indexesOf(png);
  expect([rows[0], rows[width + 1]]).toEqual([0, 0]);
  const palette = png.subarray(41, 41 + 3 * 256);
  const colourAt = (x: number) => [...palette.subarray(3 * rows[1 + x]!, 3 * rows[1 + x]! + 3)];
  expect(colourAt(10)).toEqual([10, 0, 0]);
  expect([...palette.subarray(3 * rows[width + 2]!, 3 * rows[width + 2]! + 3)]).toEqual([255, 255, 255]);
  expect(Math.abs(colourAt(299)[0]! - 255)).toBeLessThan(50);
});

test("an image's URL depends on its content, and is its key in the store", () => {
  const shared = { shareId: "abc", imageKey: "0123456789abcdef0123456789abcdef", horses: [] };
  const address = analysisImagePath(shared);
  expect(address).toMatch(/^\/share\/analysis\/abc\/0123456789abcdef0123456789abcdef[0-9a-f]{2}\.png$/);
  expect(analysisImagePath({ ...shared, imageKey: "1".repeat(32) })).not.toBe(address);
  const horse = { horseNum: 3, bracketNum: 2, name: "ウマ", score: 1, probability: 0.5, mark: null };
  const [out, third] = [{ status: "scratched", position: null } as const, { status: "finished", position: 3 } as const];
  // Drawn anew without the horse, but not for a result.
  expect(analysisImagePath({ ...shared, horses: [{ ...horse, finish: out }] })).toBe(address.replace(".png", "-3.png"));
  expect(analysisImagePath({ ...shared, horses: [{ ...horse, finish: third }] })).toBe(address);
  expect(imageObjectKey(address)).toMatch(/^share-images\/analysis\/abc\/[0-9a-f]{34}\.png$/);

  const total = { rank: 1, returnRate: 120.5, low: 80, high: 160.2, hitRate: 30, races: 48 };
  const entry = {
    modelId: 1,
    modelName: "逃げ馬ハンター",
    userName: "たろう",
    tickets: { total, win: null, place: null, quinella: null },
  };
  const view: Parameters<typeof rankingImagePath>[0] = {
    key: "monthlyGlass1216",
    periodKey: "2026-10",
    from: "2026-10-03",
    to: "2026-11-01",
    status: "ready",
    entries: [entry],
    baselines: [],
    participants: 24,
    luck: null,
    periods: ["2026-10", "2026-09"].map((periodKey) => ({ periodKey, from: "", to: "" })),
  };
  const newest = rankingImagePath(view);
  expect(newest).toMatch(/^\/share\/rankings\/monthly_glass1216\/[0-9a-f]{16}\.png$/);
  expect(rankingImagePath({ ...view })).toBe(newest);
  const renamed = { ...entry, modelName: "差し馬ハンター" };
  const other = rankingImagePath({ ...view, entries: [renamed] });
  expect(other).not.toBe(newest);
  // Data that the image does not show does not affect its URL.
  const ranked = (rank: number) => ({ ...entry, tickets: { ...entry.tickets, total: { ...total, rank } } });
  const three = [1, 2, 3].map(ranked);
  expect(rankingImagePath({ ...view, entries: [...three, ranked(4)] })).toBe(
    rankingImagePath({ ...view, entries: three }),
  );
  const older = rankingImagePath({ ...view, periodKey: "2026-09" });
  expect(older).toBe(`${newest}?period=2026-09`);
  expect(imageObjectKey(older)).toBe(imageObjectKey(newest));
});
