import { expect, test, vi } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import { analysisImagePath, imageObjectKey } from "#app/domain/sharing/share-image-address.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

const SLOW = 180_000;
const AN_HOUR = "public, max-age=3600";
const MARKS = ["favourite", "rival", "third", "fourth", "fourth"] as const;

/** The longest names, rare kanji, other scripts, emoji, and markup. */
const NAMES = [
  "ハルカナコンパス",
  "ヴェルトライゼンデ",
  "ヱヴァンゲリヲンヰ",
  "ッャュョァィゥェォ",
  "鬣驫麤鱻髙﨑𠮷野家",
  "齉爨龘靐癵驫麤騎",
  "Deep Impact Junior",
  "WWWWWWWWWWWWWWWWWW",
  "ｱｲｳｴｵｶﾞｷﾞ",
  "É́toile Ñandú",
  "サトノ🐎クラウン",
  "👨‍👩‍👧‍👦❤️🏇🏻🇯🇵",
  "<b>ヘヴィ</b>&amp;",
  "]]></svg><script>",
  "Z̸̧a̴l͠go",
  "a\u0000b\u202Ec\nd\u200D",
  "한국말 العربية",
  "か\u3099き\u3099ハ\u309A",
  "　",
  "葛\u{E0100}飾北斎",
];

function shareOf(
  analysisId: number,
  { name = "ハルカナコンパス", modelName = "末脚マイスター" }: { name?: string; modelName?: string } = {},
): SharedAnalysis {
  return {
    analysisId,
    shareId: encodeShareId(analysisId),
    sharedAt: 1_795_222_800,
    createdAt: 1_795_222_000,
    modelName,
    userName: "たろう",
    race: {
      raceNum: 11,
      name: "翠風ステークス",
      title: "京都",
      date: "2026-11-21",
      venueType: 1,
      startTime: "15:45",
      surface: "turf",
      distanceM: 2000,
    },
    isLearntFrom: false,
    horses: Array.from({ length: 8 }, (_, place) => ({
      horseNum: place + 1,
      bracketNum: place + 1,
      name,
      score: 2.31 - place / 2,
      probability: 0.3 / (place + 1),
      mark: MARKS[place] ?? null,
    })),
    imageKey: analysisId.toString(16).padStart(32, "0"),
  };
}

async function openSite() {
  const log: string[] = [];
  const site = await createBuiltSite({ onLog: (text) => log.push(text) });
  return {
    ...site,
    share: (shared: SharedAnalysis) => createShareStore(site.store).put(shared, { replaces: null }),
    stop: (analysisId: number) => createShareStore(site.store).stop({ analysisId, stamp: "stopped" }),
    /** Images drawn since the site opened. */
    drawings: () => log.join("").split('"event":"share-image"').length - 1,
  };
}

/** Width and height from a PNG's header; throws if it is none. */
function sizeOf(png: Uint8Array): number[] {
  const view = new DataView(png.buffer, png.byteOffset);
  if (view.getUint32(0) !== 0x89504e47) throw new Error("no PNG");
  return [view.getUint32(16), view.getUint32(20)];
}

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

test("sixty-four concurrent crawlers get one picture, drawn once, and another isolate finds it in R2", {
  tags: "full",
}, async () => {
  await using site = await openSite();
  const shared = shareOf(1);
  await site.share(shared);
  const path = analysisImagePath(shared);
  const statuses = new Set<number>();
  const ask = async () => {
    const answer = await site.fetch(path);
    statuses.add(answer.status);
    // At once: the body of a response that waits for the others may be garbage-collected.
    return bytesOf(answer);
  };
  const pictures = await Promise.all(Array.from({ length: 64 }, ask));
  expect(statuses).toEqual(new Set([200]));
  const [first] = pictures;
  expect(sizeOf(first!)).toEqual([1200, 630]);
  expect(first!.byteLength).toBeLessThan(100_000);
  expect(pictures.every((picture) => Buffer.compare(picture, first!) === 0)).toBe(true);
  expect(site.drawings()).toBe(1);
  const stored = await site.store.get(imageObjectKey(path));
  expect(Buffer.compare(new Uint8Array(await stored!.arrayBuffer()), first!)).toBe(0);

  await using other = await openSite();
  await other.share(shared);
  await other.store.put(imageObjectKey(path), first!);
  expect(Buffer.compare(await bytesOf(await other.fetch(path)), first!)).toBe(0);
  expect(other.drawings()).toBe(0);
});

