import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WhatIfForm } from "#app/components/what-if/what-if-form.tsx";
import {
  WhatIfChanges,
  WhatIfGapNote,
  WhatIfHead,
  WhatIfLead,
  WhatIfLimits,
} from "#app/components/what-if/what-if-head.tsx";
import { WhatIfHorses } from "#app/components/what-if/what-if-horses.tsx";
import type { WhatIf, WhatIfResult } from "#app/domain/views/what-if.ts";
import type { ComparedHorse } from "#app/domain/what-if/compare-conditions.ts";
import { type DayJockey, resolveConditions } from "#app/domain/what-if/conditions.ts";
import { readAskedConditions } from "#app/forms/analyses/what-if.server.ts";
import { makeRaceBets } from "#test/unit/support/race-bets.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const NOW = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const JOCKEY: DayJockey = {
  ...{ jockeyId: "j9", name: "有栖", venue: "京都", raceId: "r9", horseNum: 1, inputsVersion: 1 },
};

/** Four horses; the first falls, the second rises, the fourth may be out. */
function compare(isOut: boolean): ComparedHorse[] {
  const figures = (index: number, probability: number) => ({ index, probability });
  const horse = (horseNum: number, before: [number, number], after: [number, number]): ComparedHorse => ({
    ...{ horseNum, bracketNum: horseNum, horseName: `ウマ${horseNum}`, place: horseNum, isStarter: true },
    ...{ isLeft: true, before: figures(...before), after: figures(...after), parts: [] },
  });
  return [
    {
      ...horse(2, [0.5, 0.25], [1.02, 0.4]),
      parts: [
        { feature: "騎手", contribution: 0.6 },
        { feature: null, contribution: -0.08 },
      ],
    },
    { ...horse(1, [1, 0.45], [0.9, 0.36]), parts: [{ feature: null, contribution: -0.1 }] },
    horse(3, [-0.5, 0.2], [-0.5, 0.24]),
    { ...horse(4, [-1, 0.1], [-1, isOut ? 0 : 0.1]), isLeft: !isOut },
  ];
}

function make(query = "", fields: Partial<WhatIf> = {}, result: Partial<WhatIfResult> = {}): WhatIf {
  const { race, runners } = makeRaceBets(4);
  const entries = runners.map((runner) => ({ ...runner, carriedWeightKg: 56, jockeyName: "蓮見" }));
  const known = { ...race, going: "firm" as const };
  const asked = readAskedConditions(new URLSearchParams(query));
  const resolved = resolveConditions({ going: "firm", entries, jockeys: [JOCKEY] }, asked);
  const isOut = resolved.conditions.out.includes(4);
  return {
    ...{ race: known, entries, jockeys: [JOCKEY], model: { modelId: 7, name: "もしも" }, analysisId: 3 },
    ...resolved,
    result: { horses: compare(isOut), isLearntFrom: false, unread: [], isCardNewer: false, ...result },
    ...fields,
  };
}

function show(whatIf: WhatIf, now = NOW) {
  const { result } = whatIf;
  return {
    head: renderToStaticMarkup(
      <>
        <WhatIfHead whatIf={whatIf} now={now} />
        {typeof result !== "string" && <WhatIfLead whatIf={whatIf} result={result} />}
      </>,
    ),
    changes: renderToStaticMarkup(<WhatIfChanges whatIf={whatIf} />),
    horses: typeof result === "string" ? "" : renderToStaticMarkup(<WhatIfHorses whatIf={whatIf} result={result} />),
  };
}

test("that it is association and no cause stands before every figure", () => {
  for (const query of ["", "going=soft&out=4&horse=2&jockey=j9"]) {
    const text = textOf(show(make(query)).head);
    const note = text.indexOf("過去の成績に見られた結びつきで、原因ではありません。");
    const lead = text.indexOf(query === "" ? "条件を変えると、勝率の変化が出ます" : "3つの条件を変えると");
    expect(note).toBeGreaterThan(0);
    expect(lead).toBeGreaterThan(note);
    expect(text.slice(0, note)).not.toMatch(/\d(\.\d)?%/);
  }
  expect(renderToStaticMarkup(<WhatIfLimits />)).toContain("分析の回数に数えず、成績表にも残りません。");
});

test("the lead says what became of the favourite, and who is ahead now", () => {
  expect(textOf(show(make("horse=2&jockey=j9")).head)).toContain("1つの条件を変えると、 ◎1番は 45.0% から 36.0% に");
  expect(textOf(show(make("horse=2&jockey=j9")).head)).toContain("1番から2番に替わります。");
  const out = { horses: compare(false).map((horse) => ({ ...horse, isLeft: horse.place !== 1 })) };
  expect(textOf(show(make("out=1", {}, out)).head)).toContain("◎1番は出走しません");
});

test("changes are listed with the way back to each, in one address each", () => {
  const { changes } = show(make("going=soft&out=4&horse=2&jockey=j9&kg=57.5&gate=3"));
  const links = [
    ...changes.matchAll(/aria-label="([^"]+)"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*aria-label="([^"]+)"/g),
  ];
  const back = new Map(links.map(([, one, to, href, label]) => [one ?? label, (to ?? href ?? "").split("?")[1]]));
  const query = (text: string) => text.replaceAll("&", "&amp;");
  expect([...back]).toEqual([
    ["馬場 良 → 不良 を戻す", query("model=7&out=4&horse=2&jockey=j9&kg=57.5&gate=3")],
    ["馬番 2番 → 3番（入れ替え） を戻す", query("model=7&going=soft&out=4&horse=2&jockey=j9&kg=57.5")],
    ["騎手 2番 蓮見 → 有栖 を戻す", query("model=7&going=soft&out=4&horse=2&kg=57.5&gate=3")],
    ["斤量 2番 56.0 → 57.5 を戻す", query("model=7&going=soft&out=4&horse=2&jockey=j9&gate=3")],
    ["取消 4 ウマ4 を戻す", query("model=7&going=soft&horse=2&jockey=j9&kg=57.5&gate=3")],
  ]);
  expect(changes).toMatch(/href="[^"?]+\?model=7"[^>]*>すべて戻す/);
  expect(show(make("horse=2&jockey=j9", {}, { unread: ["騎手", "斤量"] })).changes).toContain(
    "このモデルは騎手を特徴に選んでいないので",
  );
});

