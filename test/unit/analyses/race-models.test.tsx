import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { agreementWords, rowsOfModels, sortRows } from "#app/components/race-models/model-rows.ts";
import { chooseModels, modelsSearch, readModelsQuery } from "#app/components/race-models/models-query.ts";
import { RaceModelsTab } from "#app/components/race-models/race-models-tab.tsx";
import { formatFair, onOddsScale, skillWords, valueReturnWords } from "#app/components/race-models/value-words.ts";
import { comparedModels, planComparingMore } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import { dayFormSchema } from "#app/forms/analyses/day-forms.server.ts";
import { makeRace, makeRunner, makeScore, NO_USES } from "#test/unit/support/racing-factories.ts";

const USES = { plan: 5, ...NO_USES };
const NO_QUERY = readModelsQuery(new URLSearchParams());

/** Scores by descending probability, which is also the order of the index; null for a race that was learnt from. */
function scoresOf(chances: Record<number, number | null>): Score[] {
  return Object.entries(chances)
    .map(([horseNum, probability]) => makeScore(Number(horseNum), { index: (probability ?? 0) * 10 - 1, probability }))
    .sort((one, other) => other.index - one.index || one.horseNum - other.horseNum);
}

function model(
  modelId: number,
  given: Partial<RaceModel> & { chances?: Record<number, number | null> } = {},
): RaceModel {
  const { chances, ...rest } = given;
  return {
    modelId,
    name: `モデル${modelId}`,
    report: null,
    value: null,
    mix: null,
    analysis:
      chances === undefined
        ? null
        : { analysisId: modelId, completedAt: 0, isLearntFrom: false, scores: scoresOf(chances) },
    isRunning: false,
    refusal: null,
    ...rest,
  };
}

function view(models: RaceModel[], given: Partial<RaceModels> = {}): RaceModels {
  const race = makeRace({ raceNum: 11, name: "初霜記念", runnerCount: 6, isAcquiredWeight: true, startTime: "15:40" });
  const runners = [1, 2, 3, 4, 5, 6].map((horseNum) => makeRunner(horseNum));
  return {
    race,
    runners,
    ownMarks: [],
    market: null,
    updatedAt: { weights: null, results: null },
    changes: [],
    neighbours: [],
    models,
    ...given,
  };
}

const A = { 1: 0.3, 2: 0.25, 3: 0.2, 4: 0.15, 5: 0.06, 6: 0.04 };
const B = { 1: 0.1, 2: 0.5, 3: 0.02, 4: 0.08, 5: 0.18, 6: 0.12 };

