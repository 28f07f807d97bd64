import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Report } from "#app/components/model-pages/report.tsx";
import { slicesOf } from "#app/components/model-pages/report-summary.tsx";
import { outlookWords, ReportOutlook } from "#app/components/reports/report-outlook.tsx";
import { ReportReliability } from "#app/components/reports/report-reliability.tsx";
import { ReportConditions, ReportReturns } from "#app/components/reports/report-returns.tsx";
import { returnScale } from "#app/components/reports/report-scale.tsx";
import { gainWords, ReportSecondStage } from "#app/components/reports/report-second-stage.tsx";
import { ReportSkillTable } from "#app/components/reports/report-skill.tsx";
import { ReturnWhisker } from "#app/components/reports/report-whisker.tsx";
import { groupName, verdictOf } from "#app/components/reports/report-words.ts";
import { createReturnsTally } from "#app/domain/evaluation/forecast-returns.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import { type ModelReport, packReport, unpackReport } from "#app/domain/evaluation/model-report.ts";
import { createOutlookTally } from "#app/domain/evaluation/outlook.ts";
import { makeForecastRaces, reportOn } from "#test/unit/support/forecast-races.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

async function makeReport(races: number, given: { venues?: number } = {}): Promise<ModelReport> {
  const forecasts = makeForecastRaces({ races, ...given });
  const outlook = createOutlookTally();
  for (const race of forecasts) outlook.add(race);
  const measured = {
    skill: (await reportOn(createSkillTally, forecasts))!,
    returns: await reportOn(createReturnsTally, forecasts),
    value: null,
    secondStage: null,
    outlook: outlook.report({ refits: [{ cutoffDay: "2020-01-01", races: 400 }], learntRaces: 1000 }),
  };
  return unpackReport(packReport(measured));
}

test("what a model adds to the odds is answered by its interval, and drawn on a scale with arrows at its ends", () => {
  const gain = (deltaR2: number, low: number, high: number) => gainWords({ deltaR2, low, high });
  expect(gain(0.0001, -0.0003, 0.0007)).toBe("まだ分かりません（+0.01、区間 −0.03〜+0.07）。");
  expect(gain(0.004, 0.001, 0.008)).toBe("できます。ただし、ごくわずか（+0.40、区間 +0.10〜+0.80）。");
  expect(gain(0.02, 0.01, 0.03)).toBe("できます（+2.00、区間 +1.00〜+3.00）。");
  expect(gain(-0.002, -0.003, -0.001)).toBe(
    "できません。混ぜると、かえって悪くなりました（−0.20、区間 −0.30〜−0.10）。",
  );
  const stage = { marketExponent: 1.1, modelExponent: 0, marketAlone: 1.1, races: 1728 };
  const html = render(<ReportSecondStage stage={{ ...stage, deltaR2: 0.01, low: -0.01, high: 0.05 }} />);
  expect(html).toContain('class="off below"');
  expect(html).toContain('class="off above"');
  expect(textOf(html)).toContain("約束するものではありません");
});

const render = (element: ReactElement) => renderToStaticMarkup(element);

const MODEL = { name: "末脚", featureCount: 8, venueType: 1, createdAt: 1_795_000_000 };
const draw = (report: ModelReport) =>
  render(
    <Report model={MODEL} report={report} importances={[]} importanceRaces={0} actions={<a href="/races">分析</a>} />,
  );

