import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RankingCard } from "#app/components/rankings/ranking-card.tsx";
import { RankingBody } from "#app/components/rankings/ranking-page.tsx";
import { cardViews, luckSentence, ownViews, pageView } from "#app/components/rankings/ranking-pages.ts";
import {
  barPercent,
  emptyShare,
  hitWords,
  intervalWords,
  medalOf,
  periodWords,
  rankingHref,
  readTicket,
} from "#app/components/rankings/ranking-words.ts";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { TICKET_TYPES } from "#app/domain/rankings/pick-returns.ts";
import type { RankingEntry, RankingView } from "#app/domain/rankings/ranking-entry.ts";
import { COUNTING, NO_RANKING } from "#app/domain/rankings/ranking-lists.ts";
import { showCard, showDetail } from "#app/domain/rankings/shown-entries.ts";

/** An entry with the same rank, and a rate falling with it, in all types but those given. */
function entryOf(
  modelId: number,
  rank: number | null,
  ranks: Partial<Record<string, number | null>> = {},
): RankingEntry {
  const figures = TICKET_TYPES.map((ticket) => {
    const own = ticket in ranks ? (ranks[ticket] ?? null) : rank;
    const isBet = !(ticket in ranks) || ranks[ticket] !== null;
    const returnRate = own === null ? 78.4 : 200 - own;
    return [ticket, isBet ? { rank: own, returnRate, low: 60.2, high: 140.6, hitRate: 46.5, races: 36 } : null];
  });
  return {
    modelId,
    modelName: `モデル${modelId}`,
    userName: `利用者${modelId}`,
    tickets: Object.fromEntries(figures) as RankingEntry["tickets"],
  };
}

