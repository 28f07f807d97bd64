import { expect, test } from "vitest";
import { DEMO_FANS } from "#app/demo/demo-fans.ts";
import { demoModelTimes } from "#app/demo/demo-models.server.ts";
import { DEMO_MODELS, DEMO_WAVE } from "#app/demo/demo-models-list.ts";
import { countFeatures, raceCustomizesOf, staticFeaturesOf } from "#app/domain/features/choice.ts";
import { isPaid, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";

/** Demo accounts open to everybody, and their plans. */
const ACCOUNTS = new Map([
  ["standard@demo.example", 3],
  ["pro@demo.example", 4],
  ["premium@demo.example", 5],
  ["unlimited@demo.example", 6],
]);

const planOf = (email: string) =>
  DEMO_FANS.find((fan) => fan.email === email)?.plans.at(-1)?.[0] ?? ACCOUNTS.get(email) ?? null;

test("demo models have different names and choices, all valid for the creation form", () => {
  for (const values of [
    DEMO_MODELS.map(({ key }) => key),
    DEMO_MODELS.map(({ name }) => name),
    DEMO_MODELS.map(({ choice }) => JSON.stringify(choice)),
  ]) {
    expect(new Set(values).size).toBe(DEMO_MODELS.length);
  }
  for (const { name, venueType, choice, email } of DEMO_MODELS) {
    expect([...name].length, name).toBeLessThanOrEqual(15);
    expect(choice.static.filter((feature) => !staticFeaturesOf(venueType).includes(feature))).toEqual([]);
    const customizes = Object.values(choice.average).flatMap(({ race_customize }) => race_customize);
    expect(customizes.filter((customize) => !raceCustomizesOf(venueType).includes(customize))).toEqual([]);
    expect(choice.isAllVenue === undefined, name).toBe(venueType === VenueType.central);
    expect(countFeatures(choice)).toBeGreaterThan(0);
    expect(countFeatures(choice)).toBeLessThanOrEqual(planLimits(planOf(email) ?? -1).features);
  }
});

test("nobody has more demo models than the plan allows, and accounts that can log in have room for one more", () => {
  const owners = new Map<string, number>();
  for (const { email } of DEMO_MODELS) owners.set(email, (owners.get(email) ?? 0) + 1);
  for (const [email, models] of owners) {
    const plan = planOf(email);
    expect(plan, email).not.toBeNull();
    const room = ACCOUNTS.has(email) ? 1 : 0;
    expect(models + room, email).toBeLessThanOrEqual(planLimits(plan ?? 1).models);
  }
  expect(owners.size).toBe(DEMO_FANS.length + ACCOUNTS.size);
});

test("the first ten are central, of people long on plans 2 to 6", () => {
  const first = DEMO_MODELS.slice(0, DEMO_WAVE);
  for (const { email, venueType, made, name } of first) {
    expect([venueType, "early" in made], name).toEqual([VenueType.central, true]);
    const fan = DEMO_FANS.find((candidate) => candidate.email === email);
    const paidSince = fan?.plans.findLast(([plan]) => !isPaid(plan)) ?? [1, 0];
    // Ninety days cover the month shown on the 4th and the time in which its models were created.
    const [, daysAgo] = fan?.plans[fan.plans.indexOf(paidSince) + 1] ?? [1, 0];
    expect(daysAgo, name).toBeGreaterThan(90);
  }
});

for (const [now, shownMonth] of [
  ["2026-11-21T10:00:00+09:00", "2026-10"],
  ["2026-11-24T10:00:00+09:00", "2026-10"],
  ["2026-12-01T00:00:00+09:00", "2026-10"],
  ["2026-12-04T23:59:59+09:00", "2026-10"],
  ["2026-12-05T05:59:59+09:00", "2026-10"],
  ["2026-12-05T06:00:00+09:00", "2026-11"],
  ["2026-08-31T10:00:00+09:00", "2026-07"],
  ["2027-01-31T10:00:00+09:00", "2026-12"],
  ["2027-03-04T10:00:00+09:00", "2027-01"],
] as const) {
  test(`started at ${now}, the first ten are complete before ${shownMonth} and the month before the start`, () => {
    const at = Date.parse(now) / 1000;
    // The small sample's ten weeks, of which the first ten days are enough to train on.
    for (const learnableFrom of ["2020-01-10", japanDay(at - 62 * 86_400)]) {
      for (const model of DEMO_MODELS.slice(0, DEMO_WAVE)) {
        const times = demoModelTimes(model, { now: at, learnableFrom });
        expect(japanDay(times.createdAt)).toBe(times.cutoffDay);
        expect(japanDay(times.completedAt)).toBe(times.cutoffDay);
        expect(times.completedAt).toBeGreaterThan(times.createdAt);
        const previousMonth = japanDay(startOfJapanDay(`${japanDay(at).slice(0, 7)}-01`) - 1).slice(0, 7);
        expect(times.cutoffDay < `${previousMonth}-01`).toBe(true);
        if (learnableFrom === "2020-01-10") expect(times.cutoffDay < `${shownMonth}-01`).toBe(true);
      }
    }
  });
}

test("a demo model is created neither before there is data to train on, nor today", () => {
  const now = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
  const key = DEMO_MODELS[0]!.key;
  const days = (made: { early: number } | { recent: number }, learnableFrom: string) =>
    demoModelTimes({ key, made }, { now, learnableFrom }).cutoffDay;
  expect(days({ early: 12 }, "2026-01-01")).toBe("2026-09-19");
  expect(days({ early: 12 }, "2026-09-25")).toBe("2026-09-25");
  expect(days({ recent: 3 }, "2026-01-01")).toBe("2026-11-18");
  expect(days({ recent: 0 }, "2026-01-01")).toBe("2026-11-20");
});