test("every horse has both chances on one scale, and its parts in words", () => {
  const { horses } = show(make("out=4&horse=2&jockey=j9"));
  expect(horses).toContain('aria-label="勝率 25.0%から40.0%" style="--a:50;--b:80"');
  expect(horses).toContain('aria-label="勝率 45.0%から36.0%" style="--a:90;--b:72"');
  const text = textOf(horses);
  expect(text).toContain("騎手 蓮見→有栖 +0.60");
  expect(text).toContain("ほかの特徴との組み合わせ −0.08");
  expect(text).toContain("相手が変わった分 −0.10");
  expect(text).toContain("指数 +0.50 → +1.02 適正オッズ 4.0倍 → 2.5倍");
  expect(text).toContain("25.0 → 40.0 % +15.0");
  expect(text).toContain("指数は動きません。勝率は、出走する馬で合計100%になるように分け直しています。");
  expect(text).toContain("出走しないことにした 10.0% → —");
  expect(text.indexOf("ウマ2")).toBeLessThan(text.indexOf("ウマ1"));
  // Unchanged, there is one value.
  const today = show(make("", {}, { horses: compare(false).map((horse) => ({ ...horse, after: horse.before })) }));
  expect(today.changes).toBe("");
  expect(today.horses).toContain('aria-label="勝率 25.0%"');
  expect(textOf(today.horses)).not.toContain("→");
});

test("a race that was learnt from has indexes without chances", () => {
  const horses = compare(false).map((horse) => ({
    ...horse,
    before: { ...horse.before, probability: null },
    after: { ...horse.after, probability: null },
  }));
  const { head, horses: list } = show(make("horse=2&jockey=j9", {}, { horses, isLearntFrom: true }));
  expect(textOf(head)).toContain("◎1番は +1.00 から +0.90 に");
  expect(textOf(list)).toContain("+0.50 → +1.02 +0.52");
  expect(`${head}${list}`).not.toMatch(/\d%/);
});

function formOf(query: string, fields: Partial<WhatIf> = {}): string {
  const asked = readAskedConditions(new URLSearchParams(query));
  return renderToStaticMarkup(<WhatIfForm whatIf={make(query, fields)} asked={asked} />);
}

test("what is refused is said at its field and stays typed", () => {
  const form = formOf("model=7&going=soft&out=1&out=2&out=3&out=4&horse=1&kg=60&horse=2&jockey=j9&kg=99&gate=3");
  expect(form).toContain('<input type="hidden" name="horse" value="1"/><input type="hidden" name="kg" value="60"/>');
  expect(form).toMatch(/name="kg"[^>]* value="99"/);
  expect(form.match(/<option[^>]* selected="">/g)).toEqual([
    '<option value="2" selected="">',
    '<option value="j9" selected="">',
    '<option value="3" selected="">',
  ]);
  const ticked = form.match(/<input[^>]*>/g)?.filter((input) => input.includes("checked"));
  expect(ticked?.map((input) => /name="(?:out|going)"/.test(input) && /value="(\w+)"/.exec(input)?.[1])).toEqual([
    ...["soft", "1", "2", "3", "4"],
  ]);
  const text = textOf(form);
  expect(text).toContain("発表は良");
  expect(text).toContain("有栖（京都）");
  expect(text).toContain("すべての馬を取消にはできません。1頭は残してください。");
  expect(text).toContain("斤量は40kgから75kgまで、0.5kgきざみで入れてください。");
  const earlier = formOf("horse=9&kg=60&horse=2&kg=57");
  expect(textOf(earlier)).toContain("出走表にない馬です。もう一度選んでください。");
  expect(earlier).not.toMatch(/selected="">\d/);
  expect(earlier).not.toContain('value="60"');
});

test("what stands in place of figures, and around them", () => {
  const uses = { plan: 1, ...NO_USES };
  const gap = (result: WhatIf["result"], fields: Partial<WhatIf> = {}) =>
    renderToStaticMarkup(<WhatIfGapNote whatIf={make("", { result, ...fields })} uses={uses} />);
  expect(gap("no-analysis")).toMatch(/もしもの分析がありません.*model=7/);
  expect(gap("no-analysis", { model: null })).toContain("まだ分析していないレースです");
  expect(gap("no-analysis", { entries: [] })).not.toContain("このレースを分析する");
  expect(gap("model-deleted")).toContain("モデルは削除されている");
  expect(gap("features-missing")).toContain("選んだ条件はそのままです");
  expect(gap("cancelled")).toContain("note warn");
  for (const result of ["cancelled", "no-starters", "no-analysis", "model-deleted"] as const) {
    expect(formOf("", { result })).toBe("");
    expect(show(make("", { result })).head).not.toContain("原因");
  }
  expect(formOf("", { result: "features-missing" })).toContain("<form");
  expect(show(make(), NOW + 86_400).head).toContain("発走後のレースです。");
  expect(show(make("", {}, { isCardNewer: true })).head).toContain("分析のあとでデータが変わりました。");
});
