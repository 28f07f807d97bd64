import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ImportanceList } from "#app/components/reports/importance-list.tsx";
import {
  type FeatureImportance,
  importanceWords,
  readImportances,
  unticked,
} from "#app/components/reports/importance-words.ts";
import { createReturnsTally } from "#app/domain/evaluation/forecast-returns.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import { packModelDetails, unpackModelDetails } from "#app/domain/evaluation/model-details.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { makeForecastRaces } from "#test/unit/support/forecast-races.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const feature = (
  name: string,
  fall: number,
  spread = 0.001,
  given?: Partial<FeatureImportance>,
): FeatureImportance => ({
  ...{ name, item: name, comesWith: null },
  fall,
  low: fall - spread,
  high: fall + spread,
  isMeasurable: fall > spread,
  ...given,
});

test("the features that carry the model are described with size, interval and bar on one scale", () => {
  const features = [feature("騎手", 0.019), feature("斤量", 0.004), feature("天気", 0.0005), feature("枠番", -0.002)];
  const html = renderToStaticMarkup(<ImportanceList features={features} races={1234} />);
  const words = textOf(html);
  expect(words).toContain("1,234");
  expect(words).toContain("効いている項目 騎手 1.90 （1.80–2.00） 斤量 0.40 （0.30–0.50）");
  expect(words).toContain("1,234レースでは測れない項目 天気 枠番");
  expect([...html.matchAll(/--v:([\d.]+)/g)].map((match) => Number(match[1]))).toEqual([
    expect.closeTo(0.95),
    expect.closeTo(0.2),
  ]);
  expect(html.match(/class="extent" aria-hidden="true"/g)).toHaveLength(2);
  expect(html).not.toMatch(/<script|onclick/);
});

const WITH_MARGINS = "着差には、タイム・上がり・相手の強さから計算した値もふくみます。";

test("what was not ticked stands below the item that it comes with, and the row of the list names items only", () => {
  const withMargins = { item: "着差", comesWith: WITH_MARGINS };
  const features = [
    feature("相手関係", 0.03, 0.001, withMargins),
    feature("騎手", 0.02),
    feature("着差（近3走）", 0.01, 0.001, { item: "着差" }),
    ...[feature("血統", 0), feature("相手の強さを加味した着差", 0, 0.001, withMargins)],
  ];
  const words = textOf(renderToStaticMarkup(<ImportanceList features={features} races={300} />));
  expect(words).toContain(
    `着差 ${WITH_MARGINS} 相手関係 3.00 （2.90–3.10） 着差（近3走） 1.00 （0.90–1.10） 騎手 2.00`,
  );
  expect(words).toContain("300レースでは測れない項目 血統 着差： 相手の強さを加味した着差");
  expect(importanceWords(features, 300)).toBe(
    "いちばん効いているのは、着差・騎手です。1項目の効果は、300レースでは測れません。",
  );
  expect(importanceWords([feature("血統", 0)], 300)).toMatch(/^1つで効果が測れた項目はありません。/);
  expect(unticked({ average: { margin: { race_customize: ["all"], race_num: [3] } } })).toBe(WITH_MARGINS);
  expect(unticked({ average: { rank: { race_customize: ["all"], race_num: [3] } } })).toBe("");
});

test("many features are folded away, not left out", () => {
  const features = Array.from({ length: 30 }, (_, i) => feature(`項目${i}`, i < 15 ? 0.05 - i * 0.001 : 0));
  const html = renderToStaticMarkup(<ImportanceList features={features} races={500} />);
  const folded = [...html.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, words]) => words);
  expect(folded).toEqual(["ほかの5個", "15個を見る"]);
  for (const { name } of features) expect(html).toContain(`>${name}<`);
});

test("an effect too small for its figure is described in words", () => {
  const html = renderToStaticMarkup(<ImportanceList features={[feature("出走間隔", 0.00003, 0.00001)]} races={500} />);
  expect(textOf(html)).toContain("出走間隔 ごくわずか");
});

test("the list states when nothing can be measured", () => {
  const words = textOf(renderToStaticMarkup(<ImportanceList features={[feature("天気", 0)]} races={40} />));
  expect(words).toContain("1つで効果が測れた項目はありませんでした。");
  expect(words).not.toContain("効いている項目");
});

test("importances are stored rounded, and shown in the unit of 予測力 with the features' names", async () => {
  const skill = createSkillTally();
  const returns = createReturnsTally();
  for (const race of makeForecastRaces({ races: 60 })) {
    skill.add(race);
    returns.add(race);
  }
  const pace = createPace(async () => {});
  const measured = await skill.report(pace);
  if (measured === null) throw new Error("there are races");
  const details = {
    report: { skill: measured, returns: await returns.report(pace), value: null, secondStage: null, outlook: null },
    importance: [
      { feature: "average.rank.all.3", loss: 0.0207944, low: 0.0100000004, high: 0.03, isMeasurable: true },
      // Comes with 着差, and is no feature of its own.
      { feature: "rating.strength", loss: 0.01, low: 0.005, high: 0.015, isMeasurable: true },
      { feature: "天気", loss: -0.00000001, low: -0.01, high: 0.0000001, isMeasurable: false },
    ],
    importanceRaces: 60,
    balances: returns.balances(),
  };
  const read = unpackModelDetails(JSON.parse(JSON.stringify(packModelDetails(details))));
  expect(read.importanceRaces).toBe(60);
  // The balances end where the bets do, and the longest report's are a few kilobytes.
  const { races, returnRate } = details.report.returns.model.place;
  expect(read.balances).toEqual(details.balances);
  expect(read.balances?.curves.place.own.at(-1)).toBeCloseTo(100 * races * (returnRate! - 1), 6);
  const { stakeYen, payoutYen, worstFall, losingRun } = read.balances!.sums!.place;
  expect(payoutYen / stakeYen).toBeCloseTo(returnRate!, 8);
  expect(worstFall).toBeGreaterThanOrEqual(-Math.min(0, ...read.balances!.curves.place.own));
  expect(losingRun).toBeLessThanOrEqual(races);
  expect(read.balances?.months.map(({ before }) => before)[0]).toBe(0);
  expect(JSON.stringify(read.balances).length).toBeLessThan(4096);
  const { balances: _, ...before } = JSON.parse(JSON.stringify(packModelDetails(details)));
  expect(unpackModelDetails(before).balances).toBeNull();
  expect(read.importance).toEqual([
    { feature: "average.rank.all.3", loss: 0.020794, low: 0.01, high: 0.03, isMeasurable: true },
    { feature: "rating.strength", loss: 0.01, low: 0.005, high: 0.015, isMeasurable: true },
    { feature: "天気", loss: 0, low: -0.01, high: 0, isMeasurable: false },
  ]);
  expect(readImportances(read).map(({ name, fall }) => [name, fall])).toEqual([
    // Without a model, the log loss of a field of eight is ln 8.
    ["着順（近3走）", expect.closeTo(0.020794 / Math.log(8), 5)],
    ["相手の強さを加味した着差", expect.closeTo(0.01 / Math.log(8), 5)],
    ["天気", 0],
  ]);
  const list = renderToStaticMarkup(<ImportanceList features={readImportances(read)} races={read.importanceRaces} />);
  expect(textOf(list)).toContain("効いている項目 着順（近3走） 1.00");
  expect(textOf(list)).toContain(`着差 ${WITH_MARGINS} 相手の強さを加味した着差 0.48`);
});