test("marks and means of two models by hand", () => {
  const models = [model(1, { chances: A }), model(2, { chances: B })];
  const rows = rowsOfModels(view(models), models, "mean");
  // A marks 1–5, B marks 2, 5, 6, 1, 4.
  expect(rows.map(({ marks }) => marks)).toEqual([2, 2, 1, 2, 2, 1]);
  expect(rows.map(({ mean }) => mean?.toFixed(3))).toEqual(["0.200", "0.375", "0.110", "0.115", "0.120", "0.080"]);
  expect(sortRows(rows, "mean").map(({ horseNum }) => horseNum)).toEqual([2, 1, 5, 4, 3, 6]);
  expect(sortRows(rows, "number").map(({ horseNum }) => horseNum)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(agreementWords(rows, 2)).toEqual({
    lead: ["◎は1モデルがウマ1", "1モデルがウマ2"],
    common: "2モデルとも印を打ったのは 1番・2番・4番・5番 の4頭。",
  });
});

test("the sentence names a shared first choice once, and one model's alone", () => {
  const models = [model(1, { chances: A }), model(2, { chances: A }), model(3, { chances: B })];
  const lead = (shown: RaceModel[]) => agreementWords(rowsOfModels(view(shown), shown, "mean"), shown.length).lead;
  expect(lead(models.slice(0, 2))).toEqual(["2モデルとも◎はウマ1"]);
  expect(lead(models)).toEqual(["◎は2モデルがウマ1", "1モデルがウマ2"]);
  expect(lead(models.slice(2))).toEqual(["◎はウマ2"]);
});

const market = (odds: readonly number[], given: Partial<NonNullable<RaceModels["market"]>> = {}) => ({
  ...{ isFinal: false, announcedAt: "2026-11-21T14:33", ...given },
  horses: odds.map((win, at) => ({ horseNum: at + 1, odds: win, popularity: null, isCapped: false })),
});
/** 1 / odds in the ratio 20 : 20 : 10 : 4 : 2 : 1, whose sum is 57. */
const ODDS = [2, 2, 4, 10, 20, 40];
/** Bets on high odds of an older report: 68.4 %. */
const RETURNED = { bets: 2841, races: 1490, returnRate: 0.684, low: 0.636, high: 0.745, favouriteReturnRate: 0.794 };
const show = (shown: RaceModels, search = "") =>
  renderToStaticMarkup(<RaceModelsTab view={shown} query={readModelsQuery(new URLSearchParams(search))} uses={USES} />);
const horsesOf = (html: string) =>
  [...html.matchAll(/data-live="value-row-(\d)"/g)].map(([, horseNum]) => Number(horseNum));

test("values are of the chances mixed with the odds, by hand; the order is by chances unless another is requested", () => {
  const models = [model(1, { chances: A, mix: { market: 1, model: 1 }, value: RETURNED })];
  const given = view(models, { market: market(ODDS) });
  const rows = rowsOfModels(given, models, 1);
  // A × the ratio: 6, 5, 2, 0.6, 0.12, 0.04; their sum is 13.76. Each times its odds: 12, 10, 8, 6, 2.4, 1.6 / 13.76.
  expect(rows.map(({ value }) => value?.mixed?.value.toFixed(3))).toEqual([
    ...["0.872", "0.727", "0.581", "0.436", "0.174", "0.116"],
  ]);
  // The model's own chance times the odds: 0.6, 0.5, 0.8, 1.5, 1.2, 1.6.
  expect(rows.map(({ value }) => value?.grade)).toEqual(["low", "low", "fair", "high", "high", "high"]);
  // And over the market's: 0.3 / (20/57) = 0.855 …
  expect(rows.map(({ value }) => value?.toMarket?.toFixed(3))).toEqual([
    ...["0.855", "0.713", "1.140", "2.138", "1.710", "2.280"],
  ]);
  // As a reader finds it: time, tick and dot, value and word, and what such bets have returned.
  const html = show(given);
  expect(html).toContain("単勝オッズ 14:33 現在");
  expect(html).toContain('aria-label="適正3.3倍、オッズ2.0倍"');
  expect(html).toMatch(/期待値<\/span>0\.87<\/b><small>オッズ低い/);
  expect(html).toMatch(/補正勝率<\/span>43\.6%/);
  expect(html).toContain("期待値＝補正勝率×オッズ");
  expect(html).toMatch(/過去に「オッズ高い」の単勝を買うと<\/span><b>68\.4%<\/b>/);
  expect(html).toMatch(/aria-current="true"[^>]*>勝率順/);
  // By chances, also where the value would have it otherwise.
  const reversed = view(models, { market: market([40, 20, 10, 4, 2, 2]) });
  expect(horsesOf(show(reversed))).toEqual([1, 2, 3, 4, 5, 6]);
  // √(1 / odds) × odds = √odds: the longest odds first, ties by number.
  const byOdds = [model(1, { chances: A, mix: { market: 0.5, model: 0 } })];
  expect(horsesOf(show(view(byOdds, { market: market(ODDS) }), "order=value"))).toEqual([6, 5, 4, 3, 1, 2]);
  expect(horsesOf(show(view(byOdds, { market: market(ODDS) })))).toEqual([1, 2, 3, 4, 5, 6]);
});

test("the values are in the order of the chances beside them, not of the mean of the models", () => {
  const models = [model(1, { chances: A }), model(2, { chances: B })];
  const given = view(models, { market: market(ODDS) });
  // B: 0.5, 0.18, 0.12, 0.1, 0.08, 0.02. Means: 0.375, 0.2, 0.12, 0.115, 0.11, 0.08.
  expect(horsesOf(show(given, "by=2"))).toEqual([2, 5, 6, 1, 4, 3]);
  expect(show(given, "by=2")).toContain(">勝率の順<");
  expect(horsesOf(show(given, "by=mean"))).toEqual([2, 1, 5, 4, 3, 6]);
});

test("a model without exponents, a mean of models and a race with a horse without odds have no value", () => {
  const unmeasured = [model(1, { chances: A, value: RETURNED })];
  const html = show(view(unmeasured, { market: market(ODDS) }), "order=value");
  expect(html).not.toMatch(/期待値＝|期待値順|期待値<|補正勝率/);
  expect(html).toContain("期待値は出しません。");
  expect(html).toContain("2.0倍なら、オッズより高く見ている");
  expect(html).toMatch(/オッズから計算した勝率の<\/span>2\.1倍<\/b><small>オッズ高い/);
  expect(html).toMatch(/過去に「オッズ高い」の単勝を買うと<\/span><b>68\.4%<\/b>/);
  const measured = [1, 2].map((id) => model(id, { chances: A, mix: { market: 1, model: 0.1 } }));
  expect(show(view(measured, { market: market(ODDS) }), "by=mean")).not.toMatch(/期待値＝|期待値順/);
  expect(show(view(measured, { market: market(ODDS) }), "by=2")).toContain("期待値順");
  const partly = show(view(measured, { market: market(ODDS.slice(0, 5)) }));
  expect(partly).not.toMatch(/期待値＝|期待値順/);
  expect(partly).toContain('aria-label="適正25.0倍、オッズなし"');
  // The horse that is left out does not start: the others' odds suffice.
  const runners = view([]).runners.map((runner) =>
    runner.horseNum === 6 ? { ...runner, status: "scratched" as const } : runner,
  );
  expect(show(view(measured, { runners, market: market(ODDS.slice(0, 5)) }))).toContain("期待値順");
});

test("the reader's own mark stands beside the horse's name", () => {
  const given = view([model(1, { chances: A })]);
  const runners = given.runners.map((runner) => ({ ...runner, horseId: `h${runner.horseNum}` }));
  const marked = { ...given, runners, ownMarks: [{ horseId: "h3", mark: "outsider" as const }] };
  const html = show(marked);
  expect(html).toMatch(/ウマ3<\/b><small class="own">自分 <svg class="m" role="img" aria-label="☆ 穴">/);
  expect(html.match(/自分/g)).toHaveLength(1);
});

test("without odds the page says so, and has neither a value nor an order by it", () => {
  const models = [model(1, { chances: A })];
  const html = show(view(models));
  expect(html).toContain("単勝オッズはまだ届いていません。");
  expect(html).not.toContain("order=value");
  expect(html).not.toContain("期待値順");
});

test("a withdrawn horse has no mark and no chance, and none moves up; the others' sum to 1, their mean too", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }),
      fc.array(fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 6, maxLength: 6 }), {
        minLength: 1,
        maxLength: 5,
      }),
      (withdrawn, weights) => {
        const base = view([]);
        const runners = base.runners.map((runner) =>
          withdrawn.includes(runner.horseNum) ? { ...runner, status: "scratched" as const } : runner,
        );
        const models = weights.map((given, at) => {
          const sum = given.reduce((total, weight) => total + weight, 0);
          const scores = scoresOf(Object.fromEntries(given.map((weight, i) => [i + 1, weight / sum])));
          const shown = amongStarters(scores, { quinella: [] }, runners).scores;
          return model(at + 1, {
            analysis: { analysisId: at + 1, completedAt: 0, isLearntFrom: false, scores: shown },
          });
        });
        const rows = rowsOfModels({ ...base, runners }, models, "mean");
        const left = rows.filter(({ isOut }) => !isOut);
        expect(left.reduce((sum, { probability }) => sum + (probability ?? 0), 0)).toBeCloseTo(1, 9);
        for (const [at] of models.entries())
          expect(left.reduce((sum, { cells }) => sum + (cells[at]?.score.probability ?? 0), 0)).toBeCloseTo(1, 9);
        expect(
          rows.filter(({ isOut }) => isOut).every(({ probability, value }) => probability === null && value === null),
        ).toBe(true);
        // Withdrawn ones stand last in every order but by number.
        expect(
          sortRows(rows, "mean")
            .slice(left.length)
            .every(({ isOut }) => isOut),
        ).toBe(true);
        // Five marks a model, less those of withdrawn horses.
        const cellsOut = rows.filter(({ isOut }) => isOut).flatMap(({ cells }) => cells);
        const lost = cellsOut.filter((cell) => cell !== null && cell.place <= 5).length;
        expect(rows.reduce((sum, { marks }) => sum + marks, 0)).toBe(5 * models.length - lost);
      },
    ),
  );
});

