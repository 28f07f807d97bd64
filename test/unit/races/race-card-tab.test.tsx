import { expect, test } from "vitest";
import { OwnForecast } from "#app/components/races/own-forecast.tsx";
import { RaceCardTab } from "#app/components/races/race-card-tab.tsx";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { NextUse } from "#app/domain/views/home.ts";
import { drawInRouter } from "#test/unit/support/one-route.tsx";
import { card, runner } from "./race-cards.ts";

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
