import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnalysisHorses } from "#app/components/analyses/analysis-horses.tsx";
import { AnalysisPairs } from "#app/components/analyses/analysis-pairs.tsx";
import { oddsWords, updateWords } from "#app/components/races/odds-words.tsx";
import type { Score } from "#app/domain/scoring/score.ts";
import { VIEW_GROUPS } from "#app/domain/scoring/view-groups.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const horse = (horseNum: number, given: Partial<Score> = {}) =>
  makeScore(horseNum, { index: 2 - horseNum / 2, probability: 0.25, placeProbability: 0.5, ...given });

const field = (count: number, given: Partial<Score> = {}) =>
  Array.from({ length: count }, (_, i) => horse(i + 1, given));
const reasonsOf = (scores: readonly Score[]) =>
  scores.map(({ horseNum, index }) => ({ horseNum, lines: [{ words: "騎手", contribution: index }] }));

type Market = ComponentProps<typeof AnalysisHorses>["market"];

const draw = (scores: readonly Score[], given: { reasons?: boolean; byNumber?: boolean; market?: Market } = {}) =>
  renderToStaticMarkup(
    <AnalysisHorses
      scores={scores}
      runners={[]}
      market={given.market ?? []}
      reasons={given.reasons === false ? [] : reasonsOf(scores)}
      byNumber={given.byNumber ?? false}
      isOver={false}
    />,
  );

test("every row opens to its reasons and chances without script", () => {
  const html = draw(field(8));
  const rows = html
    .split("<li class=")
    .slice(1)
    .filter((row) => row.startsWith('"horse"'));
  expect(rows).toHaveLength(8);
  expect(rows.every((row) => row.includes("<details>"))).toBe(true);
  for (const row of rows) expect(row).toContain("<summary");
  expect(textOf(html)).toContain("指数 +1.50 の内訳");
  expect(textOf(html)).toContain("1着 25.0% 適正オッズ 4.0倍 3着以内 50.0% 適正オッズ 2.0倍");
  expect(html).not.toMatch(/<script|onclick/);
});

test("an opened row has two sentences and six bars in text; a view without a chosen feature says so", () => {
  const groups = VIEW_GROUPS.map((group, at) =>
    at === 5
      ? { group, contribution: null, rank: null }
      : { group, contribution: at === 0 ? 2.1 : -0.15, rank: at + 1 },
  );
  const views = { groups, sentences: ["能力がメンバー1位です。", "割引は展開です。"] };
  const html = renderToStaticMarkup(
    <AnalysisHorses
      scores={field(1)}
      runners={[]}
      market={[]}
      reasons={reasonsOf(field(1)).map((each) => ({ ...each, views }))}
      byNumber={false}
      isOver={false}
    />,
  );
  expect(textOf(html)).toContain(
    "能力がメンバー1位です。 割引は展開です。 6つの見方 能力 +2.10 1位 騎手・厩舎 −0.15 2位",
  );
  expect(textOf(html)).toContain("調子 選んでいません 指数 6つの合計 +1.50 1頭中 指数 +1.50 の内訳");
});

test("place chances are for the paid number of places, and absent if none are sold", () => {
  expect(textOf(draw(field(7)))).toContain("2着以内 50.0%");
  const few = textOf(draw(field(4, { placeProbability: null })));
  expect(few).toContain("1着 25.0% 適正オッズ 4.0倍");
  expect(few).not.toContain("以内");
});

test("a race the model was trained on has reasons and no chances; rows of an old analysis do not open", () => {
  const learnt = draw(field(8, { probability: null, placeProbability: null }));
  expect(learnt).toContain("の内訳");
  expect(learnt).not.toContain("適正オッズ");
  const old = draw(field(8, { placeProbability: null }), { reasons: false });
  expect(old).not.toContain("<details");
  expect(old.match(/<div class="horse-row">/g)).toHaveLength(8);
});