test("a race that a model was trained on has its index and no chance", () => {
  const learnt = { 1: null, 2: null };
  const models = [
    model(1, { analysis: { analysisId: 1, completedAt: 0, isLearntFrom: true, scores: scoresOf(learnt) } }),
  ];
  const html = show(view(models));
  expect(html).toContain("モデル1：学習に使ったレースのため参考値です。勝率は出しません。");
  expect(html).toContain("適正オッズもありません。");
  expect(html).not.toMatch(/\d%<\/small>/);
});

test("the requested models are the reader's own, each once and as many as the plan shows", () => {
  const models = [1, 2, 3].map((id) => model(id, { chances: A }));
  const ids = (modelIds: number[], most: number, by: number | null = null) => {
    const { shown, left } = chooseModels(models, { modelIds, by }, most);
    return [shown.map(({ modelId }) => modelId), left];
  };
  expect(ids([3, 1], 5)).toEqual([[3, 1], 0]);
  // 99 is unknown or another user's: the response is the same.
  expect(ids([99, 2], 5)).toEqual([[2], 0]);
  expect(ids([99], 5)).toEqual([[1, 2, 3], 0]);
  expect(ids([3, 2, 1], 2)).toEqual([[3, 2], 1]);
  expect(ids([], 1)).toEqual([[1], 2]);
  // Whose chances are asked for is among those shown.
  expect(ids([], 2, 3)).toEqual([[1, 3], 1]);
  expect(ids([], 2, 2)).toEqual([[1, 2], 1]);
  expect(ids([2, 1], 1, 3)).toEqual([[2], 1]);
  // By itself the page has those that analysed the race; the others are offered below it.
  const label = (shown: RaceModel[], search: string) => show(view(shown), search);
  expect(label([...models, model(4)], "")).toContain("3モデルを表示");
  expect(label([...models, model(4)], "m=4&m=1")).toContain("2モデルを表示");
  expect(label([model(4), model(5)], "")).toContain("モデルを選ぶ");
  const query = readModelsQuery(new URLSearchParams("m=2&m=2&m=x&m=-1&m=1&by=mean&sort=value&order=nonsense"));
  expect(query).toEqual({ modelIds: [2, 1], by: "mean", sort: "value", order: null });
  expect(modelsSearch(query, { sort: null })).toBe("?m=2&m=1&by=mean");
  expect(modelsSearch(NO_QUERY)).toBe("");
});