test(
  "an image of an analysis may be cached for an hour, its old URLs redirect to it, and it is removed with its share",
  async () => {
    await using site = await openSite();
    const shared = shareOf(7);
    const path = analysisImagePath(shared);
    expect((await site.fetch(path)).status).toBe(404);
    await site.share(shared);
    const answer = await site.fetch(`${path}?utm_source=x`);
    const picture = await bytesOf(answer);
    const hash = /([^/]+)\.png/.exec(path)?.[1];
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Cache-Control")).toBe(AN_HOUR);
    expect(answer.headers.get("ETag")).toBe(`"${hash}"`);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Server-Timing")).toBe('d1;desc="0"');

    const head = await site.fetch(path, { method: "HEAD" });
    expect([head.status, head.headers.get("Content-Length"), await head.text()]).toEqual([
      200,
      String(picture.byteLength),
      "",
    ]);
    const known = await site.fetch(path, { headers: { "If-None-Match": `"${hash}"` } });
    expect([known.status, known.headers.get("Cache-Control"), await known.text()]).toEqual([304, AN_HOUR, ""]);
    for (const wrong of ["0", "f".repeat(34), "%E3%81%82"]) {
      const moved = await site.fetch(`/share/analysis/${shared.shareId}/${wrong}.png`);
      expect([moved.status, moved.headers.get("Location"), moved.headers.get("Cache-Control")]).toEqual([
        302,
        path,
        "no-store",
      ]);
    }
    for (const unknown of [encodeShareId(8), "0", "x".repeat(64)])
      expect((await site.fetch(`/share/analysis/${unknown}/${hash}.png`)).status).toBe(404);

    await site.stop(7);
    // Versions are cached for a second.
    await vi.waitFor(
      async () => {
        const answer = await site.fetch(path);
        await answer.arrayBuffer();
        expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
      },
      { timeout: 10_000, interval: 50 },
    );
    expect((await site.fetch(path, { headers: { "If-None-Match": `"${hash}"` } })).status).toBe(404);
  },
  SLOW,
);

test(
  "every ranking has an image before the first is built; unknown ones and unknown periods have none",
  async () => {
    await using site = await openSite();
    const moved = await site.fetch("/share/rankings/weekly/0.png");
    const path = moved.headers.get("Location") ?? "";
    expect([moved.status, /^\/share\/rankings\/weekly\/[0-9a-f]{16}\.png$/.test(path)]).toEqual([302, true]);
    const answer = await site.fetch(path);
    expect([answer.status, sizeOf(await bytesOf(answer))]).toEqual([200, [1200, 630]]);
    expect(answer.headers.get("Cache-Control")).toBe(AN_HOUR);
    for (const none of ["/share/rankings/yearly/0.png", "/share/rankings/weekly/0.png?period=1999-01-02"])
      expect([none, (await site.fetch(none)).status]).toEqual([none, 404]);
  },
  SLOW,
);

test("twenty names, the longest, the rarest, emoji and markup among them, are drawn without an error", {
  tags: "full",
}, async () => {
  await using site = await openSite();
  const sizes: number[] = [];
  for (const [index, name] of NAMES.entries()) {
    const shared = shareOf(100 + index, { name, modelName: [...name].slice(0, 15).join("") });
    await site.share(shared);
    const answer = await site.fetch(analysisImagePath(shared));
    expect([name, answer.status]).toEqual([name, 200]);
    const picture = await bytesOf(answer);
    expect(sizeOf(picture)).toEqual([1200, 630]);
    sizes.push(picture.byteLength);
  }
  expect(site.drawings()).toBe(NAMES.length);
  expect(Math.max(...sizes)).toBeLessThan(100_000);
});
