import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnalysisHorses, type HorseScore } from "#app/components/analyses/analysis-horses.tsx";
import { AnalysisPairs } from "#app/components/analyses/analysis-pairs.tsx";

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const horse = (horseNum: number, given: Partial<HorseScore> = {}): HorseScore => ({
  horseNum,
  bracketNum: horseNum,
  horseName: `ウマ${horseNum}`,
  index: 2 - horseNum / 2,
  probability: 0.25,
  placeProbability: 0.5,
  ...given,
});

const field = (count: number, given: Partial<HorseScore> = {}) =>
  Array.from({ length: count }, (_, i) => horse(i + 1, given));
const reasonsOf = (scores: readonly HorseScore[]) =>
  scores.map(({ horseNum, index }) => ({ horseNum, lines: [{ words: "騎手", contribution: index }] }));

const draw = (scores: readonly HorseScore[], given: { reasons?: boolean; byNumber?: boolean } = {}) =>
  renderToStaticMarkup(
    <AnalysisHorses
      scores={scores}
      runners={[]}
      reasons={given.reasons === false ? [] : reasonsOf(scores)}
      byNumber={given.byNumber ?? false}
      isOver={false}
    />,
  );

test("every row opens to its reasons and chances without script; the best horse's is open", () => {
  const html = draw(field(8));
  const rows = html
    .split("<li class=")
    .slice(1)
    .filter((row) => row.startsWith('"horse"'));
  expect(rows).toHaveLength(8);
  expect(rows.map((row) => row.includes("<details open"))).toEqual([true, ...Array<boolean>(7).fill(false)]);
  for (const row of rows) expect(row).toContain("<summary");
  expect(textOf(html)).toContain("なぜ +1.50 なのか");
  expect(textOf(html)).toContain("1着 25.0% 適正オッズ 4.0倍 3着以内 50.0% 適正オッズ 2.0倍");
  expect(html).not.toMatch(/<script|onclick/);
});

test("sorted by number, the best horse's row is still the open one", () => {
  const html = draw([horse(3), horse(1), horse(2)], { byNumber: true });
  expect([...html.matchAll(/<details( open="")?>/g)].map((match) => match[1] !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test("place chances are for the paid number of places, and absent if none are sold", () => {
  expect(textOf(draw(field(7)))).toContain("2着以内 50.0%");
  const few = textOf(draw(field(4, { placeProbability: null })));
  expect(few).toContain("1着 25.0% 適正オッズ 4.0倍");
  expect(few).not.toContain("以内");
});

test("a race the model was trained on has reasons and no chances; rows of an old analysis do not open", () => {
  const learnt = draw(field(8, { probability: null, placeProbability: null }));
  expect(learnt).toContain("なぜ");
  expect(learnt).not.toContain("適正オッズ");
  const old = draw(field(8, { placeProbability: null }), { reasons: false });
  expect(old).not.toContain("<details");
  expect(old.match(/<div class="horse-row">/g)).toHaveLength(8);
});

test("a horse that does not start has that word instead of its chances, before the race too", () => {
  const runner = { sex: null, age: null, carriedWeightKg: null, jockeyName: null, finishPosition: null, winOdds: null };
  const runners = [
    { ...runner, horseNum: 1, status: "scratched" as const },
    { ...runner, horseNum: 2, status: "entered" as const },
    { ...runner, horseNum: 3, status: "excluded" as const },
  ];
  const html = renderToStaticMarkup(
    <AnalysisHorses scores={field(4)} runners={runners} reasons={reasonsOf(field(4))} byNumber isOver={false} />,
  );
  const rows = html.split('<li class="horse"').slice(1).map(textOf);
  expect(rows.map((row) => /取消|除外|出走せず/.exec(row)?.[0])).toEqual(["取消", undefined, "除外", "出走せず"]);
  expect(rows.map((row) => row.includes("適正オッズ"))).toEqual([false, true, false, false]);
  // The marks stay: bets on them are refunded, not replaced.
  expect([...html.matchAll(/aria-label="([◎○▲△])/g)].map(([, mark]) => mark)).toEqual(["◎", "○", "▲", "△"]);
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