test("a report works without script: every picture has a text, every table a caption and headers", async () => {
  const html = draw(await makeReport(600));
  expect(html).not.toMatch(/<script|onclick/i);
  const pictures = html.match(/<(?:svg|div)[^>]*role="img"[^>]*>/g) ?? [];
  expect(pictures.length).toBeGreaterThan(20);
  expect(pictures.filter((picture) => !/aria-label="[^"]+"/.test(picture))).toEqual([]);
  const tables = html.split("<table").slice(1);
  expect(tables).toHaveLength(10);
  for (const table of tables) expect(table).toMatch(/<caption[^>]*>[^<]+<\/caption><thead>/);
  expect(html).not.toContain("NaN");
  expect(html).not.toContain("undefined");
  const words = textOf(html);
  for (const part of ["600レース", "学習に使ったレースは入っていません", "1番人気", "くじ引き"]) {
    expect(words).toContain(part);
  }
});

test("the first screen ends within 1,800 characters, with figures and the next steps; the rest is folded", async () => {
  const report = await makeReport(600);
  const html = draw(report);
  const [first, rest] = html.split("くわしく");
  expect(textOf(first ?? "").length).toBeLessThan(1800);
  for (const part of ["末脚", "予測力", "◎の勝率", "回収率", "得意と苦手", "分析"]) expect(first).toContain(part);
  expect(first).not.toContain("<details");
  // Every fold says its answer in its row.
  const rows = [...(rest ?? "").matchAll(/<details class="answer"><summary><h3>([^<]+)<\/h3><span>([^<]+)<\/span>/g)];
  expect(rows.map(([, title]) => title)).toEqual([
    ...["どの項目が効いているか", "勝率は当たっているか", "条件ごとの成績", "年ごとの予測力", "これからはどのくらいか"],
    ...["買っていたらいくらか", "検証のしかた"],
  ]);
  expect(html.match(/<details class="answer"/g)).toHaveLength(rows.length);
});

test("what a model reads best and worst are conditions of a hundred races, at most three on each side of all", () => {
  const group = (key: string, races: number, pseudoR2: number) => ({
    ...{ key, races },
    skill: {
      ...{ pseudoR2, marketPseudoR2: 0.2, top: { winRate: 0.2, placeRate: 0.5 } },
      pseudoR2Interval: { low: 0, high: 1 },
    },
  });
  const conditions = {
    ...{ year: [group("2026", 900, 0.4)], distance: [], field: [], going: [] },
    surface: [group("turf", 500, 0.16), group("dirt", 400, 0.14)],
    venue: [group("東京", 100, 0.2), group("京都", 99, 0.3), group("中山", 120, 0.17), group("新潟", 150, 0.18)],
  };
  const { best, worst } = slicesOf({ pseudoR2: 0.15, conditions });
  expect(best.map(({ name }) => name)).toEqual(["東京", "新潟", "中山"]);
  expect(worst.map(({ name }) => name)).toEqual(["ダート"]);
});

test("the coming half-year stands beside the past, with the trend and whether more data would help", async () => {
  const { skill } = await makeReport(600);
  const nextHalfYear = { low: 0.1163, high: 0.1884 };
  const outlook = { nextHalfYear, trend: { perYear: 0.003, low: -0.005, high: 0.011 }, learntRaces: 2379 };
  const say = (given: Partial<typeof outlook> | { trend: null }) =>
    textOf(render(<ReportOutlook skill={skill} outlook={{ ...outlook, ...given }} />));
  expect(outlookWords({ ...outlook })).toBe("これから半年の予測力は、11.6–18.8に入る見込みです。");
  expect(say({})).toContain("約束するものではありません");
  expect(say({})).toContain("言えません。1年あたり+0.3（95%区間 −0.5〜+1.1）");
  expect(say({ trend: { perYear: 0.01, low: 0.001, high: 0.019 } })).toContain("上がってきました");
  expect(say({ trend: { perYear: -0.01, low: -0.019, high: -0.001 } })).toContain("下がってきました");
  expect(say({ trend: null })).toContain("まだ分かりません");
  expect(say({})).toContain("学習したレースは2,379");
  expect(say({ learntRaces: 5000 })).not.toContain("途中の段階");
  const without = textOf(draw({ ...(await makeReport(600)), outlook: null }));
  expect(without).not.toContain("これから半年");
});

test("the verdict follows the intervals and always names the favourite beside ◎; few races support none", async () => {
  const { skill, returns } = await makeReport(600);
  const measured = {
    ...{
      ...skill,
      races: 500,
      days: 60,
      pseudoR2: 0.1,
      pseudoR2Interval: { low: 0.08, high: 0.12 },
      marketPseudoR2: 0.2,
    },
    ...{ top: { winRate: 0.249, placeRate: 0.5 }, favourite: { winRate: 0.318, placeRate: 0.6 } },
  };
  const say = (given: Partial<typeof measured> | { marketPseudoR2: null; favourite?: null }) =>
    verdictOf({ skill: { ...measured, ...given }, returns });
  const picks = "◎の勝率24.9%、1番人気は31.8%。";
  expect(say({}).slice(0, 2)).toEqual(["勝ち馬を、オッズの50%まで読めています。", picks]);
  expect(say({ marketPseudoR2: 0.1 })[0]).toBe("オッズとの差は、まだはっきりしません。");
  expect(say({ marketPseudoR2: 0.05 })[0]).toBe("勝ち馬を、オッズより読めています。");
  expect(say({ marketPseudoR2: null })[0]).toBe("くじ引きより、はっきり上です。");
  expect(say({ pseudoR2Interval: { low: -0.01, high: 0.02 } })[0]).toBe("くじ引きとの差は、まだはっきりしません。");
  expect(say({ pseudoR2Interval: { low: -0.03, high: -0.01 } })[0]).toBe("くじ引きに届いていません。");
  expect(say({ marketPseudoR2: null, favourite: null })[1]).toMatch(/^◎の勝率24\.9%、くじ引きは\d+\.\d%。$/);
  for (const few of [{ races: 99 }, { days: 7 }])
    expect(say(few)).toEqual(["レースが少なく、まだ判断できません。", picks]);
  const bet = (returnRate: number, low: number) => ({ ...returns.model.win, returnRate, low, high: returnRate + 0.1 });
  const last = (win: number, low: number) => {
    const model = { win: bet(win, low), place: bet(0.8, 0.7), quinella: bet(0.8, 0.7) };
    return verdictOf({ skill: measured, returns: { ...returns, model } }).at(-1);
  };
  expect(last(0.8, 0.7)).toBe("回収率は100%に届いていません。");
  expect(last(1.02, 0.9)).toBe("単勝の100%超えは、運の幅の中です。");
  expect(last(1.2, 1.1)).toBe("単勝の回収率は、100%を超えました。");
});

test("a rate is described in words, and a value beyond the scale is drawn at its end with an arrow", () => {
  const scale = returnScale([]);
  const inside = render(
    <ReturnWhisker {...{ returnRate: 0.781, low: 0.694, high: 0.868, favourite: 0.801, random: 0.745, scale }} />,
  );
  expect(inside).toContain('aria-label="回収率 78.1%、95%区間 69.4〜86.8%、1番人気 80.1%、くじ引き 74.5%"');
  expect(inside).toContain("--v:78.1");
  expect(inside).not.toContain("off");
  const above = render(<ReturnWhisker {...{ returnRate: 1.4, low: 0.6, high: 2.1, favourite: null, scale }} />);
  expect(above).toContain('aria-label="回収率 140.0%、95%区間 60.0〜210.0%"');
  expect(above).toContain("--lo:60;--hi:110");
  expect(above).toContain('class="off above"');
  expect(above).not.toContain("below");
  expect(above).not.toContain("base");
  const wide = render(<ReturnWhisker {...{ returnRate: 0.9, low: 0.3, high: 1.09, favourite: null, scale }} />);
  expect(wide).toContain('class="off below"');
  expect(wide).not.toContain("above");
});

test("the axis of a chart is the narrowest that contains its points, except those of few races", () => {
  const ends = (rows: Parameters<typeof returnScale>[0]) => [returnScale(rows).from, returnScale(rows).to];
  expect(ends([{ races: 100, rates: [0.5, 1.1, null] }])).toEqual([50, 110]);
  expect(ends([{ races: 100, rates: [0.78, 1.27] }])).toEqual([50, 150]);
  expect(ends([{ races: 100, rates: [0.49, 0.8] }])).toEqual([0, 200]);
  expect(ends([{ races: 100, rates: [0.8, 1.6] }])).toEqual([0, 200]);
  expect(ends([{ races: 100, rates: [0.8, 4] }])).toEqual([0, 200]);
  expect(ends([])).toEqual([50, 110]);
  const few = { races: 99, rates: [1.27] };
  expect(ends([few])).toEqual([50, 150]);
  expect(ends([few, { races: 100, rates: [0.8] }])).toEqual([50, 110]);
});

test("under 100 races a rate is grey and 少ない, under 30 there is none", async () => {
  // Ninety races a surface, twenty a venue.
  const { skill, returns } = await makeReport(180, { venues: 9 });
  const [, conditions, venues] = render(<ReportConditions returns={returns} betType="win" />).split("<table");
  const surfaces = conditions?.slice(conditions.indexOf("馬場</th>"), conditions.indexOf("距離</th>"));
  expect(surfaces?.match(/<tr class="thin">/g)).toHaveLength(2);
  expect(textOf(surfaces ?? "")).toContain("芝 90R 少ない");
  expect(venues?.match(/少ないため出しません/g)).toHaveLength(9);
  const rulers = render(<ReportSkillTable skill={skill} dimensions={["venue"]} />);
  expect(rulers.match(/少ないため出しません/g)).toHaveLength(9);
});

test("each bet type is shown with hit rate, interval, favourite and lot", async () => {
  const { returns } = await makeReport(600);
  const html = render(<ReportReturns returns={returns} />);
  const words = textOf(html);
  for (const name of ["単勝", "複勝", "馬連"]) expect(words).toContain(name);
  const { returnRate, low, high, hitRate } = returns.model.win;
  expect(words).toContain(
    `${(hitRate! * 100).toFixed(1)}% ${(returnRate! * 100).toFixed(1)}% ${(low! * 100).toFixed(1)}–${(high! * 100).toFixed(1)}`,
  );
  expect(words).toContain(`${(returns.favourite.win.returnRate! * 100).toFixed(1)}%`);
  const none = { ...returns.model.place, returnRate: null, low: null, high: null, hitRate: null, races: 0 };
  const unsold = render(<ReportReturns returns={{ ...returns, model: { ...returns.model, place: none } }} />);
  expect(textOf(unsold)).toContain("対象なし");
});

test("points of the reliability chart lie on the diagonal for well-calibrated forecasts", () => {
  const reliability = [
    { runners: 1000, probability: 0.05, winners: 50 },
    { runners: 1000, probability: 0.2, winners: 200 },
    { runners: 1000, probability: 0.2, winners: 200 },
    { runners: 1000, probability: 0.4, winners: 300 },
  ];
  const html = render(<ReportReliability skill={{ reliability, calibrationError: 0.025 }} />);
  const points = [...html.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  // 0 to 40 %: 7.25 units of width and 4.1 of height a per cent.
  expect(points).toEqual([
    [76.3, 167.5],
    [185, 106],
    [185, 106],
    [330, 65],
  ]);
  expect(html).toContain('aria-label="予想した勝率と実際に勝った割合。誤差は平均2.5ポイント"');
  expect(textOf(html)).toContain("40.0% 30.0% 27.2–32.9 1,000");
});

test("conditions have Japanese names", () => {
  expect(
    (
      [
        ["year", "2025"],
        ["surface", "turf"],
        ["surface", "dirt"],
        ["distance", "short"],
        ["distance", "middle"],
        ["distance", "long"],
        ["venue", "中山"],
      ] as const
    ).map(([dimension, key]) => groupName(dimension, key)),
  ).toEqual(["2025年", "芝", "ダート", "1400m以下", "1401–1999m", "2000m以上", "中山"]);
});
