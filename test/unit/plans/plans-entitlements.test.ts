import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isHeld } from "#app/domain/learning/model-status.ts";
import {
  type AnalysisUses,
  analysesLeft,
  enforcedLimit,
  markDisabled,
  mayOpenDay,
  refuseAnalysisByOwner,
  refuseAnalysisByUse,
  refuseModelByUse,
  refuseModelContent,
  searchesPerMonth,
} from "#app/domain/plans/entitlements.ts";
import { PLANS, planLimits, planName } from "#app/domain/plans/plans.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const model = (modelId: number, featureCount: number, status = 2, createdAt = modelId) => ({
  modelId,
  featureCount,
  isHeld: isHeld(status),
  createdAt,
});

function shown(models: ReturnType<typeof model>[], features: number, places: number) {
  return markDisabled(models, { features, models: places }).map(({ model, disabled }) => [model.modelId, disabled]);
}

test("the newest model uses the only place, older ones are beyond the limit", () => {
  expect(shown([model(1, 10), model(2, 10), model(3, 10)], 50, 1)).toEqual([
    [3, null],
    [2, "beyond-model-limit"],
    [1, "beyond-model-limit"],
  ]);
});

test("a model with too many features does not count, so an older smaller one stays enabled", () => {
  expect(shown([model(1, 50), model(2, 30), model(3, 51), model(4, 160)], 50, 1)).toEqual([
    [2, null],
    [4, "too-many-features"],
    [3, "too-many-features"],
    [1, "beyond-model-limit"],
  ]);
});

test("enabled models come first, each group newest first; ties within a second are decided by the id", () => {
  expect(shown([model(7, 1, 2, 100), model(9, 60, 2, 200), model(8, 1, 2, 100), model(1, 1, 2, 300)], 50, 2)).toEqual([
    [1, null],
    [8, null],
    [9, "too-many-features"],
    [7, "beyond-model-limit"],
  ]);
});

test("a model in creation counts, a failed one does not and is never beyond the limit", () => {
  expect(shown([model(1, 1), model(2, 1, 3), model(3, 1, 1), model(4, 1, 3)], 50, 1)).toEqual([
    [4, null],
    [3, null],
    [2, null],
    [1, "beyond-model-limit"],
  ]);
  // Any status but creating and complete is read as failed.
  expect(shown([model(1, 1), model(2, 1, 9)], 50, 1)).toEqual([
    [2, null],
    [1, null],
  ]);
});

test("moving down from PRO to Free and back disables and enables the same models", () => {
  const models = [model(1, 100), model(2, 40), model(3, 90)];
  expect(markDisabled(models, planLimits(4)).every(({ disabled }) => disabled === null)).toBe(true);
  expect(shown(models, planLimits(104).features, planLimits(104).models)).toEqual([
    [2, null],
    [3, "too-many-features"],
    [1, "too-many-features"],
  ]);
});

test("1000 is not enforced as a number", () => {
  expect([enforcedLimit(999), enforcedLimit(1000), enforcedLimit(5000)]).toEqual([999, null, null]);
  expect(shown([model(1, 5000)], 1000, 1000)).toEqual([[1, null]]);
});

test("marking loses no model, enables no more than the limit and ignores the given order", () => {
  const anyModel = fc.record({
    modelId: fc.integer({ min: 1, max: 10_000 }),
    featureCount: fc.integer({ min: 1, max: 364 }),
    isHeld: fc.boolean(),
    createdAt: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(anyModel, { selector: ({ modelId }) => modelId, maxLength: 30 }),
      fc.constantFrom(...PLANS.map(({ plan }) => plan)),
      (models, plan) => {
        const limits = planLimits(plan);
        const marked = markDisabled(models, limits);
        expect(marked).toEqual(markDisabled([...models].reverse(), limits));
        expect(marked.map(({ model }) => model.modelId).sort()).toEqual(models.map(({ modelId }) => modelId).sort());
        const enabled = marked.filter(({ model, disabled }) => disabled === null && model.isHeld);
        expect(enabled.length).toBeLessThanOrEqual(limits.models);
        expect(enabled.every(({ model }) => model.featureCount <= limits.features)).toBe(true);
      },
    ),
  );
});

