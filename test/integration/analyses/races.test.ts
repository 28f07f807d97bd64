import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runners } from "#app/db/schema/racing.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { RunnerStatus, VenueType } from "#app/domain/racing/race.ts";
import * as races from "#app/services/analyses/races.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const FREE = { id: 1, plan: 1, defaultModelId: null };
const ADMIN = { id: 2, plan: 0, defaultModelId: null };

test("a day's races are sorted by venue type, venue and number, without invisible and unoffered ones", async () => {
  const { database, deps, db } = await openTestDeps();
  await sql(database.d1)`insert into imports (id, source, status, created_at)
    values (7, 'real', 'applying', 1)`.run();
  await insertRace(db, { raceId: "b2", venue: "B", raceNum: 2, source: "real" });
  await insertRace(db, { raceId: "b10", venue: "B", raceNum: 10, source: "real" });
  await insertRace(db, { raceId: "n1", venue: "A", venueType: 2, raceNum: 1, source: "real" });
  await insertRace(db, { raceId: "a1", venue: "A", raceNum: 1 });
  await insertRace(db, { raceId: "hidden", venue: "C", hidden: true });
  await insertRace(db, { raceId: "pending", venue: "D", pendingImportId: 7 });
  await insertRace(db, { raceId: "regional", venue: "E", venueType: 4 });
  await insertRace(db, { raceId: "yesterday", venue: "A", date: "2026-11-20" });
  const day = await races.listDay(deps, { user: FREE, date: "2026-11-21" });
  expect(day.kind === "races" && day.races.map(({ raceId }) => raceId)).toEqual(["a1", "b2", "b10", "n1"]);
  expect(day.kind === "races" && day.races[0]).toEqual({
    raceId: "a1",
    date: "2026-11-21",
    venue: "A",
    venueType: 1,
    raceNum: 1,
    name: "サンプル特別",
    startTime: null,
    surface: null,
    distanceM: null,
    weather: null,
    going: null,
    status: "scheduled",
    runnerCount: 10,
    isAcquiredWeight: true,
    meetingNum: null,
    meetingDay: null,
    grade: null,
    raceClass: null,
    dataVersion: 1,
  });
  expect(await races.find(deps, { user: ADMIN, raceId: "hidden" })).toBeNull();
  expect(await races.find(deps, { user: ADMIN, raceId: "pending" })).toBeNull();
  expect(await races.find(deps, { user: ADMIN, raceId: "nowhere" })).toBeNull();
});

test("tomorrow opens at midnight in Japan, and earlier for the admin only", async () => {
  const { database, deps } = await openTestDeps();
  await insertRace(database.db, { raceId: "r1", date: "2026-11-22", runnerRows: 2 });
  deps.clock.now = startOfJapanDay("2026-11-22") - 1;
  expect(await races.listDay(deps, { user: FREE, date: "2026-11-22" })).toEqual({ kind: "refused", reason: "future" });
  expect(await races.find(deps, { user: FREE, raceId: "r1" })).toBeNull();
  expect((await races.listDay(deps, { user: ADMIN, date: "2026-11-22" })).kind).toBe("races");
  expect((await races.find(deps, { user: ADMIN, raceId: "r1" }))?.runners.map(({ horseNum }) => horseNum)).toEqual([
    1, 2,
  ]);
  deps.clock.now += 1;
  expect((await races.listDay(deps, { user: FREE, date: "2026-11-22" })).kind).toBe("races");
  const found = await races.find(deps, { user: FREE, raceId: "r1" });
  expect(found?.runners[1]).toMatchObject({ raceId: "r1", horseNum: 2, horseName: "ウマ2", trouble: null });
  expect(found?.runners[0]).not.toHaveProperty("contentHash");
});