test("one of a model's first horses leads to the tickets with it as the axis", () => {
  const models = [model(1, { chances: A }), model(2, { chances: B })];
  const axes = (search: string) =>
    [...show(view(models), search).matchAll(/href="\/races\/r1\/bets\?([^"]*)"/g)].map(([, query = ""]) =>
      query.replaceAll("&amp;", "&"),
    );
  expect(axes("by=2")).toEqual([
    "model=2&ticket=wide&axis=2&leg=5&leg=6&leg=1&leg=4&leg=3",
    "model=2&ticket=wide&axis=5&leg=2&leg=6&leg=1&leg=4&leg=3",
    "model=2&ticket=wide&axis=6&leg=2&leg=5&leg=1&leg=4&leg=3",
  ]);
  // No tickets are formed of a mean: the first model's then.
  expect(axes("by=mean")[0]).toMatch(/^model=1&ticket=wide&axis=1&/);
});

test("where nobody starts there are no chances, and the page says so", () => {
  const asked = view([model(1, { chances: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 } })]);
  const runners = asked.runners.map((runner) => ({ ...runner, status: "scratched" as const }));
  const html = show({ ...asked, runners });
  expect(html).toContain("出走する馬がいないため、勝率はありません。");
  expect(html).not.toContain("学習に使った");
  expect(html).not.toContain("0頭");
});

test("a cancelled race keeps its indexes, but no bets are valued and nothing is tried out", () => {
  const asked = view([model(1, { chances: A })]);
  const shown = (status: "scheduled" | "cancelled") => show({ ...asked, race: { ...asked.race, status } });
  for (const text of ["適正オッズ", "条件を変えてみる"]) {
    expect(shown("scheduled")).toContain(text);
    expect(shown("cancelled")).not.toContain(text);
  }
  expect(shown("cancelled")).toContain("このレースは中止になりました。");
  expect(shown("cancelled")).toContain("ウマ1");
});

test("models without an analysis show the way to one with its cost, or why there is none", () => {
  const models = [
    model(1, { chances: A }),
    model(2),
    model(3, { isRunning: true }),
    model(4, { refusal: "weight-not-announced" }),
  ];
  const html = show(view(models));
  expect(html.match(/>分析する</g)).toHaveLength(1);
  expect(html).toContain("/races?date=2026-11-21&amp;race=r1&amp;model=2");
  expect(html).toContain("1モデルの分析に1回分を使います。");
  expect(html).toContain("分析しています。終わるとここに出ます。");
  expect(html).toContain("このモデルは、馬体重の発表後から使えます。");
  const usedUp = renderToStaticMarkup(
    <RaceModelsTab view={view(models)} query={NO_QUERY} uses={{ ...USES, analysesToday: 60 }} />,
  );
  expect(usedUp).toContain("本日の分析回数が上限に達しています。");
  expect(usedUp).not.toContain("分析する");
  expect(usedUp).not.toContain("発表を待って");
});

