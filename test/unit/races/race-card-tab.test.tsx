import { expect, test } from "vitest";
import { OwnForecast } from "#app/components/races/own-forecast.tsx";
import { RaceCardTab } from "#app/components/races/race-card-tab.tsx";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { NextUse } from "#app/domain/views/home.ts";
import type { PastRun } from "#app/domain/views/race-card.ts";
import { drawInRouter } from "#test/unit/support/one-route.tsx";
import { makeRunner as runner } from "#test/unit/support/racing-factories.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";
import { card } from "./race-cards.ts";

const draw = (statuses: readonly RunnerStatus[], use: NextUse | null = null) => {
  const shown = card({ runners: statuses.map((status, index) => runner(index + 1, { status })), use });
  return drawInRouter(
    <>
      <OwnForecast card={shown} plan={4} today="2026-11-21" />
      <RaceCardTab card={shown} sort={null} saved={null} />
    </>,
  );
};

test("a card offers an analysis while a horse is left, and says so where none is", async () => {
  const open = await draw(["scratched", "entered", "excluded"]);
  expect(open).toContain("このレースを分析する");
  expect(open).not.toContain("出走する馬がいない");
  const over = await draw(["scratched", "excluded"]);
  expect(over).not.toContain("このレースを分析する");
  expect(over).toContain("出走する馬がいない");
});

test("before the start one tap analyses by the reader's model, with its cost, or says why it cannot", async () => {
  const left = { left: 60, limit: 100, used: 40, by: "per-day" } as const;
  const tap = await draw(["entered"], { kind: "analyse", modelId: 7, modelName: "データの鬼", left });
  expect(tap).toContain("データの鬼で分析する（今日あと60回）");
  expect(tap).toContain('name="model_id" value="7"');
  const none = await draw(["entered"], { kind: "no-model" });
  expect(none).toContain("このレースに使えるモデルがありません。");
  expect(none).toContain("/models/create?venue_type=1");
});

test("an analysed card has the chart and its actions in the head", async () => {
  const analysis = {
    ...{ analysisId: 3, modelId: 7, modelName: "データの鬼", modelSkill: 0.149, hasModel: true, isLearntFrom: false },
    ...{ completedAt: null, bets: null },
    scores: [
      { horseNum: 1, bracketNum: 1, horseName: "ウマ1", index: 1.2, score: 3, probability: 0.4, placeProbability: 0.7 },
    ],
  };
  const shown = card({ runners: [runner(1)], analyses: [analysis] });
  const html = await drawInRouter(<OwnForecast card={shown} plan={4} today="2026-11-21" />);
  expect(html).toContain("予測力14.9");
  expect(html).toContain("◎1番ウマ1 +1.20");
  for (const path of ["/analyses/3", "/races/r1/bets", "/analyses/3#share"]) expect(html).toContain(`href="${path}"`);
});

test("an analysed card has the model's index of each earlier start that it had not seen, and the six views of a horse", async () => {
  const analysis = {
    ...{ analysisId: 3, modelId: 7, modelName: "データの鬼", modelSkill: null, hasModel: true, isLearntFrom: false },
    ...{ completedAt: null, bets: null },
    scores: [
      { horseNum: 1, bracketNum: 1, horseName: "ウマ1", index: 1.2, score: 3, probability: 0.4, placeProbability: 0.7 },
    ],
  };
  const run = (date: string): PastRun => ({
    ...{ horseId: "h1", raceId: date, date, venue: "東京", name: "1勝クラス", grade: null, surface: "turf" },
    ...{ distanceM: 1600, going: "firm", runnerCount: 12, status: "finished", finishPosition: 2, timeS: 94.2 },
    ...{ gapS: 0.3, cornerPositions: null, last600mS: null, popularity: null, jockeyName: null },
    ...{ carriedWeightKg: null, bodyWeightKg: null },
  });
  const shown = card({
    ...{ runners: [runner(1)], analyses: [analysis], pastRuns: [run("2026-10-31"), run("2026-10-03")] },
    why: [{ horseNum: 1, groups: [0.9, 0.2, null, 0.1, 0, 0], past: [[dayNumber("2026-10-31"), 1.16]] }],
  });
  const text = async (html: Promise<string>) => textOf(await html);
  const drawn = await text(drawInRouter(<RaceCardTab card={shown} sort={null} saved={null} />));
  expect(drawn).toContain("近2走の着順、新しい順 2 指数 +1.2 2");
  // Unfolded on phones, and in the table.
  expect(drawn.split("指数 +1.16")).toHaveLength(3);
  expect(drawn).toContain("近走の「指数」は");
  expect(drawn).toContain("ウマ1の6つの見方");
  expect(drawn.split("選んでいません")).toHaveLength(3);
  const plain = await text(drawInRouter(<RaceCardTab card={{ ...shown, why: [] }} sort={null} saved={null} />));
  expect(plain).not.toContain("近走の「指数」は");
  expect(plain).not.toContain("6つの見方");
});
