import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#app/db/database.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import { FAVOURITES_MAX, NOTES_MAX } from "#app/domain/own-marks.ts";
import { listFavourites, saveNote, setFavourite } from "#app/services/fans/fans.server.ts";
import { readPage } from "#app/services/fans/horses.server.ts";
import { outcomeOf } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const USER = { id: 1, plan: 1 };
const OTHER = { id: 2, plan: 1 };

async function open() {
  const { database, deps } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(database.db, { id });
  return {
    ...database,
    deps,
    read: (values: Partial<Parameters<typeof readPage>[1]> = {}) =>
      readPage(deps, { user: USER, horseId: "h", ...values }),
    count: async (table: string) =>
      (await database.d1.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n,
  };
}

/** A race that horse h runs in. */
async function insertRun(
  db: Database,
  day: string,
  run: Partial<typeof runners.$inferInsert> = {},
  race: Partial<Parameters<typeof insertRace>[1]> = {},
) {
  const raceId = `r-${day}`;
  await insertRace(db, { raceId, date: day, status: "result", ...race });
  await db.insert(runners).values({
    ...{ raceId, horseNum: 3, bracketNum: 2, horseId: "h", horseName: "ハルカナ", sex: "male", age: 4 },
    ...{ status: "finished", finishPosition: 5, trouble: null, contentHash: "hash" },
    ...run,
  });
}

const scores = (index: number) =>
  JSON.stringify([
    { horseNum: 1, bracketNum: 1, horseName: "", index: 2, probability: null },
    { horseNum: 3, bracketNum: 2, horseName: "", index, probability: null },
  ]);

test("a horse's page has its starts, the newest first, its next race, and its facts as of the newest", async () => {
  await using site = await open();
  const { db } = site;
  await insertRun(db, "2025-10-05", { age: 3, finishPosition: 1, sireName: "父", damSireName: "母父" });
  await insertRun(db, "2026-08-01", { status: "scratched", finishPosition: null });
  await insertRun(db, "2026-09-05", { status: "did_not_finish", finishPosition: null });
  await insertRun(db, "2026-10-03", { finishPosition: 2, trainerName: "前の師" }, { hidden: true });
  const card = { status: "entered", finishPosition: null, trainerName: "今の師" } as const;
  await insertRun(db, "2026-11-21", card, { status: "scheduled", startTime: "15:40" });
  await insertRun(db, "2026-11-22", card, { status: "scheduled" });
  const horse = await site.read();
  expect(horse).toMatchObject({
    ...{ horseName: "ハルカナ", sex: "male", age: 4, bornIn: 2022, trainerName: "今の師" },
    ...{ sireName: "父", damSireName: "母父", note: null, isFavourite: false, models: [], modelId: null },
  });
  expect(horse?.runs.map(({ date, finishPosition }) => [date, finishPosition])).toEqual([
    ["2026-09-05", null],
    ["2025-10-05", 1],
  ]);
  // Tomorrow's card is not for everybody.
  expect(horse?.next).toMatchObject({ raceId: "r-2026-11-21", horseNum: 3, startTime: "15:40" });
  expect(await site.read({ horseId: "nobody" })).toBeNull();
  await insertRun(db, "2026-10-10", { horseId: "hidden horse" }, { hidden: true });
  expect(await site.read({ horseId: "hidden horse" })).toBeNull();
});

test("marks, note and favourite are the reader's own, and the indices those of one of the reader's models", async () => {
  await using site = await open();
  const { db } = site;
  for (const day of ["2026-09-05", "2026-10-03"]) await insertRun(db, day);
  await insertModel(db, { id: 1, name: "一" });
  await insertModel(db, { id: 2, name: "二" });
  await insertModel(db, { id: 3, userId: 2, name: "他人" });
  const [old, late] = ["r-2026-09-05", "r-2026-10-03"];
  await insertAnalysis(db, { id: 1, raceId: old, modelName: "一", scores: scores(0.5) });
  await insertAnalysis(db, { id: 2, raceId: late, modelName: "一", scores: scores(1.2) });
  await insertAnalysis(db, { id: 3, raceId: late, modelName: "一", scores: scores(1.4), raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 4, raceId: late, modelId: 2, modelName: "二", scores: scores(-0.3) });
  await insertAnalysis(db, { id: 5, raceId: old, modelId: 2, modelName: "二", scores: scores(9), isLearntFrom: true });
  await insertAnalysis(db, { id: 6, raceId: old, modelId: 3, userId: 2, modelName: "他人", scores: scores(8) });
  await site.d1.batch([
    sql(site.d1)`insert into horse_marks
      values (1, 'r-2026-10-03', 'h', 'third', 1), (2, 'r-2026-09-05', 'h', 'dropped', 1)`,
    site.d1.prepare("insert into horse_notes values (2, 'h', 1, '他人のメモ')"),
    site.d1.prepare("insert into favourite_horses values (2, 'h', 1)"),
  ]);
  const horse = await site.read();
  expect(horse).toMatchObject({ note: null, isFavourite: false, modelId: 1 });
  expect(horse?.models).toEqual([
    { modelId: 1, modelName: "一", runs: 2 },
    { modelId: 2, modelName: "二", runs: 1 },
  ]);
  expect(horse?.runs.map(({ mark, index }) => [mark, index?.index, index?.place])).toEqual([
    ["third", 1.4, 2],
    [null, 0.5, 2],
  ]);
  const bySecond = await site.read({ modelId: 2 });
  expect(bySecond?.runs.map(({ index }) => index?.index)).toEqual([-0.3, undefined]);
  // Another user's model is not one to choose.
  expect((await site.read({ modelId: 3 }))?.modelId).toBe(1);
});

test("a favourite is added and taken away, once however often it is sent, and never one too many", async () => {
  await using site = await open();
  await insertRun(site.db, "2026-10-03");
  const set = (isFavourite: boolean, user = USER) => setFavourite(site.deps, { user, horseId: "h", isFavourite });
  const all = await Promise.all([set(true), set(true), set(true)]);
  expect(all.map(({ kind }) => kind)).toEqual(["saved", "saved", "saved"]);
  expect([await site.count("favourite_horses"), (await site.read())?.isFavourite]).toEqual([1, true]);
  expect((await site.read({ user: OTHER }))?.isFavourite).toBe(false);
  await Promise.all([set(false), set(false)]);
  expect(await site.count("favourite_horses")).toBe(0);
  expect(await setFavourite(site.deps, { user: USER, horseId: "nobody", isFavourite: true })).toEqual({
    ...{ kind: "refused", reason: "not-found" },
  });

  await sql(site.d1)`with recursive horse(n) as (select 1 union all select n + 1 from horse
    where n < ${FAVOURITES_MAX - 1})
    insert into favourite_horses (user_id, horse_id, added_at) select 1, 'old' || n, 1 from horse`.run();
  await insertRun(site.db, "2026-10-10", { horseId: "i" });
  const horses = ["h", "i"];
  const answers = await Promise.all(
    horses.map((horseId) => setFavourite(site.deps, { user: USER, horseId, isFavourite: true })),
  );
  expect(answers.map(outcomeOf).sort()).toEqual(["saved", "too-many-favourites"]);
  expect(await site.count("favourite_horses")).toBe(FAVOURITES_MAX);
  expect(await set(true, OTHER)).toEqual({ kind: "saved" });
});

test("the note of a horse's page is that of its cards", async () => {
  await using site = await open();
  await insertRun(site.db, "2026-10-03");
  const save = (note: string, horseId = "h") => saveNote(site.deps, { user: USER, horseId, note });
  expect(await save("内で折り合う")).toEqual({ kind: "saved" });
  expect((await site.read())?.note).toEqual({ text: "内で折り合う", notedAt: site.deps.now() });
  expect((await site.read({ user: OTHER }))?.note).toBeNull();
  expect(await save("だれ", "nobody")).toEqual({ kind: "refused", reason: "not-found" });
  await save("");
  expect((await site.read())?.note).toBeNull();
  await sql(site.d1)`with recursive horse(n) as (select 1 union all select n + 1 from horse where n < ${NOTES_MAX})
    insert into horse_notes (user_id, horse_id, noted_at, note) select 1, 'old' || n, 1, 'x' from horse`.run();
  expect(await save("もう一頭")).toEqual({ kind: "refused", reason: "too-many-notes" });
});

test("favourites are listed with the next entry and the own note, those that run first; other readers have their own", async () => {
  await using site = await open();
  const { db, deps } = site;
  const entered = { status: "entered", finishPosition: null } as const;
  await insertRun(db, "2026-10-03", { horseId: "rested", horseName: "ヤスミ" });
  await insertRun(db, "2026-09-05", { horseId: "today", horseName: "キョウ" });
  await insertRun(db, "2026-11-21", { ...entered, horseId: "today", horseName: "キョウ" }, { status: "scheduled" });
  await insertRun(db, "2026-11-22", { ...entered, horseId: "tomorrow", horseName: "アス" }, { status: "scheduled" });
  await insertRun(db, "2026-10-10", { horseId: "tomorrow", horseName: "アス" });
  await insertRun(db, "2026-10-11", { horseId: "gone", horseName: "カクレ" });
  for (const horseId of ["rested", "today", "tomorrow", "gone"]) {
    expect(await setFavourite(deps, { user: USER, horseId, isFavourite: true })).toEqual({ kind: "saved" });
  }
  await setFavourite(deps, { user: OTHER, horseId: "rested", isFavourite: true });
  await saveNote(deps, { user: USER, horseId: "today", note: "内枠なら" });
  await saveNote(deps, { user: OTHER, horseId: "rested", note: "ひとのメモ" });
  await db.update(races).set({ hidden: true }).where(eq(races.raceId, "r-2026-10-11"));
  const listed = await listFavourites(deps, { user: USER });
  expect(listed.map(({ horseId, note, next }) => [horseId, note, next?.raceId ?? null])).toEqual([
    ["today", "内枠なら", "r-2026-11-21"],
    // Tomorrow's card is not for everybody.
    ["rested", null, null],
    ["tomorrow", null, null],
  ]);
  expect(listed[0]?.next).toMatchObject({ horseNum: 3, bracketNum: 2, date: "2026-11-21" });
  expect(await listFavourites(deps, { user: { ...USER, plan: 0 } })).toMatchObject([
    { horseId: "today" },
    { horseId: "tomorrow", next: { raceId: "r-2026-11-22" } },
    { horseId: "rested" },
  ]);
  expect((await listFavourites(deps, { user: OTHER })).map(({ horseId, note }) => [horseId, note])).toEqual([
    ["rested", "ひとのメモ"],
  ]);
});
