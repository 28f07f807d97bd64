import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CreatedModel } from "#app/components/model-list/created-model.tsx";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { FirstLook } from "#app/domain/views/models.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const RACE = { raceId: "r10", date: "2026-11-28", venue: "京都", raceNum: 10, name: "鳳凰特別", startTime: "15:00" };
const score = (horseNum: number, index: number) =>
  makeScore(horseNum, { horseName: `馬${horseNum}`, index, probability: 0.25 });
const LOOK = {
  next: { race: RACE, placed: placeHorses([score(2, 1.2), score(1, -1.2)], []) },
  mains: [
    { race: { ...RACE, raceNum: 11, name: "初霜記念" }, best: score(7, 2), finish: { status: "ran", position: 3 } },
  ],
} as unknown as FirstLook;
const REPORT = { pseudoR2: 0.141, marketPseudoR2: 0.245, races: 2954 };
const importance = (name: string, isMeasurable: boolean) => ({
  name,
  item: name,
  comesWith: null,
  fall: 0,
  low: 0,
  high: 0,
  isMeasurable,
});

function draw({ look, canRecord }: { look: FirstLook | null; canRecord: boolean }) {
  const details = { report: { skill: { top: { winRate: 0.242 }, races: 2954 } } };
  const model = { modelId: 5, report: REPORT, details } as unknown as Parameters<typeof CreatedModel>[0]["model"];
  const importances = [importance("騎手", true), importance("血統", false), importance("枠番", false)];
  const left = { by: "per-lifetime", left: 5, limit: 5 } as const;
  return renderToStaticMarkup(
    <CreatedModel {...{ model, importances, look, canRecord }} left={{ ...left, used: 0 }} />,
  );
}

test("a finished model shows its number, how often ◎ wins, what worked and its ◎ of last week", () => {
  const text = draw({ look: LOOK, canRecord: true }).replace(/<[^>]+>/g, "");
  for (const words of [
    "予測力14.1",
    "◎の4頭に1頭が1着2,954レースで24.2%",
    "効いた　騎手",
    "まだ分からない　血統・枠番",
  ])
    expect(text).toContain(words);
  expect(text).toContain("京都11R 初霜記念7枠7番馬73着");
});

test("its look at the next race has a gate chart and can be recorded for one use, until the start", () => {
  const open = draw({ look: LOOK, canRecord: true });
  expect(open).toContain('aria-label="馬番順の指数。◎2番馬2 +1.20、○1番馬1 −1.20。"');
  expect(open).toContain('action="/races?date=2026-11-28&amp;race=r10"');
  expect(open).toContain("分析を1回使います。無料の分析はあと5回（全5回）。");
  expect(draw({ look: LOOK, canRecord: false })).not.toContain("<form");
});

test("without a race soon the look is missing, and its skill stays", () => {
  const none = draw({ look: null, canRecord: false });
  expect(none).not.toContain("gate-chart");
  expect(none).toContain("<b>14.1</b>");
});