test("a horse that does not start has that word instead of its chances, before the race too", () => {
  const runner = { sex: null, age: null, carriedWeightKg: null, jockeyName: null, finishPosition: null };
  const market = [1, 2].map((horseNum) => ({ horseNum, odds: 5.4, popularity: 2, isCapped: false }));
  const runners = [
    { ...runner, horseNum: 1, status: "scratched" as const },
    { ...runner, horseNum: 2, status: "entered" as const },
    { ...runner, horseNum: 3, status: "excluded" as const },
  ];
  const html = renderToStaticMarkup(
    <AnalysisHorses
      scores={field(4)}
      runners={runners}
      market={market}
      reasons={reasonsOf(field(4))}
      byNumber
      isOver={false}
    />,
  );
  const items = html.split('<li class="horse').slice(1);
  expect(items.map((item) => item.startsWith(" gone"))).toEqual([true, false, true, true]);
  const rows = items.map(textOf);
  expect(rows.map((row) => /取消|除外|出走せず/.exec(row)?.[0])).toEqual(["取消", undefined, "除外", "出走せず"]);
  expect(rows.map((row) => row.includes("適正オッズ"))).toEqual([false, true, false, false]);
  // Nor has it odds, though they may still name it.
  expect(rows.map((row) => row.includes("単勝 5.4倍 2人気"))).toEqual([false, true, false, false]);
  // No mark moves up: bets on a withdrawn horse are refunded, not replaced. It has no index either, nor its reasons.
  expect([...html.matchAll(/aria-label="([◎○▲△])/g)].map(([, mark]) => mark)).toEqual(["○"]);
  expect(items.map((item) => item.includes('<span class="ix neg">–</span>'))).toEqual([true, false, true, true]);
  expect(items.map((item) => item.includes("<details"))).toEqual([false, true, false, false]);
});

test("the market's odds stand beside the fair ones, with popularity; after the race beside the finish", () => {
  const market = [
    { horseNum: 1, odds: 3, popularity: 1, isCapped: false },
    { horseNum: 2, odds: 999.9, popularity: 18, isCapped: true },
    { horseNum: 3, odds: 12.5, popularity: null, isCapped: false },
  ];
  const before = draw(field(4), { market }).split('<li class="horse"').slice(1).map(textOf);
  expect(before[0]).toContain("適正オッズ 4.0倍 単勝 3.0倍 1人気");
  expect(before[1]).toContain("単勝 999.9倍以上 18人気");
  expect(before[2]).toMatch(/単勝 12\.5倍(?! *\d*人気)/);
  expect(before[3]).toContain("単勝 –");
  const runner = { sex: null, age: null, carriedWeightKg: null, jockeyName: null, status: "finished" as const };
  const after = renderToStaticMarkup(
    <AnalysisHorses
      scores={field(4)}
      runners={[1, 2, 3, 4].map((horseNum) => ({ ...runner, horseNum, finishPosition: 5 - horseNum }))}
      market={market}
      reasons={[]}
      byNumber
      isOver
    />,
  );
  const rows = after.split('<li class="horse"').slice(1).map(textOf);
  expect(rows[0]).toContain("4着 単勝 3.0倍 1人気");
  expect(rows[3]).toContain("1着 単勝 –");
  expect(textOf(draw(field(4)))).not.toContain("単勝");
});

test("one line says how old the odds are, or that there are none; others when weights and result were updated", () => {
  const race = { date: "2026-11-22", status: "scheduled" as const };
  const moment = (announcedAt: string | null, isFinal = false) => ({ isFinal, announcedAt });
  expect(oddsWords(moment("2026-11-22T14:32"), race)).toBe("単勝オッズ 14:32 現在");
  expect(oddsWords(moment("2026-11-21T16:05"), race)).toBe("単勝オッズ 11月21日 16:05 現在");
  expect(oddsWords(moment(null, true), { ...race, status: "result" })).toBe("単勝の確定オッズ");
  expect(oddsWords(moment(null), race)).toBe("単勝オッズ 時刻不明");
  expect(oddsWords(null, race)).toBe("単勝オッズはまだ届いていません。");
  expect(oddsWords(null, { ...race, status: "result" })).toBe("単勝オッズの記録がありません。");
  expect(oddsWords(moment("2026-11-22T14:32"), { ...race, status: "cancelled" })).toBeNull();
  const at = (moment: string): number => Date.parse(`${moment}:00+09:00`) / 1000;
  const updates = { weights: at("2026-11-22T14:35"), results: at("2026-11-23T09:00") };
  expect(updateWords(updates, "2026-11-22")).toEqual(["馬体重 14:35 更新", "結果 11月23日 09:00 更新"]);
  expect(updateWords({ weights: null, results: null }, "2026-11-22")).toEqual([]);
});

test("pairs name both horses by number and name, with probability and fair odds", () => {
  const words = textOf(
    renderToStaticMarkup(
      <AnalysisPairs
        pairs={[
          [2, 1, 0.125],
          [3, 1, 0.01],
        ]}
        horses={field(3)}
      />,
    ),
  );
  expect(words).toContain("2枠 2 番 1枠 1 番 ウマ2 ウマ1 12.5% 8.0倍");
  expect(words).toContain("ウマ3 ウマ1 1.0% 100.0倍");
  expect(words).toContain("高い順に2組");
});
