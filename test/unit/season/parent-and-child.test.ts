import { expect, test } from "vitest";
import { createNormal } from "#app/domain/season/normal.ts";
import { compareWithParent } from "#app/domain/season/parent-and-child.ts";

const UNIFORM = 24 * Math.log(14);

/** Days on which the child's pseudo-R² is above its parent's by this much, and otherwise noise. */
function simulateDays(normal: () => number, { days = 60, above = 0 } = {}) {
  return Array.from({ length: days }, () => ({
    ...{ races: 24, uniformLoss: UNIFORM, parentLoss: 0.87 * UNIFORM },
    childLoss: (0.87 - above) * UNIFORM + 0.9 * normal(),
  }));
}

test("of 2,000 families that differ by noise only, at most 5 % ever contain a child called better", () => {
  const normal = createNormal(8);
  let called = 0;
  for (let family = 0; family < 2000; family++) {
    const children = 1 + (family % 20);
    const verdicts = Array.from(
      { length: children },
      (_, i) => compareWithParent(simulateDays(normal, { days: 40 }), i + 1)?.verdict,
    );
    if (verdicts.includes("better")) called += 1;
  }
  // 1.5 points for the simulation's own error.
  expect(called / 2000).toBeLessThanOrEqual(0.065);
  expect(called / 2000).toBeGreaterThan(0.02);
});

test("a child that is surely better or worse is called so, a late try needs more, and few days say nothing", () => {
  const normal = createNormal(9);
  const better = simulateDays(normal, { above: 0.01 });
  const first = compareWithParent(better, 1)!;
  expect(first).toMatchObject({ verdict: "better", races: 60 * 24 });
  expect(first.difference).toBeCloseTo(0.01, 2);
  const late = compareWithParent(better, 30)!;
  expect(late.high - late.low).toBeGreaterThan(1.3 * (first.high - first.low));
  expect(compareWithParent(simulateDays(normal, { above: -0.01 }), 1)?.verdict).toBe("worse");
  expect(compareWithParent(simulateDays(normal), 1)?.verdict).toBe("unknown");
  expect(compareWithParent(better.slice(0, 7), 1)).toBeNull();
});