test("a model is checked for venue, then an empty choice, then its size", () => {
  const free = planLimits(1);
  const narrow = { ...free, venueTypes: [1] };
  expect(refuseModelContent({ venueType: 2, featureCount: 0 }, narrow)).toBe("venue-not-in-plan");
  expect(refuseModelContent({ venueType: 4, featureCount: 10 }, free)).toBe("venue-not-in-plan");
  expect(refuseModelContent({ venueType: 1, featureCount: 0 }, free)).toBe("no-features");
  expect(refuseModelContent({ venueType: 1, featureCount: 51 }, free)).toBe("too-many-features");
  expect(refuseModelContent({ venueType: 1, featureCount: 50 }, free)).toBeNull();
  expect(refuseModelContent({ venueType: 1, featureCount: 364 }, planLimits(6))).toBeNull();
});

test("if both model limits are exceeded, the month is named", () => {
  expect(refuseModelByUse({ createdThisMonth: 2, held: 1 }, planLimits(1))).toBe("creations-per-month");
  expect(refuseModelByUse({ createdThisMonth: 1, held: 1 }, planLimits(1))).toBe("models-held");
  expect(refuseModelByUse({ createdThisMonth: 1, held: 0 }, planLimits(1))).toBeNull();
  expect(refuseModelByUse({ createdThisMonth: 5000, held: 9 }, planLimits(6))).toBeNull();
});

test("analyses are refused by day, parallel, month, lifetime, in this order", () => {
  const free = planLimits(1);
  expect(refuseAnalysisByUse({ today: 5, running: 1, thisMonth: 5, underFreeLimits: 5 }, free)).toBe("per-day");
  expect(refuseAnalysisByUse({ today: 4, running: 1, thisMonth: 5, underFreeLimits: 5 }, free)).toBe("at-once");
  expect(refuseAnalysisByUse({ today: 4, running: 0, thisMonth: 5, underFreeLimits: 5 }, free)).toBe("per-month");
  expect(refuseAnalysisByUse({ today: 0, running: 0, thisMonth: 0, underFreeLimits: 5 }, free)).toBe("per-lifetime");
  expect(refuseAnalysisByUse({ today: 4, running: 0, thisMonth: 4, underFreeLimits: 4 }, free)).toBeNull();
});

test("the lifetime limit applies to Free, restricted and unknown plans only, the parallel limit to everybody", () => {
  const used = { today: 0, running: 0, thisMonth: 0, underFreeLimits: 5 };
  expect([1, 9, 102, 106].map((plan) => refuseAnalysisByUse(used, planLimits(plan)))).toEqual(
    Array(4).fill("per-lifetime"),
  );
  expect([0, 2, 3, 4, 5, 6].map((plan) => refuseAnalysisByUse(used, planLimits(plan)))).toEqual(Array(6).fill(null));
  const busy = { today: 0, running: 10, thisMonth: 0, underFreeLimits: 0 };
  expect(refuseAnalysisByUse(busy, planLimits(6))).toBe("at-once");
  expect(refuseAnalysisByUse({ ...busy, running: 1000 }, planLimits(0))).toBe("at-once");
  expect(refuseAnalysisByUse({ ...busy, running: 9, today: 99_999 }, planLimits(6))).toBeNull();
});

test("the plan table matches the specification", () => {
  const table = PLANS.map(({ plan, priceYen, isRecommended, limits }) => [
    plan,
    priceYen,
    isRecommended,
    limits.features,
    limits.models,
    limits.analysesPerDay,
    limits.analysesPerMonth,
    limits.modelCreationsPerMonth,
    limits.analysesAtOnce,
    searchesPerMonth(plan),
  ]);
  expect(table).toEqual([
    [1, 0, false, 50, 1, 5, 5, 2, 1, 1],
    [2, 980, false, 50, 1, 3, 30, 2, 1, 2],
    [3, 4980, false, 65, 2, 10, 60, 4, 2, 4],
    [4, 9800, true, 100, 3, 30, 90, 10, 3, 10],
    [5, 29800, true, 160, 5, 60, 1000, 1000, 5, 30],
    [6, 49800, false, 1000, 10, 1000, 1000, 1000, 10, 30],
  ]);
  expect(planLimits(7)).toEqual(planLimits(1));
  expect([planName(9), planName(104)]).toEqual(["Others", "PRO（制限モード）"]);
});

