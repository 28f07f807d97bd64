import { expect, test } from "vitest";
import { RaceCardTab } from "#app/components/races/race-card-tab.tsx";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { drawInRouter } from "#test/unit/support/one-route.tsx";
import { card, runner } from "./race-cards.ts";

const draw = (statuses: readonly RunnerStatus[]) => {
  const runners = statuses.map((status, index) => runner(index + 1, { status }));
  return drawInRouter(<RaceCardTab card={card({ runners })} sort={null} saved={null} />);
};

test("a card offers an analysis while a horse is left, and says so where none is", async () => {
  const open = await draw(["scratched", "entered", "excluded"]);
  expect(open).toContain("このレースを分析する");
  expect(open).not.toContain("出走する馬がいない");
  const over = await draw(["scratched", "excluded"]);
  expect(over).not.toContain("このレースを分析する");
  expect(over).toContain("出走する馬がいない");
});
