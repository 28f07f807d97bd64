import fc from "fast-check";
import { expect, test } from "vitest";
import { BASELINES, pickBaseline } from "#app/domain/rankings/baselines.ts";
import { findRankingPeriod, RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { orderEntries, type RankedEntry, rankEntries, withoutRanks } from "#app/domain/rankings/rank-entries.ts";
import { listPublic, listTop } from "#app/domain/rankings/ranking-lists.ts";
import {
  buildRankingsFile,
  type CountedRanking,
  wireEntry,
  withoutOwners,
} from "#app/domain/rankings/rankings-file.ts";
import { returnsEntry } from "#test/unit/support/ranking-factories.ts";

const ids = (entries: readonly RankedEntry[]) => entries.map(({ modelId }) => modelId);
const totalRanks = (entries: readonly RankedEntry[]) => entries.map(({ modelId, ranks }) => [modelId, ranks.total]);

test("entries are sorted by rate; equal rates share a rank, the next is skipped, older models come first", () => {
  const entries = [
    returnsEntry(4, { total: 900 }),
    returnsEntry(3, { total: 1250 }, { createdAt: 5000 }),
    returnsEntry(1, { total: 1250 }, { createdAt: 9000 }),
    returnsEntry(2, { total: 1249 }),
  ];
  expect(totalRanks(rankEntries(entries))).toEqual([
    [3, 1],
    [1, 1],
    [2, 3],
    [4, 4],
  ]);
});

test("models of the same second and rate are listed by their number", () => {
  const twins = [returnsEntry(9, { total: 800 }, { createdAt: 1 }), returnsEntry(8, { total: 800 }, { createdAt: 1 })];
  expect(totalRanks(rankEntries(twins))).toEqual([
    [8, 1],
    [9, 1],
  ]);
});

test("each ticket type has ranks of its own, and none without bets", () => {
  const ranked = rankEntries([
    returnsEntry(1, { total: 700, win: 2000, place: null, quinella: 0 }),
    returnsEntry(2, { total: 800, win: 500, place: 900, quinella: 0 }),
  ]);
  expect(ranked.map(({ modelId, ranks }) => ({ modelId, ...ranks }))).toEqual([
    { modelId: 2, total: 1, win: 2, place: 1, quinella: 1 },
    { modelId: 1, total: 2, win: 1, place: null, quinella: 1 },
  ]);
  expect(ids(orderEntries(ranked, "place"))).toEqual([2]);
});

test("baselines have no rank and displace nobody", () => {
  const favourite = returnsEntry(-1, { total: 2000 }, { userId: null });
  expect(withoutRanks([favourite])[0]?.ranks).toEqual({ total: null, win: null, place: null, quinella: null });
});

/** Rates 1000, 990, …: model n has rank n. */
const falling = (count: number) =>
  rankEntries(Array.from({ length: count }, (_, index) => returnsEntry(index + 1, { total: 1000 - 10 * index })));

test("a tie on rank ten is listed in full; of hundreds on one rank the oldest hundred", () => {
  const tied = rankEntries([
    ...Array.from({ length: 9 }, (_, index) => returnsEntry(index + 1, { total: 1000 - index })),
    returnsEntry(10, { total: 500 }),
    returnsEntry(11, { total: 500 }),
    returnsEntry(12, { total: 499 }),
  ]);
  expect(ids(listTop(tied, "total"))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  const noHits = rankEntries(Array.from({ length: 300 }, (_, index) => returnsEntry(index + 1, { total: 0 })));
  expect(ids(listTop(noHits, "total"))).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});

test("the public file contains the top ten of any ticket type, by total", () => {
  const entries = rankEntries([
    ...Array.from({ length: 11 }, (_, index) => returnsEntry(index + 1, { total: 1000 - 10 * index })),
    returnsEntry(30, { total: 100, win: 3000, place: null }),
    returnsEntry(31, { total: 90 }),
  ]);
  expect(ids(listPublic(entries))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 30]);
});

test("ranks rise as rates fall, whatever the order of entries", () => {
  const entry = fc.record({
    total: fc.nat({ max: 30 }),
    win: fc.option(fc.nat({ max: 30 })),
    createdAt: fc.nat({ max: 5 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 40 }), (drawn) => {
      const entries = drawn.map(({ total, win, createdAt }, id) => returnsEntry(id, { total, win }, { createdAt }));
      const ranked = rankEntries(entries);
      expect(rankEntries([...entries].reverse())).toEqual(ranked);
      for (const ticket of ["total", "win"] as const) {
        const listed = orderEntries(ranked, ticket);
        for (const [index, { returns, ranks }] of listed.entries()) {
          const better = listed.filter(
            (other) => other.returns[ticket]!.returnPerMille > returns[ticket]!.returnPerMille,
          );
          expect(ranks[ticket]).toBe(better.length + 1);
          expect(ranks[ticket]).toBeLessThanOrEqual(index + 1);
        }
      }
    }),
  );
});

test("an entry by its wire names: per cent, null without a bet, no user id", () => {
  const [entry] = rankEntries([
    returnsEntry(7, { total: 834, place: null }, { modelName: "末脚", userName: "asagiri", userId: 42 }),
  ]);
  const wire = wireEntry(entry!);
  expect(wire).toMatchObject({
    id: 7,
    model_name: "末脚",
    user_name: "asagiri",
    total_rank: 1,
    total_return_rate: 83.4,
    tan_rank: 1,
    tan_return_rate: 83.4,
    tan_hit_rate: 50,
    tan_races: 12,
    fuku_rank: null,
    fuku_return_rate: null,
    fuku_hit_rate: null,
    fuku_races: 0,
    umaren_rank: 1,
    umaren_return_rate: 83.4,
    umaren_hit_rate: 50,
    umaren_low: null,
  });
  expect(JSON.stringify(wire)).not.toContain("42");
});

function counted(fields: Partial<CountedRanking> = {}): CountedRanking {
  return { period: { from: "2026-11-14", to: "2026-11-15" }, status: "ready", entries: [], baselines: [], ...fields };
}

function fileOf(weekly: CountedRanking) {
  const monthly = counted({
    period: { from: "2026-10-03", to: "2026-10-25" },
    status: "counting",
    entries: falling(3),
  });
  return buildRankingsFile({
    version: "2026-11-18",
    generatedAt: 1_763_413_200,
    rankings: {
      weekly,
      monthly,
      monthlyDirt1216: monthly,
      monthlyDirt17: monthly,
      monthlyGlass1216: monthly,
      monthlyGlass1724: monthly,
      monthlyGlass2532: monthly,
    },
  });
}

test("the public file has all seven rankings, without entries while one is counting", () => {
  const file = fileOf(counted({ entries: falling(20), baselines: withoutRanks([returnsEntry(-1, { total: 780 })]) }));
  expect(Object.keys(file).sort()).toEqual(
    [
      "version",
      "generated_at",
      "weekly",
      "monthly",
      "monthlyDirt1216",
      "monthlyDirt17",
      "monthlyGlass1216",
      "monthlyGlass1724",
      "monthlyGlass2532",
    ].sort(),
  );
  expect(file.weekly).toMatchObject({ period: { from: "2026-11-14", to: "2026-11-15" }, status: "ready" });
  expect(file.weekly.rank.map(({ total_rank }) => total_rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(file.weekly.baselines).toMatchObject([{ id: -1, total_rank: null, total_return_rate: 78 }]);
  expect(file.monthly).toEqual({
    period: { from: "2026-10-03", to: "2026-10-25" },
    status: "counting",
    rank: [],
    baselines: [],
  });
  expect(JSON.stringify(file)).not.toMatch(/user_?id|mail/i);
});

test("a deleted user's entries keep their figures in past rankings under another name", () => {
  const weekly = fileOf(counted({ entries: falling(3) })).weekly;
  const after = withoutOwners(weekly, {
    modelIds: new Set([2]),
    modelName: "退会者のモデル",
    userName: "退会したユーザー",
  });
  expect(after.rank.map(({ user_name }) => user_name)).toEqual(["ユーザー1", "退会したユーザー", "ユーザー3"]);
  expect(after.rank[1]?.model_name).toBe("退会者のモデル");
  expect(after.rank[0]?.model_name).toBe(weekly.rank[0]?.model_name);
  expect(after.rank.map(({ total_return_rate }) => total_return_rate)).toEqual([100, 99, 98]);
});

test("paths, keys and numbers on the wire belong together", () => {
  expect(RANKING_PERIODS.map(({ path, rankingType, key }) => [path, rankingType, key])).toEqual([
    ["weekly", 2, "weekly"],
    ["monthly", 1, "monthly"],
    ["monthly_dirt1216", 3, "monthlyDirt1216"],
    ["monthly_dirt17", 4, "monthlyDirt17"],
    ["monthly_glass1216", 5, "monthlyGlass1216"],
    ["monthly_glass1724", 6, "monthlyGlass1724"],
    ["monthly_glass2532", 7, "monthlyGlass2532"],
  ]);
  expect(findRankingPeriod("monthly_dirt17")?.category).toBe("dirt17");
});

const card = [
  { horseNum: 4, winOdds: 2.1 },
  { horseNum: 1, winOdds: 8.8 },
  { horseNum: 3, winOdds: null },
  { horseNum: 2, winOdds: 2.1 },
];

test("baselines bet on the favourite, by lot and by number", () => {
  expect(pickBaseline("favourite", { raceId: "r", runners: card })).toEqual([2, 4, 1, 3]);
  expect(pickBaseline("horse-number", { raceId: "r", runners: card })).toEqual([1, 2, 3, 4]);
  expect(pickBaseline("favourite", { raceId: "r", runners: [{ horseNum: 1, winOdds: null }] })).toBeNull();
  expect(new Set(BASELINES.map(({ modelId }) => modelId)).size).toBe(3);
});

test("the lot of a race never changes, and is fair over races", () => {
  const draw = (raceId: string, runners = card) => pickBaseline("random", { raceId, runners })!;
  expect(draw("2026-11-14-東京-11")).toEqual(draw("2026-11-14-東京-11", [...card].reverse()));
  const firsts = Array.from({ length: 4000 }, (_, index) => draw(`race-${index}`)[0]);
  for (const horseNum of [1, 2, 3, 4]) {
    const share = firsts.filter((first) => first === horseNum).length;
    // 1,000 expected, standard deviation 27.
    expect(Math.abs(share - 1000)).toBeLessThan(110);
  }
});

test.each([
  ["taro@example.co.jp", "******"],
  ["連絡は taro@example.co.jp まで", "******"],
  ["taro＠ｇｍａｉｌ．ｃｏｍ", "******"],
  ["taro(at)gmail.com", "******"],
  [".ta#ro..@example.jp", "******"],
  ['"taro..yamada"@example.jp', "******"],
  ["taro gmail.com", "******"],
  ["TARO@Docomo.NE.JP", "******"],
  ["hanako.yahoo.co.jp", "******"],
  ["ta\u200Bro@gmail.c\u200Bom", "******"],
  ["taro@me.com", "******"],
  ["welcome.com", "welcome.com"],
  ["kazamidori", "kazamidori"],
  ["@kazamidori", "@kazamidori"],
  ["末脚マイスター", "末脚マイスター"],
  ["退会したユーザー", "退会したユーザー"],
  ["1.5倍 @ 東京", "1.5倍 @ 東京"],
])("the name %s is shown as %s", (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
