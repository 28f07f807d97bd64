import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import {
  putReadyRankings,
  putSharedAnalysis,
  sharedAnalysisOf,
  wireEntryOf,
} from "#test/integration/support/rankings/public-views.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

let site: Awaited<ReturnType<typeof createBuiltSite>>;

beforeAll(async () => {
  site = await createBuiltSite();
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
});

const text = async (path: string) => (await site.fetch(path)).text();

/** Versions are cached for a second (page-versions.test.ts): requests until the new one appears. */
const becomes = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

/** Puts rankings of three entries with this model name, and waits until they show. */
async function rankingsOf(name: string): Promise<void> {
  await putReadyRankings(site.store, {
    entries: [1, 2, 3].map((id) => wireEntryOf(id, id, 120 - id, { model_name: `${name}${id}` })),
  });
  for (const path of ["/share/rankings", "/rankings.json"])
    await becomes(async () => expect(await text(path)).toContain(`${name}1`));
}

const RANKING_PAGES = ["/share/rankings", ...RANKING_PERIODS.map(({ path }) => `/share/rankings/${path}`)];

test("before the first rankings every public page of them shows ランキングを準備中です", async () => {
  for (const path of [...RANKING_PAGES, "/share/rankings/season"]) {
    const answer = await site.fetch(path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect([path, (await answer.text()).includes("ランキングを準備中です")]).toEqual([path, true]);
  }
});

test("new rankings show on every page at the same time, and in rankings.json", async () => {
  for (const name of ["あけぼの", "ゆうなぎ"]) {
    await rankingsOf(name);
    for (const path of RANKING_PAGES) {
      expect([path, (await text(path)).includes(`${name}1`)]).toEqual([path, true]);
      const past = path.endsWith("weekly") ? "2026-11-07" : "2026-09";
      if (path === "/share/rankings") continue;
      for (const query of ["?ticket=win", `?period=${past}`, `?period=${past}&ticket=quinella`])
        expect([path, query, (await text(path + query)).includes(`${name}1`)]).toEqual([path, query, true]);
    }
    expect(await text("/rankings.json")).toContain(`${name}1`);
  }
  expect(await text("/share/rankings")).not.toContain("あけぼの");
});

test("the rules, legal pages and registration state conditions and promises as they hold", async () => {
  const statements: Record<string, readonly string[]> = {
    "/": ["20歳以上の方が登録できます"],
    "/terms": ["20歳以上であることを条件とします", "前もってこのページに載せます"],
    "/privacy": [
      "ユーザーの番号、登録に来た案内の印、参照元（アドレスの?より前）",
      "分析の結果とそのモデルの名前、ユーザー名",
      "確認のメールを最後に求めてから2日",
      "変更を知らせるメールから7日",
      "運営者が90日で消します",
      "接続の記録、お問い合わせの内容は、書き出しに入りません",
    ],
    "/tokusyo": ["50円に満たない額は、そのときは請求せず、次の請求に加えます"],
    "/share/rankings/rules": [
      "下にない開催は、7〜12レースのまま",
      "全体を******に変えます",
      "最新のものを含めて60期間まで",
      "最新の期間だけ",
      "数えるレースがなければ",
    ],
  };
  for (const [path, wanted] of Object.entries(statements)) {
    const shown = (await text(path)).replaceAll("<!-- -->", "");
    for (const statement of wanted)
      expect([path, statement, shown.includes(statement)]).toEqual([path, statement, true]);
    expect([path, shown.includes("画面またはメールで知らせます")]).toEqual([path, false]);
  }
});

test("an unstored or missing period is a 404 and stays one", async () => {
  for (const path of ["/share/rankings/weekly?period=2026-10-31", "/share/rankings/monthly?period=2020-01"]) {
    for (let round = 0; round < 2; round++) {
      const answer = await site.fetch(path);
      expect([path, answer.status, answer.headers.get("ETag")]).toEqual([path, 404, null]);
      await answer.text();
    }
  }
});

test("an analysis shows at once when it is shared, changes with it, and goes when that has ended", async () => {
  const shared = sharedAnalysisOf(12, { modelName: "あかつき" });
  const path = `/share/analysis/${shared.shareId}`;
  const status = async () => {
    const answer = await site.fetch(path);
    await answer.text();
    return answer.status;
  };
  expect([await status(), await status()]).toEqual([404, 404]);
  await putSharedAnalysis(site.store, shared);
  expect(await text(path)).toContain("あかつき");
  await putSharedAnalysis(site.store, { ...shared, modelName: "たそがれ" });
  await becomes(async () => expect(await text(path)).toContain("たそがれ"));
  await createShareStore(site.store).stop({ analysisId: 12, stamp: "test" });
  await becomes(async () => expect(await status()).toBe(404));
  const gone = await site.fetch(path);
  expect([gone.status, gone.headers.get("ETag"), gone.headers.get("Cache-Control")]).toEqual([404, null, "no-store"]);
  expect(await gone.text()).not.toContain("たそがれ");
  expect(await status()).toBe(404);
});

test("no public page, document or image queries the database, neither at first nor again", async () => {
  await rankingsOf("しおさい");
  const shared = sharedAnalysisOf(13);
  await putSharedAnalysis(site.store, shared);
  const page = `/share/analysis/${shared.shareId}`;
  const images = [await imageOf("/share/rankings/monthly"), await imageOf(page)];
  const paths = [...RANKING_PAGES, "/share/rankings/rules", "/rankings.json", page, ...images];
  for (const path of paths) {
    for (let round = 0; round < 2; round++) {
      const answer = await site.fetch(path);
      await answer.arrayBuffer();
      expect([path, answer.status, answer.headers.get("Server-Timing")]).toEqual([path, 200, 'd1;desc="0"']);
    }
  }
});

/** Path of a page's image for link previews. */
async function imageOf(path: string): Promise<string> {
  const url = /<meta property="og:image" content="([^"]*)"/.exec(await text(path))?.[1] ?? "";
  const { pathname, search } = new URL(url.replaceAll("&amp;", "&"));
  return pathname + search;
}

test("pages, files, calls, redirects and refusals have the same Strict-Transport-Security, so that the last one changes nothing", async () => {
  const script = /"(\/assets\/[^"]+\.js)"/.exec(await text("/login"))?.[1] ?? "";
  const paths = {
    [script]: 200,
    ...{ "/": 200, "/login": 200, "/favicon.svg": 200, "/favicon.ico": 200, "/icon-180.png": 200 },
    ...{ "/manifest.webmanifest": 200, "/robots.txt": 200, "/pictures/top.webp": 200, "/push-worker.js": 200 },
    ...{ "/home": 302, "/nowhere": 404, "/assets/nowhere.js": 404, "/api/users/me": 401, "/roots.json": 200 },
    ...{ "/healthz": 200, "/api/nothing": 404, "/share/rankings/weekly/0.png": 302, "/models/": 308 },
  };
  for (const [path, status] of Object.entries(paths)) {
    const answer = await site.fetch(path);
    await answer.arrayBuffer();
    const header = answer.headers.get("Strict-Transport-Security");
    expect([path, answer.status, header]).toEqual([path, status, "max-age=63072000"]);
  }
});
