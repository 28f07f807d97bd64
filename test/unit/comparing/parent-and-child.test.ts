import { expect, test } from "vitest";
import { type PairedDay, pairedDifference, verdictOf } from "#app/domain/comparing/paired-difference.ts";
import {
  besideParent,
  packBesideParent,
  shareOfTry,
  unpackBesideParent,
} from "#app/domain/comparing/parent-and-child.ts";
import { packRaceBets } from "#app/domain/evaluation/race-bets.ts";
import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { createNormal } from "#app/domain/season/normal.ts";

const UNIFORM = 24 * Math.log(14);

const compareWithParent = (days: readonly PairedDay[], tries: number) => pairedDifference(days, shareOfTry(tries));

/** Days on which the child's pseudo-R² is above its parent's by this much, and otherwise noise. */
function simulateDays(normal: () => number, { days = 60, above = 0 } = {}) {
  return Array.from({ length: days }, () => ({
    ...{ races: 24, uniformLoss: UNIFORM, baseLoss: 0.87 * UNIFORM },
    loss: (0.87 - above) * UNIFORM + 0.9 * normal(),
  }));
}

test("of 2,000 families that differ by noise only, at most 5 % ever contain a child called better", {
  tags: "full",
}, () => {
  const normal = createNormal(8);
  let called = 0;
  for (let family = 0; family < 2000; family++) {
    const children = 1 + (family % 20);
    const verdicts = Array.from({ length: children }, (_, i) =>
      verdictOf(compareWithParent(simulateDays(normal, { days: 40 }), i + 1)!),
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
  expect(first).toMatchObject({ races: 60 * 24, days: 60 });
  expect(verdictOf(first)).toBe("better");
  expect(first.difference).toBeCloseTo(0.01, 2);
  const late = compareWithParent(better, 30)!;
  expect(late.high - late.low).toBeGreaterThan(1.3 * (first.high - first.low));
  expect(verdictOf(compareWithParent(simulateDays(normal, { above: -0.01 }), 1)!)).toBe("worse");
  expect(verdictOf(compareWithParent(simulateDays(normal), 1)!)).toBe("unknown");
  expect(compareWithParent(better.slice(0, 7), 1)).toBeNull();
});

/** Nine days with one race of eight starters; on the days of `better` a loss is lower by 0.2. */
function nineDays(better: readonly number[], days = 9): UnseenResult[] {
  return Array.from({ length: days }, (_, day) => ({
    ...{ raceId: `r${day}`, date: `2026-01-0${day + 1}`, starters: 8 },
    ...{ marketLoss: null, pick: 1, isHit: false, isFavouriteHit: null, bets: null },
    loss: better.includes(day) ? 1.3 : 1.5,
  }));
}

test("the difference is that of the losses over the lottery's, with an interval by days: worked out by hand", () => {
  const measured = besideParent(nineDays([0, 2, 4, 6, 8]), nineDays([]), 1);
  if (measured.kind !== "measured") throw new Error(measured.reason);
  // Five days of 0.2 less, over nine times ln 8 = 2.0794.
  expect(measured.difference).toBeCloseTo(1 / 18.715, 5);
  expect(measured.parentPseudoR2).toBeCloseTo(1 - 13.5 / 18.715, 5);
  expect(measured.pseudoR2).toBeCloseTo(1 - 12.5 / 18.715, 5);
  // Gains less the mean gain of 0.11111: 5 × 0.08889² + 4 × 0.11111² = 0.08889; × 9 / 8 = 0.1; √ = 0.31623; / 18.715 = 0.016897.
  // The first try's level is 0.05 × 6 / π² = 0.030396: z = 1.8752, stretched by Student's 2.3060 / 1.9600 for 8 degrees.
  expect(measured.high - measured.difference).toBeCloseTo(0.016897 * 1.8752 * (2.306 / 1.96), 4);
  expect(measured).toMatchObject({ races: 9, days: 9, tries: 1 });
  expect(verdictOf(measured)).toBe("better");
  // The eleventh try of a family needs more: z = 3.48.
  const late = besideParent(nineDays([0, 2, 4, 6, 8]), nineDays([]), 11);
  expect(late.kind === "measured" && verdictOf(late)).toBe("unknown");
  expect(unpackBesideParent(packBesideParent(measured))).toEqual({
    ...measured,
    ...Object.fromEntries(
      (["difference", "low", "high", "parentPseudoR2", "pseudoR2"] as const).map((key) => [
        key,
        Math.round(measured[key] * 1e6) / 1e6,
      ]),
    ),
  });
});

test("only races of both count, and not one whose field changed since; without enough of them it says why", () => {
  const child = nineDays([0]);
  const parent = nineDays([]);
  const corrected = parent.map((race, day) => (day === 3 ? { ...race, starters: 7, loss: 99 } : race));
  expect(besideParent(child, corrected, 2)).toMatchObject({ kind: "measured", races: 8, tries: 2 });
  expect(besideParent([...child, { ...child[0]!, raceId: "new" }], parent, 2)).toMatchObject({ races: 9 });
  for (const [base, reason] of [
    [null, "parent-without-races"],
    [nineDays([]).map((race) => ({ ...race, raceId: `other ${race.raceId}` })), "no-common-races"],
    [nineDays([], 7), "too-few-days"],
  ] as const) {
    const beside = besideParent(child, base, 3);
    expect(beside).toEqual({ kind: "not-measured", reason, tries: 3 });
    expect(unpackBesideParent(packBesideParent(beside))).toEqual(beside);
  }
  // A model with the same features as its parent is neither better nor worse.
  const same = besideParent(child, child, 1);
  expect(same.kind === "measured" && [same.difference, verdictOf(same)]).toEqual([0, "unknown"]);
});

test("returns are compared on the same races, and kept with the difference; unknown where one side kept no bets", () => {
  const withBets = (payoutOf: (day: number) => number) =>
    nineDays([]).map((race, day) => ({ ...race, bets: packRaceBets(() => [payoutOf(day), 200]) }));
  const parent = withBets(() => 100);
  const measured = besideParent(
    withBets((day) => 120 + (day % 2) * 40),
    parent,
    1,
  );
  if (measured.kind !== "measured") throw new Error(measured.reason);
  const { win } = measured.returns!;
  // 5 × 120 + 4 × 160 = 1,240 and 900, of 1,800.
  expect(win.baseRate).toBeCloseTo(0.5, 8);
  expect(win.rate).toBeCloseTo(1240 / 1800, 8);
  expect(win.difference).toBeCloseTo(340 / 1800, 8);
  // Gains less their mean of 37.78: 5 × 17.78² + 4 × 22.22² = 3,555.6; × 9 / 8; root 63.25 of 1,800 = 0.035136. Each of three
  // bet types has a third of 0.030396: z = 2.3228, with Student's 2.3060 / 1.9600.
  expect(win.high - win.difference).toBeCloseTo(0.035136 * 2.3228 * (2.306 / 1.96), 3);
  const kept = unpackBesideParent(packBesideParent(measured));
  expect(kept.kind === "measured" && kept.returns?.quinella.difference).toBeCloseTo(340 / 1800, 5);
  const without = besideParent(nineDays([]), parent, 1);
  expect(without.kind === "measured" && without.returns).toBeNull();
  expect(unpackBesideParent(packBesideParent(without))).toMatchObject({ kind: "measured", returns: null });
});