function viewOf(fields: Partial<RankingView> = {}): RankingView {
  return {
    key: "weekly",
    periodKey: "2026-11-14",
    from: "2026-11-14",
    to: "2026-11-15",
    status: "ready",
    entries: Array.from({ length: 12 }, (_, at) => entryOf(at + 1, at + 1)),
    baselines: BASELINES.map(({ modelId }) => entryOf(modelId, null)),
    participants: 412,
    luck: null,
    builtAt: Date.parse("2026-11-18T06:02:00+09:00") / 1000,
    imagePath: "/share/rankings/weekly/0.png",
    periods: [
      { periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" },
      { periodKey: "2026-11-07", from: "2026-11-07", to: "2026-11-08" },
    ],
    version: "v",
    ...fields,
  };
}

const idsOf = (rows: readonly { modelId: number }[]) => rows.map(({ modelId }) => modelId);
const bodyOf = (view: RankingView) =>
  renderToStaticMarkup(<RankingBody view={pageView(view, { ticket: "total" })} root="/share/rankings" luck={null} />);

test("a ranking's bar is empty by 1 − rate² / 62500 under 250 % and full from there on", () => {
  expect([0, 100, 125, 200, 249.9].map((rate) => Math.round(emptyShare(rate) * 10_000) / 10_000)).toEqual([
    1, 0.84, 0.75, 0.36, 0.0008,
  ]);
  expect([250, 251, 1200].map(emptyShare)).toEqual([0, 0, 0]);
  expect([0, 100, 150, 200, 250, 900].map(barPercent)).toEqual([0, 16, 36, 64, 100, 100]);
});

test("ranks 1 to 3 are gold, silver and bronze, by rank and not by position; others and baselines have no medal", () => {
  expect([1, 1, 2, 3, 4, null].map(medalOf)).toEqual(["g", "g", "s", "b", null, null]);
  const body = bodyOf(viewOf());
  expect(body.match(/class="medal [gsb]">\d/g)).toEqual([
    'class="medal g">1',
    'class="medal s">2',
    'class="medal b">3',
  ]);
  // The rank's cell is 40 px wide (rankings.css).
  expect(body.match(/class="rk-n"/g)).toHaveLength(13);
});

test("a ranking of fewer than twelve races awards no medal, on page and card, and states that at its head", () => {
  const withRaces = (entries: RankingEntry[], races: number) =>
    entries.map((entry) => ({ ...entry, tickets: { ...entry.tickets, total: { ...entry.tickets.total!, races } } }));
  const view = (races: number) =>
    viewOf({ entries: withRaces(viewOf().entries, races), baselines: withRaces(viewOf().baselines, races) });
  const drawCard = (of: RankingView) =>
    renderToStaticMarkup(<RankingCard card={cardViews([of])[0]!} root="/share/rankings" />);
  for (const draw of [bodyOf, drawCard]) {
    const [two, eleven, twelve] = [draw(view(2)), draw(view(11)), draw(view(12))];
    for (const few of [two, eleven]) expect(few).not.toContain('class="medal');
    expect(two).toContain("対象が2レースと少ないため、メダルはつきません。");
    expect(two).toMatch(/class="rk-n">1</);
    expect(two.indexOf("メダルはつきません")).toBeLessThan(two.indexOf('class="rk-n"'));
    expect(twelve).toContain('class="medal g"');
    expect(twelve).not.toContain("メダルはつきません");
  }
});

test("a card lists the first five of a type, and the reader's best entry below where none of them is theirs", () => {
  const entries = viewOf().entries;
  expect(idsOf(showCard(entries, "win", []).top)).toEqual([1, 2, 3, 4, 5]);
  const beyond = showCard(entries, "total", [entryOf(77, 31), entryOf(78, 24)]);
  expect(beyond.ownBest).toMatchObject({ modelId: 78, isOwn: true });
  const within = showCard(entries, "total", [entryOf(3, 3), entryOf(78, 24)]);
  expect([within.ownBest, within.top[2]?.isOwn]).toEqual([null, true]);
});

test("a card is one line each, with the reader's own after a gap, the favourite and the lot, and says nothing of luck", () => {
  const view = viewOf({ luck: { total: { low: 90.4, high: 116.6 } } as RankingView["luck"] });
  const own = [
    { ...{ key: view.key, periodKey: view.periodKey, from: view.from, to: view.to }, entries: [entryOf(77, 31)] },
  ];
  const html = renderToStaticMarkup(<RankingCard card={cardViews([view], own)[0]!} root="/rankings" />);
  const [total] = html.split("<h3>").slice(1);
  expect([...(total ?? "").matchAll(/class="row-name">([^<]+)/g)].map(([, name]) => name)).toEqual([
    ...["モデル1", "モデル2", "モデル3", "モデル4", "モデル5", "モデル77", "1番人気", "くじ引き"],
  ]);
  expect(total).toContain("6〜30位");
  expect(html).not.toMatch(/的中率|95%区間|運/);
  expect(luckSentence([viewOf(), view])).toBe("実力が同じでも、週間の1位は運だけで90〜117%になります。");
  expect(luckSentence([viewOf()])).toBeNull();
});

test("a detail lists ranks 1 to 10 with ties, and the reader's own beyond 10 once, each type by its own ranks", () => {
  const tied = [...Array.from({ length: 9 }, (_, at) => entryOf(at + 1, at + 1)), entryOf(10, 10), entryOf(11, 10)];
  const listed = [...tied, entryOf(50, 300, { win: 1 })];
  const own = [entryOf(50, 300, { win: 1 }), entryOf(51, 301, { place: null })];
  const total = showDetail(listed, "total", own);
  expect(idsOf(total.top)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(idsOf(total.beyond)).toEqual([50, 51]);
  const win = showDetail(listed, "win", own);
  expect(win.top.filter(({ isOwn }) => isOwn).map(({ modelId }) => modelId)).toEqual([50]);
  expect(idsOf(win.beyond)).toEqual([51]);
  expect(idsOf(showDetail(listed, "place", own).beyond)).toEqual([50]);
});

test("a page shows ランキングを準備中です while counting and ランキングがありません if nobody took part, to the letter", () => {
  expect([COUNTING, NO_RANKING]).toEqual(["ランキングを準備中です", "ランキングがありません"]);
  const counting = bodyOf(viewOf({ status: "counting", entries: [], baselines: [], builtAt: null }));
  expect(counting).toContain("ランキングを準備中です");
  const empty = bodyOf(viewOf({ entries: [], participants: 0 }));
  expect(empty).toContain("ランキングがありません");
  for (const body of [counting, empty]) expect(body).not.toContain('class="rk');
  expect(cardViews([viewOf({ entries: [] })])[0]).toMatchObject({ state: "empty", tickets: [] });
});

test("each rate is shown with races, hit rate and interval; baselines have no rank; few races are grey and marked", () => {
  const body = bodyOf(viewOf());
  expect(body.match(/的中率 47%（36R・少ない）/g)).toHaveLength(13);
  expect(body.match(/95%区間 60〜141%/g)).toHaveLength(13);
  expect(body.match(/class="rk bot few"/g)).toHaveLength(3);
  expect(body.match(/順位なし/g)).toHaveLength(3);
  for (const words of ["412モデルが参加", "2026年11月18日 06:02 集計", "将来の結果も利益も約束しません", "20歳"])
    expect(body).toContain(words);
  expect(hitWords(46.54, 144)).toBe("的中率 46.5%（144R）");
  expect(hitWords(46.5, 99)).toBe("的中率 47%（99R・少ない）");
  expect(intervalWords(null, null)).toBe("95%区間 –");
});

test("the number of races of a ticket type is the highest of all entries, not of the ten listed", () => {
  const late = (modelId: number, rank: number | null, races: number): RankingEntry => {
    const entry = entryOf(modelId, rank);
    return { ...entry, tickets: { ...entry.tickets, total: { ...entry.tickets.total!, races } } };
  };
  const mostOf = (view: RankingView) => pageView(view, { ticket: "total" }).mostRaces;
  expect(mostOf(viewOf({ entries: [late(1, 1, 24)], baselines: [late(-1, null, 144)] }))).toBe(144);
  expect(mostOf(viewOf({ entries: [late(1, 1, 24), late(2, 11, 30)], baselines: [] }))).toBe(30);
});

test("periods are written short, and past ones link to their own URL with the ticket type shown", () => {
  expect(periodWords("2026-11-14", "2026-11-15")).toBe("2026年11月14日〜15日");
  expect(periodWords("2026-10-31", "2026-11-01")).toBe("2026年10月31日〜11月1日");
  expect(periodWords("2026-12-31", "2027-01-02")).toBe("2026年12月31日〜2027年1月2日");
  expect(periodWords("2026-11-14", "2026-11-14")).toBe("2026年11月14日");
  const { periods } = pageView(viewOf(), { ticket: "win" });
  expect(periods.map(({ key, isCurrent }) => [key, isCurrent])).toEqual([
    [null, true],
    ["2026-11-07", false],
  ]);
  expect(rankingHref("/rankings", "weekly", { ticket: "win", periodKey: "2026-11-07" })).toBe(
    "/rankings/weekly?ticket=win&period=2026-11-07",
  );
  expect(rankingHref("/share/rankings", "weekly", { ticket: "total" })).toBe("/share/rankings/weekly");
  expect(["win", "x", "__proto__"].map((ticket) => readTicket(new URLSearchParams({ ticket })))).toEqual([
    "win",
    "total",
    "total",
  ]);
});

test("of a hundred periods a page offers the newest twelve and the neighbours of the one shown", () => {
  const periods = Array.from({ length: 100 }, (_, at) => ({
    periodKey: `p${at}`,
    from: "2026-11-14",
    to: "2026-11-15",
  }));
  const { periods: offered } = pageView(viewOf({ periods, periodKey: "p50" }), { ticket: "total" });
  expect(offered.slice(11).map(({ key }) => key)).toEqual(["p11", "p49", "p50", "p51"]);
});

test("the home shows three models of a ranking and how many more there are; weekly and monthly are open", () => {
  const own = (key: "weekly" | "monthlyDirt17", models: number) => ({
    ...{ key, periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" },
    entries: Array.from({ length: models }, (_, at) => entryOf(at + 1, at + 20)),
  });
  expect(ownViews([own("weekly", 5), own("monthlyDirt17", 1)])).toMatchObject([
    { path: "weekly", isOpen: true, more: 2, models: [{ modelId: 1 }, { modelId: 2 }, { modelId: 3 }] },
    { path: "monthly_dirt17", isOpen: false, more: 0 },
  ]);
});
