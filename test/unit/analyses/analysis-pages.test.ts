import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnalysisBets } from "#app/components/analyses/analysis-bets.tsx";
import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { leftName } from "#app/components/days/day-plan-words.ts";
import { leftSentence, leftTile, spendWords } from "#app/components/plans/left-words.ts";
import { AnalysisShare } from "#app/components/sharing/analysis-share.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { ANALYSIS_MESSAGES, ANALYSIS_REFUSALS } from "#app/forms/analyses/analysis-refusals.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";
import { drawInRouter } from "#test/unit/support/one-route.tsx";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

/** The words of the markup in order. */
const wordsOf = (html: string) =>
  html
    .replace(/<svg.*?<\/svg>/g, "")
    .split(/<[^>]*>/)
    .map((text) => text.trim())
    .filter((text) => text !== "");

const NOTHING = { stakeYen: 0, payoutYen: 0, hits: 0 };

test("the paid bets are described per ticket type in yen and in words: hit, miss, 特払, nothing bought", () => {
  const bets = (quinella: typeof NOTHING) =>
    wordsOf(
      renderToStaticMarkup(
        createElement(AnalysisBets, {
          bets: {
            win: { stakeYen: 200, payoutYen: 1540, hits: 1 },
            place: NOTHING,
            quinella,
          },
        }),
      ),
    );
  expect(bets({ stakeYen: 700, payoutYen: 0, hits: 0 }).slice(0, 20)).toEqual([
    "この指数で買っていたら",
    ...["券種", "購入", "払戻", "結果"],
    ...["単勝", "指数の1位と2位", "200円", "1,540円", "的中"],
    ...["複勝", "指数の1位", "なし", "なし", "対象なし"],
    ...["馬連", "1位・2位から5位までの7点", "700円", "0円", "不的中"],
  ]);
  expect(bets({ stakeYen: 700, payoutYen: 490, hits: 0 }).slice(17, 20)).toEqual(["700円", "490円", "特払"]);
});

const SHARED = {
  url: "http://site.example/share/analysis/yPfrrBTx",
  imagePath: "/share/analysis/yPfrrBTx/0a.png",
  text: "はちわくでつくったAIモデルの指数です。",
};

/** The share section as rendered by the server. */
function drawShare(props: Omit<Parameters<typeof AnalysisShare>[0], "path">): Promise<string> {
  return drawInRouter(createElement(AnalysisShare, { path: "/analyses/1", ...props }));
}

test("an unshared result offers sharing and lists what becomes public; a shared one offers the four ways and to stop", async () => {
  const before = await drawShare({ shared: null });
  expect(wordsOf(before)).toEqual([
    "この結果をシェア",
    "共有すると、レース、馬ごとの指数と勝率、モデル名、あなたのユーザー名を、だれでも見られるページができます。いつでもやめられます。",
    "共有する",
  ]);
  expect(before).not.toContain("<a ");
  const after = await drawShare({ shared: SHARED });
  expect(wordsOf(after)).toEqual([
    "この結果をシェア",
    "この結果は、次のURLでだれでも見られます。ユーザー名は共有したときのものです。",
    "共有ページのURL",
    "共有ページを見る",
    "Xに投稿",
    "Facebookに投稿",
    "URLをコピー",
    "ダウンロード",
    "共有をやめる",
  ]);
  expect(before.match(/<button[^>]*><svg/g)).toHaveLength(1);
  expect(after.match(/<(a|button)[^>]*><svg/g)).toHaveLength(4);
  expect(after).toContain(`value="${SHARED.url}"`);
  const hrefs = [...after.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href?.split("?")[0]);
  expect(hrefs).toEqual([
    SHARED.url,
    "https://x.com/intent/post",
    "https://www.facebook.com/sharer/sharer.php",
    "/share/analysis/yPfrrBTx/0a.png",
  ]);
  expect(after).toMatch(/<a [^>]*href="\/share\/analysis\/yPfrrBTx\/0a.png"[^>]* download=""/);
});

test("a success is reported only while it is true, and a failure instead of it", async () => {
  const said = async (props: Parameters<typeof drawShare>[0]) => wordsOf(await drawShare(props))[1];
  expect(await said({ shared: SHARED, done: "shared" })).toBe("共有しました");
  expect(await said({ shared: null, done: "unshared" })).toBe("共有をやめました");
  expect(await said({ shared: null, done: "shared" })).toMatch(/^共有すると/);
  expect(await said({ shared: SHARED, done: "unshared" })).toMatch(/^この結果は/);
  expect(await said({ shared: SHARED, done: "shared", failure: ["共有をやめられませんでした"] })).toBe(
    "共有をやめられませんでした",
  );
});