test("another id of a race leads to it; an id that a race has itself means that race", async () => {
  const { database, deps } = await openTestDeps();
  await insertRace(database.db, { raceId: "r1", runnerRows: 2 });
  await insertRace(database.db, { raceId: "r2", raceNum: 2 });
  await insertRace(database.db, { raceId: "tomorrow", date: "2026-11-22" });
  await sql(database.d1)`insert into race_aliases
    values ('other-r1', 'r1'), ('r2', 'r1'), ('later', 'tomorrow')`.run();
  const find = (raceId: string) => races.find(deps, { user: FREE, raceId });
  expect(await find("other-r1")).toMatchObject({
    race: { raceId: "r1" },
    runners: [{ raceId: "r1" }, { raceId: "r1" }],
  });
  expect(await find("r2")).toMatchObject({ race: { raceId: "r2" } });
  expect([await find("later"), await find("nowhere")]).toEqual([null, null]);
});

test("weights count as announced once half of the declared runners have one", async () => {
  const { database, deps } = await openTestDeps();
  const acquired = [];
  for (const [index, [runnerCount, weighedCount]] of [
    [0, 0],
    [10, 0],
    [10, 4],
    [10, 5],
    [11, 5],
    [11, 6],
    [9, 9],
  ].entries()) {
    await insertRace(database.db, { raceId: `r${index}`, raceNum: index + 1, runnerCount, weighedCount });
    acquired.push((await races.find(deps, { user: FREE, raceId: `r${index}` }))?.race.isAcquiredWeight);
  }
  expect(acquired).toEqual([false, false, false, true, false, true, true]);
});

test("the nearest race days are visible ones up to today, by venue type", async () => {
  const { deps, db } = await openTestDeps();
  const add = (date: string, venueType: VenueType, more: object = {}) =>
    insertRace(db, { raceId: `${date}-${venueType}`, date, venueType, ...more });
  await add("2026-11-08", 1);
  await add("2026-11-15", 1);
  await add("2026-11-16", 1, { hidden: true });
  await add("2026-11-21", 1);
  await add("2026-11-22", 1);
  await add("2026-11-19", 2);
  await add("2026-11-25", 3);
  await add("2026-11-18", 4);
  const nearby = async (date: string) => (await races.findDays(deps, { date })).nearby;
  expect(await nearby("2026-11-18")).toEqual([
    { venueType: 1, previous: "2026-11-15", next: "2026-11-21" },
    { venueType: 2, previous: null, next: "2026-11-19" },
    { venueType: 3, previous: null, next: null },
  ]);
  expect(await nearby("2026-11-21")).toEqual([
    { venueType: 1, previous: "2026-11-15", next: null },
    { venueType: 2, previous: "2026-11-19", next: null },
    { venueType: 3, previous: null, next: null },
  ]);
  // From a day in the future (the admin's), today is the latest that is linked.
  expect((await nearby("2026-12-31"))[0]).toEqual({
    venueType: 1,
    previous: "2026-11-21",
    next: null,
  });
});

test("years are those with a visible race at a venue of models, until today", async () => {
  const { database, deps } = await openTestDeps();
  const add = (date: string, more: object = {}) => insertRace(database.db, { raceId: date, date, ...more });
  expect((await races.findDays(deps, { date: "2026-11-21" })).years).toEqual([]);
  await add("2017-12-31");
  await add("2018-01-01");
  await add("2019-05-05", { hidden: true });
  await add("2020-12-31", { venueType: 3 });
  await add("2021-05-05", { venueType: 4 });
  await add("2026-11-22");
  await add("2027-01-05");
  expect((await races.findDays(deps, { date: "2026-11-21" })).years).toEqual([2018, 2020]);
  await add("2026-11-21");
  const day = await races.listDay(deps, { user: FREE, date: "2018-01-01" });
  expect(day.kind === "races" && day.days.years).toEqual([2018, 2020, 2026]);
});

