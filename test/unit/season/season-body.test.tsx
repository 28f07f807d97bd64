import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SeasonBody } from "#app/components/rankings/season-body.tsx";
import { SeasonHead, SeasonLines } from "#app/components/rankings/season-first.tsx";
import { seasonView } from "#app/components/rankings/season-view.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";

const EMPTY: SeasonBoard = {
  ...{ buildId: "b", month: "2026-10", from: "2025-10-26", to: "2026-10-25", builtAt: 1_793_840_400, minRaces: 100 },
  ...{ models: 3, ranked: 0, mean: 0, entries: [], lasting: [], hall: [], members: null },
  ...{ openness: [], crowdReturns: null, crowdBesideOdds: null },
  benchmarks: [{ key: "lottery", races: 0, value: 0, low: null, high: null }],
};
const ENTRY: SeasonBoard["entries"][number] = {
  ...{ modelId: 1, modelName: "芝の腕", userName: "た***", races: 400, rank: 1, firstRank: 1, lastRank: 1, clones: 0 },
  ...{ value: 0.12, low: 0.1, high: 0.14, raw: 0.13, rawLow: 0.1, rawHigh: 0.16 },
};
const ONE: SeasonBoard = { ...EMPTY, ranked: 1, mean: 0.12, entries: [ENTRY] };
const MARKET = { key: "market", races: 400, value: 0.2, low: 0.18, high: 0.22 } as const;
const BELOW_ODDS = "オッズを上回ったモデルはまだありません。";

const words = (board: SeasonBoard) =>
  renderToStaticMarkup(<SeasonBody view={seasonView(board)} />).replace(/<[^>]*>/g, "");

test("a season without a ranked model says from how many races a model is ranked, and compares none with the odds", () => {
  const empty = words({ ...EMPTY, benchmarks: [MARKET, ...EMPTY.benchmarks] });
  expect(empty).toContain("3モデル。100レース以上で順位がつきます。毎月5日に更新。");
  expect(empty).toContain("100レース以上のモデルは、まだありません。");
  expect(empty).not.toContain(BELOW_ODDS);
});

test("that no model was better than the odds is said only where the odds were measured and none was", () => {
  expect(words(ONE)).toContain("3モデル。100レース以上の1モデルが対象です。毎月5日に更新。");
  expect(words(ONE)).not.toContain(BELOW_ODDS);
  expect(words({ ...ONE, benchmarks: [MARKET] })).toContain(BELOW_ODDS);
  expect(words({ ...ONE, benchmarks: [{ ...MARKET, value: 0.09 }] })).not.toContain(BELOW_ODDS);
});

test("the rankings begin with the season: the first three and the odds by height from 0, the others one line each", () => {
  const at = (rank: number, value: number) => ({
    ...{ ...ENTRY, modelId: rank, modelName: `腕${rank}`, rank, firstRank: 1, lastRank: 9 },
    ...{ value, low: value - 0.02, high: value + 0.02 },
  });
  const entries = [at(1, 0.16), at(2, 0.15), at(3, 0.08), at(4, 0.07), at(5, 0.06)];
  const own = [at(4, 0.07)];
  const view = seasonView({ ...ONE, ranked: 5, entries, benchmarks: [MARKET, ...EMPTY.benchmarks] }, own);
  const head = renderToStaticMarkup(<SeasonHead view={view} />);
  expect([...head.matchAll(/--v:([\d.]+);--lo/g)].map(([, height]) => Number(height))).toEqual([16, 15, 8, 20]);
  expect(head).toContain("--max:22");
  expect(head.replace(/<[^>]*>/g, "")).toContain("腕4は4位　ありえる順位 1〜9位");
  const lines = renderToStaticMarkup(<SeasonLines view={view} root="/rankings" />);
  expect([...lines.matchAll(/class="row-name">([^<]+)/g)].map(([, name]) => name)).toEqual([
    ...["腕4", "腕5", "オッズ（締切時）", "くじ引き"],
  ]);
  expect(lines.match(/class="one me"/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<SeasonHead view={null} />)).toContain("ランキングを準備中です");
});
