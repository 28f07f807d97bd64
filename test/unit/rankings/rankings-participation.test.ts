import { expect, test } from "vitest";
import { type PlanFact, planHistory } from "#app/domain/plans/plan-history.ts";
import { type CandidateModel, raceDaysAfter, selectParticipants } from "#app/domain/rankings/participation.ts";
import { findPeriod } from "#test/unit/support/ranking-factories.ts";

const japan = (text: string) => Date.parse(`${text}+09:00`) / 1000;

/** A weekend with a Monday meeting, and a month that a weekend spans into. */
const WEEK = findPeriod("weekly", "2026-10-10", ["2026-10-10", "2026-10-11", "2026-10-12"])!;
const MONTH_DAYS = ["10-31", "11-01", "11-07", "11-08", "11-14", "11-15"].map((monthDay) => `2026-${monthDay}`);
const MONTH = findPeriod("monthly", "2026-11", MONTH_DAYS)!;

const model = (fields: Partial<CandidateModel> = {}): CandidateModel => ({
  modelId: 7,
  featureCount: 50,
  isHeld: true,
  createdAt: japan("2026-09-01T10:00:00"),
  venueType: 1,
  completedAt: japan("2026-09-01T10:15:00"),
  ...fields,
});

const completed = (at: string) => model({ createdAt: japan(at) - 900, completedAt: japan(at) });
const daysOf = (models: readonly CandidateModel[], plan = 2, period = WEEK) =>
  selectParticipants({ plan, models }, period).map(({ modelId, raceDays }) => [modelId, raceDays.length]);

/** The history's plan at an instant, including a change in that very second, like the database query. */
const planAt = (history: readonly Pick<PlanFact, "plan" | "at">[], at: number) =>
  history.filter((fact) => fact.at <= at).at(-1)?.plan ?? 1;

test.each([
  [0, false],
  [1, false],
  [2, true],
  [3, true],
  [4, true],
  [5, true],
  [6, true],
  [9, false],
  [99, false],
  [102, false],
  [106, false],
])("plan %i takes part: %s", (plan, takesPart) => {
  expect(daysOf([model()], plan)).toEqual(takesPart ? [[7, 3]] : []);
});

// The weekend of 10 October uses the plans of Tuesday 13 October 00:00 in Japan.
test.each([
  ["paid since Monday 23:59:59", 1, 2, "2026-10-12T23:59:59", true],
  ["paid from Tuesday 00:00:00 on", 1, 2, "2026-10-13T00:00:00", true],
  ["paid a second later", 1, 2, "2026-10-13T00:00:01", false],
  ["cancelled on Monday 23:59:59", 2, 1, "2026-10-12T23:59:59", false],
  ["cancelled at Tuesday 00:00:00", 2, 1, "2026-10-13T00:00:00", false],
  ["cancelled a second later", 2, 1, "2026-10-13T00:00:01", true],
  ["paid only by the time of the build on Wednesday", 1, 6, "2026-10-14T05:59:59", false],
  ["renewal failed on Monday", 4, 104, "2026-10-12T12:00:00", false],
])("plan change: %s", (_name, before, after, at, takesPart) => {
  const history = [
    { plan: before, at: japan("2026-01-01T00:00:00") },
    { plan: after, at: japan(at) },
  ];
  expect(daysOf([model()], planAt(history, WEEK.participantsAt))).toEqual(takesPart ? [[7, 3]] : []);
});

test("a user without any payment is on no ranked plan", () => {
  expect(daysOf([model()], planAt(planHistory({ subscriptions: [] }), WEEK.participantsAt))).toEqual([]);
});

// Weekend 10, 11 and 12 October 2026.
test.each([
  ["before the weekend", "2026-10-09T23:59:59", 3],
  ["on Saturday at midnight", "2026-10-10T00:00:00", 2],
  ["on Saturday night", "2026-10-10T23:30:00", 2],
  ["on Sunday morning before the first race", "2026-10-11T06:00:00", 1],
  ["on Monday", "2026-10-12T09:00:00", 0],
])("a model completed %s", (_name, at, days) => {
  expect(daysOf([completed(at)])).toEqual(days === 0 ? [] : [[7, days]]);
});

// November's race days: 31 October, 1, 7, 8, 14 and 15 November.
test.each([
  ["four race days after: 7, 8, 14 and 15 November", "2026-11-01T12:00:00", [[7, 4]]],
  ["and until the evening before the first of them", "2026-11-06T23:59:59", [[7, 4]]],
  ["three race days after", "2026-11-07T00:00:00", []],
  ["five: the Sunday of the straddling weekend counts", "2026-10-31T23:59:59", [[7, 5]]],
  ["all six", "2026-10-30T23:59:59", [[7, 6]]],
])("monthly: %s", (_name, at, expected) => {
  expect(daysOf([completed(at)], 2, MONTH)).toEqual(expected);
});

test("the day of completion is Japan's, not UTC's", () => {
  // 31 October 15:30 UTC is 1 November 00:30 in Japan.
  expect(raceDaysAfter(MONTH_DAYS, Date.parse("2026-10-31T15:30:00Z") / 1000)).toEqual(MONTH_DAYS.slice(2));
});

test("models of other venue types, in creation and failed do not take part", () => {
  const others = [
    model({ modelId: 1, venueType: 2 }),
    model({ modelId: 2, venueType: 3 }),
    model({ modelId: 3, completedAt: null }),
    model({ modelId: 4, completedAt: null, isHeld: false }),
    model({ modelId: 5 }),
  ];
  expect(daysOf(others, 6)).toEqual([[5, 3]]);
});

test("only enabled models take part: newest first, and those with too many features do not count", () => {
  const models = [
    model({ modelId: 1, createdAt: 1000 }),
    model({ modelId: 2, createdAt: 2000 }),
    model({ modelId: 3, createdAt: 3000 }),
    model({ modelId: 4, createdAt: 4000, featureCount: 66 }),
  ];
  expect(daysOf(models, 3)).toEqual([
    [3, 3],
    [2, 3],
  ]); // Standard: 65 features, 2 models
  expect(daysOf(models, 2)).toEqual([[3, 3]]); // Starter: 50 features, 1 model
  expect(daysOf(models, 4)).toEqual([
    [4, 3],
    [3, 3],
    [2, 3],
  ]); // PRO: 100 features, 3 models
});

test("a model created after the Tuesday displaces no other", () => {
  const later = model({
    modelId: 8,
    createdAt: japan("2026-10-13T00:00:01"),
    completedAt: japan("2026-10-13T00:15:00"),
  });
  expect(daysOf([model(), later])).toEqual([[7, 3]]);
  const atTheSecond = { ...later, createdAt: japan("2026-10-13T00:00:00") };
  expect(daysOf([model(), atTheSecond])).toEqual([]); // it is the newest, uses Starter's only place, and has no race day
});