test("the counters show today's and this month's uses, ∞ from 1000, and Free's rest where its lifetime number binds", () => {
  const counters = (plan: number, more: object = {}) =>
    wordsOf(
      renderToStaticMarkup(
        createElement(AnalysisCounters, {
          uses: { ...NO_USES, plan, analysesToday: 2, analysesThisMonth: 12, freeAnalyses: 4, ...more },
        }),
      ),
    ).join(" ");
  const free = { analysesToday: 1, analysesThisMonth: 1, freeAnalyses: 1 };
  expect(counters(1, free)).toBe("無料の分析はあと4回（全5回）");
  expect(counters(103, free)).toBe("無料の分析はあと4回（全5回）");
  // Twelve analyses of this month were paid for: until next month none is left, then the five of Free.
  expect(counters(103, { freeAnalyses: 0 })).toBe("今日 2/5 今月 12/5");
  expect(counters(2, { ownPerMonth: 20 })).toBe("今日 2/3 今月 12/30 自分の上限（今月） 12/20");
  expect(counters(2)).toBe("今日 2/3 今月 12/30");
  expect(counters(5)).toBe("今日 2/60 今月 12/∞");
  expect(counters(0)).toBe("今日 2/∞ 今月 12/∞");
});

test("texts of races and analyses match the specification to the letter", () => {
  expect(ANALYSIS_MESSAGES.accepted({ raceNum: 11, name: "翠風ステークス" })).toBe(
    "「11R 翠風ステークス」の分析を受け付けました。",
  );
  expect(RACE_MESSAGES).toEqual({
    future: "未来のレースは検索できません",
    noneToday: "本日のレースはありません",
    none: "該当するレースが見つかりません",
    loadFailed: "レースを取得する際にエラーが発生しました",
  });
  expect(ANALYSIS_MESSAGES).toMatchObject({
    deleted: "分析結果を削除しました",
    deleteFailed: "分析結果を削除できませんでした",
    failed: "分析が失敗しました",
    loadFailed: "ページを再度読み込んでください。",
    notFound: "analysis result does not exist",
    noModelChosen: "AIモデルを選択してください",
  });
  const { "per-day": day, "at-once": parallel, "per-month": month, "per-lifetime": lifetime } = ANALYSIS_REFUSALS;
  expect([day, parallel, month, lifetime]).toEqual([
    { text: "本日の分析回数が上限に達しています。", canUpgrade: true },
    { text: "同時分析数が上限に達しました。分析が終わるまで少々お待ちください！", canUpgrade: false },
    { text: "今月の分析回数が上限に達しています。", canUpgrade: true },
    {
      text: "今月の分析回数が上限に達しています。",
      detail: "無料プランの分析は全5回です。",
      canUpgrade: true,
    },
  ]);
});

test("a page that cannot be loaded shows its sentence; without any response it names the network and links to the list", () => {
  const words = (error: unknown) =>
    wordsOf(
      renderToStaticMarkup(
        createElement(LoadFailure, { error, text: ANALYSIS_MESSAGES.loadFailed, again: "/analyses?page=2" }),
      ),
    );
  expect(words(new Error("Unexpected Server Error"))).toEqual(["ページを再度読み込んでください。", "再度読み込む"]);
  expect(words(new TypeError("Failed to fetch"))).toEqual([
    "ネットワークエラーが発生しました",
    "もう一度やりなおしてください",
    "再度読み込む",
    "分析結果の一覧",
  ]);
});

test("every place states what is left by the limit that binds first", () => {
  const of = (plan: number, more: Partial<AnalysisUses> = {}) => {
    const uses = { ...NO_USES, plan, ...more };
    const left = analysesLeft(uses);
    const tile = leftTile(uses);
    const value = tile.limit === null ? tile.value : `${tile.value} / ${tile.limit}`;
    return [leftSentence(left), `${tile.label} ${value}`, spendWords(left), left === null ? "" : leftName(left)];
  };
  expect(of(1, { analysesToday: 1, analysesThisMonth: 1, freeAnalyses: 1 })).toEqual([
    "無料の分析はあと4回です。",
    "分析（全5回） あと4回",
    "分析を1回使います。無料の分析はあと4回（全5回）。",
    "無料の分析（全5回）の残り",
  ]);
  expect(of(4, { analysesToday: 4 })).toEqual([
    "今日はあと26回分析できます。",
    "今日の分析 4 / 30",
    "分析を1回使います。今日の分析はあと26回。",
    "今日の残り",
  ]);
  expect(of(4, { analysesThisMonth: 88 })).toEqual([
    "今月はあと2回分析できます。",
    "今月の分析 88 / 90",
    "分析を1回使います。今月の分析はあと2回。",
    "今月の残り",
  ]);
  expect(of(4, { analysesThisMonth: 8, ownPerMonth: 10 })).toEqual([
    "自分の上限まで、今月の分析はあと2回。",
    "自分の上限（今月の分析） 8 / 10",
    "分析を1回使います。自分の上限まで、今月の分析はあと2回。",
    "自分の上限の残り（今月）",
  ]);
  expect(of(6, { analysesToday: 12 })).toEqual(["", "今日の分析 12 / ∞", "分析を1回使います。", ""]);
  expect(of(1, { runningAnalyses: 1 }).slice(0, 2)).toEqual([
    "いまの分析が終わると、次の分析ができます。",
    "分析（全5回） あと5回",
  ]);
});