test("an analysis by a model that reads body weights can wait for those of a race that is to be run", () => {
  const show = (given: Partial<RaceModel>, status: RaceModels["race"]["status"] = "scheduled", uses = USES) => {
    const asked = view([model(4, { refusal: "weight-not-announced", ...given })]);
    const race = { ...asked.race, status, isAcquiredWeight: false };
    return renderToStaticMarkup(<RaceModelsTab view={{ ...asked, race }} query={NO_QUERY} uses={uses} />);
  };
  const html = show({});
  expect(html).toContain('<form method="post" action="/days/2026-11-21/analyze">');
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)].map(
    ([, name = "", value = ""]): [string, string] => [name, value],
  );
  // What the confirmation of a day takes as one of its races.
  expect(
    dayFormSchema.parse(Object.fromEntries(fields.map(([name, value]) => [name, isList(name) ? [value] : value]))),
  ).toMatchObject({ modelId: 4, venues: ["東京"], only: ["r1"], stated: null });
  expect(html).toContain("1回分を使って、発表されしだい分析することもできます。");
  expect(show({}, "result")).not.toContain("<form");
  // A restricted plan: its analyses are requested one by one.
  const restricted = show({}, "scheduled", { ...USES, plan: 103 });
  expect(restricted).toContain("このモデルは、馬体重の発表後から使えます。");
  expect(restricted).not.toContain("<form");
  const waiting = show({ isRunning: true });
  expect(waiting).toContain("馬体重の発表を待っています。終わるとここに出ます。");
  expect(waiting).toContain('href="/days/2026-11-21?model=4"');
  expect(waiting).not.toContain("<form");
});

const isList = (name: string) => name === "venue" || name === "race";

test("a plan shows as many models as it holds, at most five, and names the one that shows more", () => {
  const compared = [0, 1, 2, 3, 4, 5, 6, 104].map((plan) => comparedModels(planLimits(plan)));
  expect(compared).toEqual([5, 1, 1, 2, 3, 5, 5, 1]);
  expect([0, 1, 2, 3, 4, 5, 6].map((plan) => planComparingMore(plan)?.name ?? null)).toEqual([
    ...[null, "スタンダード", "スタンダード", "PRO", "PREMIUM", null, null],
  ]);
  const one = [model(1, { chances: A }), model(2, { chances: B })];
  const html = renderToStaticMarkup(<RaceModelsTab view={view(one)} query={NO_QUERY} uses={{ ...USES, plan: 1 }} />);
  expect(html).toContain("フリーでくらべられるのは1モデルです。スタンダードでは2モデルです。");
  expect(html).toContain("◎はウマ1");
  expect(html).not.toContain("モデルとも");
});

test("the scale is logarithmic from 1 to 100, and fair odds are written as odds are", () => {
  expect([1, 2, 5, 10, 20, 50, 100].map(onOddsScale)).toEqual([0, 15.1, 34.9, 50, 65.1, 84.9, 100]);
  expect([0.5, 1000].map(onOddsScale)).toEqual([0, 100]);
  expect([0.15, 0.009, 0.01, 0.0008, 0].map(formatFair)).toEqual(["6.7", "111", "100", "1,250", "–"]);
});

test("what bets on high value have returned is said of each model from its own report, never a rate of few", () => {
  const value = { bets: 2841, races: 1490, returnRate: 0.789, low: 0.736, high: 0.845, favouriteReturnRate: 0.794 };
  const words = (given: Partial<typeof value>) => valueReturnWords({ value: { ...value, ...given } });
  expect(words({})).toBe(
    "「オッズ高い」の単勝を確定オッズで買った場合、同じ買い方の回収率は78.9%でした（学習に使っていない1,490レース・2,841点、95%区間 73.6〜84.5%。同じレースの1番人気は79.4%）。",
  );
  expect(words({ high: 1.02 })).toContain("100%を超えるとは言えません。");
  expect(words({ low: 1.01, high: 1.2 })).toContain("これからも同じとは限りません。");
  expect(words({ bets: 99 })).toBe(
    "学習に使っていないレースで「オッズ高い」になった単勝は99点と少ないので、回収率は出しません。",
  );
  expect(words({ bets: 100 })).toContain("・100点、");
  expect(valueReturnWords({ value: null })).toContain("測る前につくったモデル");
  const report = { ...{ races: 1, from: "", to: "", top1WinRate: 0 }, pseudoR2: 0.1624, marketPseudoR2: 0.253 };
  expect(skillWords({ name: "末脚", report })).toEqual({
    claim: "オッズより当たるモデルではありません。",
    figures: "予測力は末脚16.2、オッズ25.3です。",
  });
  expect(skillWords({ name: "末脚", report: { ...report, marketPseudoR2: null } })?.claim).toBe("");
});
