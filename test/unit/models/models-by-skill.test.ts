import { expect, test } from "vitest";
import { modelsBySkill } from "#app/components/home/models-by-skill.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

test("home lists a model in the making first, then the others by skill, those without last", () => {
  const model = (name: string, status: number, pseudoR2: number | null) => ({
    ...{ name, status },
    report: pseudoR2 === null ? null : { pseudoR2 },
  });
  const models = [
    model("failed", 3, null),
    model("weak", ModelStatus.complete, -0.01),
    model("strong", ModelStatus.complete, 0.162),
    model("creating", ModelStatus.creating, null),
    model("middle", ModelStatus.complete, 0.12),
  ];
  expect(modelsBySkill(models).map(({ name }) => name)).toEqual(["creating", "strong", "middle", "weak", "failed"]);
});