test("a day's list marks the races its reader has analysed, and nobody else's", async () => {
  const { deps, db } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id });
  for (const id of [1, 2]) await insertModel(db, { id, userId: 1 });
  await insertModel(db, { id: 3, userId: 2 });
  for (const raceNum of [1, 2, 3, 4, 5]) await insertRace(db, { raceId: `r${raceNum}`, raceNum });
  await insertRace(db, { raceId: "other-day", date: "2026-11-20" });
  const add = (id: number, raceId: string, more: object) => insertAnalysis(db, { id, raceId, ...more });
  await add(1, "r1", { modelId: 1, userId: 1 });
  await add(2, "r1", { modelId: 2, userId: 1 });
  await add(3, "r2", { modelId: 1, userId: 1, status: 1 });
  await add(4, "r3", { modelId: 1, userId: 1, deletedAt: 5 });
  await add(5, "r4", { modelId: 3, userId: 2 });
  await add(6, "r5", { modelId: 1, userId: 1, status: 3 });
  await add(7, "other-day", { modelId: 1, userId: 1 });
  const analysedBy = async (id: number) => {
    const day = await races.listDay(deps, { user: { ...FREE, id }, date: "2026-11-21" });
    return day.kind === "races" ? day.rows.filter(({ index }) => index !== null).map(({ race }) => race.raceId) : null;
  };
  expect(await analysedBy(1)).toEqual(["r1"]);
  expect(await analysedBy(2)).toEqual(["r4"]);
});

test("a day without racing returns the next day's races up to today, else the last day's, only if requested", async () => {
  const { deps, db } = await openTestDeps();
  const add = (date: string, more: object = {}) =>
    insertRace(db, { raceId: `${date}${JSON.stringify(more)}`, date, ...more });
  const shown = async (date: string, orNearest = true) => {
    const day = await races.listDay(deps, { user: FREE, date, orNearest });
    return day.kind === "races" ? day.races.map((race) => race.date) : day.kind;
  };
  expect(await shown("2026-11-18")).toEqual([]);
  await add("2026-11-15");
  await add("2026-11-17", { hidden: true });
  await add("2026-11-20", { venueType: 4 });
  await add("2026-11-22");
  // The next day is still closed.
  expect(await shown("2026-11-18")).toEqual(["2026-11-15"]);
  expect(await shown("2026-11-21")).toEqual(["2026-11-15"]);
  expect(await shown("2026-11-21", false)).toEqual([]);
  await add("2026-11-19", { venueType: 2 });
  expect(await shown("2026-11-18")).toEqual(["2026-11-19"]);
  expect(await shown("2026-11-15")).toEqual(["2026-11-15"]);
  expect(await shown("2026-11-22")).toBe("refused");
});

test("a day shows its winners and the first three of the best model's analysis, as they ended", async () => {
  const { deps, db } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id });
  for (const [id, userId] of [
    [1, 1],
    [2, 1],
    [3, 2],
  ] as const)
    await insertModel(db, { id, userId });
  for (const raceNum of [1, 2]) await insertRace(db, { raceId: `r${raceNum}`, raceNum, runnerRows: 6 });
  const end = (horseNum: number, status: RunnerStatus, finishPosition: number | null) =>
    db
      .update(runners)
      .set({ status, finishPosition })
      .where(and(eq(runners.raceId, "r1"), eq(runners.horseNum, horseNum)));
  await end(5, "finished", 1);
  await end(2, "finished", 1);
  await end(6, "finished", 3);
  await end(4, "scratched", null);
  const scores = (...horseNums: number[]) => JSON.stringify(horseNums.map((horseNum) => ({ horseNum })));
  await insertAnalysis(db, { id: 1, modelId: 1, scores: scores(1, 2, 3) });
  await insertAnalysis(db, { id: 2, modelId: 2, scores: scores(4, 6, 99, 5), modelName: "新しい" });
  await insertAnalysis(db, { id: 3, modelId: 3, userId: 2, scores: scores(5), raceId: "r2" });
  const day = await races.listDay(deps, { user: FREE, date: "2026-11-21" });
  if (day.kind === "refused") throw new Error("refused");
  const [first, second] = day.rows;
  expect(first?.winners.map(({ horseName }) => horseName)).toEqual(["ウマ2", "ウマ5"]);
  expect(first?.scratched).toEqual([4]);
  // Who is not on the card is left out; who was withdrawn comes last and keeps its place.
  expect(first?.index).toMatchObject({ analysisId: 2, pick: 4 });
  expect(first?.index?.marked.map(({ horseNum, mark, isPick }) => [horseNum, mark, isPick])).toEqual([
    [6, "rival", false],
    [4, null, true],
  ]);
  expect(second).toMatchObject({ index: null, winners: [], scratched: [] });
  const starred = await races.listDay(deps, { user: { ...FREE, defaultModelId: 1 }, date: "2026-11-21" });
  expect(starred.kind === "races" && starred.rows[0]?.index?.analysisId).toBe(1);
});