test("tomorrow is open to the admin only", () => {
  expect(mayOpenDay(1, { date: "2026-11-22", today: "2026-11-21" })).toBe(false);
  expect(mayOpenDay(6, { date: "2026-11-22", today: "2026-11-21" })).toBe(false);
  expect(mayOpenDay(0, { date: "2026-11-22", today: "2026-11-21" })).toBe(true);
  expect(mayOpenDay(1, { date: "2026-11-21", today: "2026-11-21" })).toBe(true);
});

test("the limit that binds first is the one that is left: lifetime, month, own limit, day, and at once while full", () => {
  const left = (plan: number, uses: Partial<AnalysisUses> = {}) => {
    const found = analysesLeft({ ...NO_USES, plan, ...uses });
    return found === null ? null : `${found.by} ${found.left}: ${found.used}/${found.limit}`;
  };
  // Free's five of today do not come back tomorrow: of equal limits the longest is named.
  expect(left(1)).toBe("per-lifetime 5: 0/5");
  expect(left(1, { analysesToday: 1, analysesThisMonth: 1, freeAnalyses: 1 })).toBe("per-lifetime 4: 1/5");
  expect(left(1, { analysesToday: 5, analysesThisMonth: 5, freeAnalyses: 5 })).toBe("per-lifetime 0: 5/5");
  expect(left(1, { freeAnalyses: 4 })).toBe("per-lifetime 1: 4/5");
  // A restricted payer who has used more this month than Free allows has none until the next, and then Free's five.
  expect(left(104, { analysesToday: 3, analysesThisMonth: 60 })).toBe("per-month 0: 60/5");
  expect(left(104, { analysesThisMonth: 2, freeAnalyses: 1 })).toBe("per-month 3: 2/5");
  expect(left(104)).toBe("per-lifetime 5: 0/5");
  expect(left(9)).toBe("per-lifetime 5: 0/5");
  expect(left(4, { analysesToday: 4, analysesThisMonth: 4 })).toBe("per-day 26: 4/30");
  expect(left(4, { analysesToday: 4, analysesThisMonth: 88 })).toBe("per-month 2: 88/90");
  expect(left(4, { analysesToday: 30, analysesThisMonth: 90 })).toBe("per-month 0: 90/90");
  expect(left(4, { analysesToday: 99, analysesThisMonth: 88 })).toBe("per-day 0: 99/30");
  expect(left(4, { analysesThisMonth: 18, ownPerMonth: 20 })).toBe("own-per-month 2: 18/20");
  expect(left(5, { analysesToday: 4, analysesThisMonth: 88, ownPerMonth: 80 })).toBe("own-per-month 0: 88/80");
  expect(left(5, { analysesToday: 4, analysesThisMonth: 2000 })).toBe("per-day 56: 4/60");
  expect(left(6, { analysesToday: 2000 })).toBeNull();
  expect(left(6, { analysesThisMonth: 88, ownPerMonth: 90 })).toBe("own-per-month 2: 88/90");
  // Parallel ones bind on every plan, while no place is free and another limit leaves any.
  expect(left(4, { runningAnalyses: 2 })).toBe("per-day 30: 0/30");
  expect(left(4, { runningAnalyses: 3 })).toBe("at-once 0: 3/3");
  expect(left(6, { runningAnalyses: 10 })).toBe("at-once 0: 10/10");
  expect(left(1, { runningAnalyses: 1, freeAnalyses: 5 })).toBe("per-lifetime 0: 5/5");
});

test("none is left exactly when one more is refused", () => {
  const count = fc.integer({ min: 0, max: 100 });
  const uses = fc.record({
    plan: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 9, 104),
    analysesToday: count,
    analysesThisMonth: count,
    freeAnalyses: fc.integer({ min: 0, max: 6 }),
    runningAnalyses: fc.integer({ min: 0, max: 11 }),
    ownPerMonth: fc.option(count),
  });
  fc.assert(
    fc.property(uses, (user) => {
      const { plan, analysesToday: today, analysesThisMonth: thisMonth, ownPerMonth } = user;
      const use = { today, running: user.runningAnalyses, thisMonth, underFreeLimits: user.freeAnalyses };
      const refusal =
        refuseAnalysisByOwner({ isPausing: false, ownPerMonth, thisMonth }) ??
        refuseAnalysisByUse(use, planLimits(plan));
      return (analysesLeft(user)?.left === 0) === (refusal !== null);
    }),
  );
});
