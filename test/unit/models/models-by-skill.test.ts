import { expect, test } from "vitest";
import { modelsBySkill } from "#app/components/home/home-models.tsx";
import { ModelStatus } from "#app/domain/learning/model-status.ts";

test("home lists a model in the making first, then the starred one, then the others by skill, those without last", () => {
  const model = (name: string, status: number, pseudoR2: number | null) => ({
    ...{ name, status, modelId: name.length },
    report: pseudoR2 === null ? null : { pseudoR2 },
  });
  const models = [
    model("brokenX", 3, null),
    model("weak", ModelStatus.complete, -0.01),
    model("strong", ModelStatus.complete, 0.162),
    model("creating", ModelStatus.creating, null),
    model("so-so", ModelStatus.complete, 0.12),
  ];
  const names = (starred: number | null) => modelsBySkill(models, starred).map(({ name }) => name);
  expect(names(null)).toEqual(["creating", "strong", "so-so", "weak", "brokenX"]);
  expect(names("weak".length)).toEqual(["creating", "weak", "strong", "so-so", "brokenX"]);
});