test("the calendar has a month's venue days up to today, with the highest grade of each", async () => {
  const { database, deps } = await openTestDeps();
  let raceNum = 0;
  const add = (date: string, venue: string, more: object = {}) => {
    raceNum += 1;
    return insertRace(database.db, { raceId: `r${raceNum}`, raceNum, date, venue, ...more });
  };
  await add("2026-10-31", "東京");
  await add("2026-11-01", "京都", { grade: "listed" });
  await add("2026-11-01", "京都", { grade: "G2" });
  await add("2026-11-01", "京都", { grade: "G3" });
  await add("2026-11-01", "大井", { venueType: 2, grade: "stakes" });
  await add("2026-11-01", "中山", { hidden: true });
  await add("2026-11-02", "門別", { venueType: 3 });
  await add("2026-11-02", "盛岡", { venueType: 4 });
  await add("2026-11-22", "東京");
  const programme = async (user: typeof FREE, date: string, month?: string) => {
    const day = await races.listDay(deps, { user, date, month });
    return day.kind === "races" && day.programme.map((one) => `${one.date} ${one.venue} ${one.grade}`);
  };
  const november = ["2026-11-01 京都 G2", "2026-11-01 大井 stakes", "2026-11-02 門別 null"];
  expect(await programme(FREE, "2026-11-21")).toEqual(november);
  expect(await programme(FREE, "2026-11-21", "2026-10")).toEqual(["2026-10-31 東京 null"]);
  expect(await programme(ADMIN, "2026-11-22")).toEqual([...november, "2026-11-22 東京 null"]);
});

test("graded races of a week around today are near, as far as the reader may see, by their start", async () => {
  const { deps, db } = await openTestDeps();
  const graded = (raceId: string, date: string, values: Partial<Parameters<typeof insertRace>[1]> = {}) =>
    insertRace(db, { raceId, date, grade: "G3", ...values });
  await graded("old", "2026-11-13");
  await graded("week", "2026-11-14");
  await graded("late", "2026-11-21", { grade: "G1", startTime: "15:40" });
  await graded("early", "2026-11-21", { grade: "stakes", startTime: "15:00", venue: "大井", venueType: 2 });
  await graded("listed", "2026-11-21", { grade: "listed", venue: "京都" });
  await graded("hidden", "2026-11-21", { hidden: true, venue: "福島" });
  await graded("soon", "2026-11-28");
  await graded("later", "2026-11-29");
  const near = async (user: typeof FREE, date = "2026-11-21") => {
    const day = await races.listDay(deps, { user, date });
    return day.kind === "races" ? day.graded.map(({ raceId }) => raceId) : null;
  };
  expect(await near(FREE)).toEqual(["week", "early", "late"]);
  // Whatever day is shown.
  expect(await near(FREE, "2026-10-03")).toEqual(["week", "early", "late"]);
  expect(await near(ADMIN)).toEqual(["week", "early", "late", "soon"]);
});
