import { afterAll, beforeAll, expect, test } from "vitest";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import {
  putReadyRankings,
  putSharedAnalysis,
  sharedAnalysisOf,
} from "#test/integration/support/rankings/public-views.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

/** Clients that fetch pages for cards: none runs scripts, and each identifies itself. */
const CRAWLERS = {
  X: "Twitterbot/1.0",
  Facebook: "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  LINE: "facebookexternalhit/1.1;line-poker/1.0",
  Slack: "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  Discord: "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
};

const shared = sharedAnalysisOf(7, { modelName: '雨の"得意"な<先行>&差し', userName: "さくら" });
const ANALYSIS = `/share/analysis/${shared.shareId}`;
const PAGES = [
  ANALYSIS,
  `${ANALYSIS}?fbclid=IwAR0&utm_source=x`,
  "/share/rankings",
  "/share/rankings/rules",
  ...RANKING_PERIODS.map(({ path }) => `/share/rankings/${path}`),
  "/share/rankings/weekly?period=2026-11-07&ticket=win",
];

let site: Awaited<ReturnType<typeof createBuiltSite>>;

beforeAll(async () => {
  site = await createBuiltSite();
  await putReadyRankings(site.store);
  await putSharedAnalysis(site.store, shared);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

/** Value of a tag whose key precedes its content, as some crawlers require that order. */
function tag(html: string, key: "property" | "name", name: string): string | null {
  const value = new RegExp(`<meta ${key}="${name}" content="([^"]*)"`).exec(html)?.[1];
  return value === undefined ? null : unescapeHtml(value);
}

function unescapeHtml(value: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
  return value.replace(/&(lt|gt|quot|#x27|amp);/g, (entity, name: string) => characters[name] ?? entity);
}

/** Width and height of a PNG; null if it is none. */
function pngSize(bytes: Uint8Array): { width: number; height: number } | null {
  const isPng = [137, 80, 78, 71, 13, 10, 26, 10].every((byte, index) => bytes[index] === byte);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

for (const [crawler, agent] of Object.entries(CRAWLERS)) {
  test(`the tags of a card, and its picture, are complete on every public page for ${crawler}`, async () => {
    const headers = { "User-Agent": agent, Accept: "*/*" };
    for (const path of PAGES) {
      const answer = await site.fetch(path, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, answer.headers.get("Content-Type")]).toEqual([path, "text/html; charset=utf-8"]);
      expect([path, answer.headers.get("X-Robots-Tag")]).toEqual([path, null]);
      const html = await answer.text();
      // All tags are within the part that crawlers read, and each occurs once.
      const head = html.slice(0, html.indexOf("</head>"));
      for (const name of [
        "title",
        "description",
        "url",
        "image",
        "image:width",
        "image:height",
        "image:type",
        "type",
      ]) {
        expect([path, name, head.split(`property="og:${name}"`).length]).toEqual([path, name, 2]);
        expect([path, name, tag(head, "property", `og:${name}`)]).not.toEqual([path, name, null]);
        expect([path, name, tag(head, "property", `og:${name}`)]).not.toEqual([path, name, ""]);
      }
      expect([path, /<meta [^>]*name="robots"/.test(head)]).toEqual([path, false]);
      const url = tag(head, "property", "og:url") ?? "";
      expect([path, url.startsWith(`${ORIGIN}/share/`)]).toEqual([path, true]);
      expect([path, (await read(url, headers)).status]).toEqual([path, 200]);
      if (path === "/share/rankings/rules") continue;
      expect([path, tag(head, "name", "twitter:card")]).toEqual([path, "summary_large_image"]);
      const image = tag(head, "property", "og:image") ?? "";
      expect([path, image.startsWith(`${ORIGIN}/share/`), image.includes(".png")]).toEqual([path, true, true]);
      const size = ["image:width", "image:height"].map((name) => tag(head, "property", `og:${name}`));
      expect([path, ...size, tag(head, "property", "og:image:type")]).toEqual([path, "1200", "630", "image/png"]);
      const picture = await read(image, headers);
      expect([path, picture.status, picture.headers.get("Content-Type")]).toEqual([path, 200, "image/png"]);
      expect([path, picture.headers.get("X-Robots-Tag")]).toEqual([path, null]);
      expect([path, pngSize(picture.bytes)]).toEqual([path, { width: 1200, height: 630 }]);
    }
  });
}

async function read(url: string, headers: Record<string, string>) {
  const answer = await site.fetch(url, { headers });
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

test("the card of an analysis names the race, the model and its owner, whatever characters a name has", async () => {
  const html = await (await site.fetch(ANALYSIS)).text();
  const words = `${tag(html, "property", "og:title")} ${tag(html, "property", "og:description")}`;
  expect(words).toContain("翠風ステークス");
  expect(words).toContain('雨の"得意"な<先行>&差し');
  expect(tag(html, "property", "og:url")).toBe(`${ORIGIN}${ANALYSIS}`);
});

test("robots.txt forbids neither shared pages nor their images", async () => {
  const text = await (await site.fetch("/robots.txt")).text();
  const forbidden = [...text.matchAll(/^Disallow:[ \t]*(\S*)/gm)].map((match) => match[1] ?? "");
  expect(forbidden).toContain("/api/");
  for (const path of [ANALYSIS, "/share/rankings/monthly", "/share/analysis/x/y.png", "/rankings.json"])
    expect([path, forbidden.filter((start) => start !== "" && path.startsWith(start))]).toEqual([path, []]);
});

test("a page that is not shared has no card: a 404 that no search engine indexes", async () => {
  for (const path of [`/share/analysis/${sharedAnalysisOf(8).shareId}`, "/share/analysis/nonsense"]) {
    const answer = await site.fetch(path, { headers: { "User-Agent": CRAWLERS.Facebook } });
    const html = await answer.text();
    expect([path, answer.status, answer.headers.get("Cache-Control")]).toEqual([path, 404, "no-store"]);
    expect([path, html.includes("翠風ステークス")]).toEqual([path, false]);
  }
});
