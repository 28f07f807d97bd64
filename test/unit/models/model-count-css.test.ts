import { expect, test } from "vitest";
import { buildFeatureCountCss } from "#app/components/model-form/model-count-css.ts";

// After a change of the catalogue: npx vitest run --root . -u test/unit/models/model-count-css.test.ts
test("the style sheet that counts features equals the generator's output", async () => {
  await expect(buildFeatureCountCss()).toMatchFileSnapshot("../../../app/components/model-form/feature-count.css");
});
