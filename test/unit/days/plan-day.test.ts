import { expect, test } from "vitest";
import { type DayRace, mainRaces, planDay } from "#app/domain/days/plan-day.ts";
import { makeRace } from "#test/unit/support/racing-factories.ts";

const NOON = Date.parse("2026-11-21T12:00:00+09:00") / 1000;

const race = (raceId: string, values: Partial<DayRace> = {}): DayRace => ({
  ...makeRace({ raceId, startTime: "13:00", isAcquiredWeight: true }),
  ...values,
});

const plan = (races: DayRace[], { isWeight = false, standing = {} } = {}) =>
  planDay(races, {
    model: { venueType: 1, isWeight },
    standing: new Map(Object.entries<"analysed" | "pending">(standing)),
    now: NOON,
  });

test("races come earliest first, then by course and number, those of unknown time last, of the model's venues only", () => {
  const races = [
    race("unknown", { startTime: null }),
    race("late", { startTime: "15:30" }),
    race("tokyo", { raceNum: 4 }),
    race("kyoto", { venue: "京都", raceNum: 12 }),
    race("other", { venueType: 2, startTime: "09:00" }),
  ];
  expect(plan(races).map((planned) => planned.race.raceId)).toEqual(["kyoto", "tokyo", "late", "unknown"]);
});

test("what counts: races without an analysis that one can be asked for", () => {
  const races = [
    race("a"),
    race("b"),
    race("c"),
    race("d", { status: "cancelled" }),
    race("e", { runnerCount: 0 }),
    race("f", { startTime: "11:00" }),
    race("g", { status: "result", startTime: "10:00" }),
  ];
  const planned = plan(races, { standing: { b: "analysed", c: "pending", d: "analysed" } });
  expect(
    Object.fromEntries(planned.map(({ race: { raceId }, state, isStarted }) => [raceId, [state, isStarted]])),
  ).toEqual({
    a: ["to-count", false],
    b: ["analysed", false],
    c: ["pending", false],
    d: ["cancelled", false],
    e: ["no-runners", false],
    f: ["to-count", true],
    g: ["to-count", true],
  });
});

test("a model that reads body weights waits for them until the race is run", () => {
  const races = [
    race("weighed"),
    race("to come", { isAcquiredWeight: false }),
    race("run", { isAcquiredWeight: false, status: "result" }),
    race("asked", { isAcquiredWeight: false }),
    race("over", { isAcquiredWeight: false, date: "2026-11-20" }),
  ];
  const planned = plan(races, { isWeight: true, standing: { asked: "pending" } });
  expect(
    Object.fromEntries(planned.map(({ race: { raceId }, state, awaitsWeights }) => [raceId, [state, awaitsWeights]])),
  ).toEqual({
    weighed: ["to-count", false],
    "to come": ["to-count", true],
    run: ["no-weights", false],
    asked: ["pending", true],
    over: ["no-weights", false],
  });
  expect(plan(races).every(({ awaitsWeights, state }) => !awaitsWeights && state === "to-count")).toBe(true);
});

test("with few uses left the main races come first: before the start, graded, then the later ones", () => {
  const graded = (raceId: string, raceNum: number, startTime: string, grade: string | null = null) => ({
    ...race(raceId, { raceNum, startTime }),
    grade,
  });
  const races = [
    graded("started", 12, "11:00", "G1"),
    graded("early", 5, "12:10"),
    graded("graded", 9, "14:00", "G3"),
    graded("main", 11, "15:30"),
  ];
  const planned = planDay(races, { model: { venueType: 1, isWeight: false }, standing: new Map(), now: NOON });
  expect([...mainRaces(planned, 2)]).toEqual(["graded", "main"]);
  expect([...mainRaces(planned, 4)]).toEqual(["graded", "main", "early", "started"]);
});
