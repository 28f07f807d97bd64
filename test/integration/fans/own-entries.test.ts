import { expect, test } from "vitest";
import { raceAliases } from "#app/db/schema/racing.server.ts";
import { NOTES_MAX } from "#app/domain/own-marks.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import * as races from "#app/services/analyses/races.server.ts";
import { saveOnCard } from "#app/services/fans/fans.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const USER = { ...NO_USES, id: 1, plan: 1, defaultModelId: null, isPausing: false };
const OTHER = { ...USER, id: 2 };
/** 15:40 in Japan. */
const START = Date.parse("2026-11-21T15:40:00+09:00") / 1000;
const BEFORE = START - 1;

async function open(now = BEFORE) {
  const { database, deps } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(database.db, { id });
  await insertRace(database.db, { raceId: "r1", startTime: "15:40", runnerRows: 3 });
  let at = now;
  deps.now = () => at;
  return {
    ...database,
    deps,
    setNow: (next: number) => {
      at = next;
    },
    save: (values: Partial<Parameters<typeof saveOnCard>[1]>) =>
      saveOnCard(deps, { user: USER, raceId: "r1", horseId: "h2", ...values }),
    own: async (user = USER, raceId = "r1") => (await races.readCard(deps, { user, raceId }))?.own,
    count: async (table: string) =>
      (await database.d1.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n,
  };
}

test("a mark and a note stand on the card, are changed, and go when they are emptied", async () => {
  await using site = await open();
  expect(await site.save({ mark: "favourite", note: "末脚" })).toEqual({
    ...{ kind: "saved", horseNum: 2, isMarkLocked: false },
  });
  expect(await site.own()).toEqual({
    marks: [{ horseId: "h2", mark: "favourite" }],
    notes: [{ horseId: "h2", text: "末脚", notedAt: BEFORE }],
  });
  // What is left out stays.
  await site.save({ mark: "dropped" });
  await site.save({ note: "前残り" });
  expect(await site.own()).toMatchObject({
    marks: [{ mark: "dropped" }],
    notes: [{ text: "前残り" }],
  });
  await site.save({ mark: null, note: "" });
  expect(await site.own()).toEqual({ marks: [], notes: [] });
});

test("sent twice, and at once, it is stored once and as the first time", async () => {
  await using site = await open(BEFORE - 60);
  const all = await Promise.all(Array.from({ length: 6 }, () => site.save({ mark: "third", note: "追い切り" })));
  site.setNow(BEFORE);
  all.push(await site.save({ mark: "third", note: "追い切り" }));
  expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect([await site.count("horse_marks"), await site.count("horse_notes")]).toEqual([1, 1]);
  // The time of the first, as nothing has changed since.
  const row = await site.d1.prepare("select marked_at, noted_at from horse_marks, horse_notes").first();
  expect(row).toEqual({ marked_at: BEFORE - 60, noted_at: BEFORE - 60 });
});

test("of two different choices at once one stands, and nothing is doubled", async () => {
  await using site = await open();
  const marks = ["favourite", "rival", "third", "fourth", "outsider", "dropped"] as const;
  await Promise.all(marks.map((mark) => site.save({ mark })));
  const own = await site.own();
  expect(own?.marks).toHaveLength(1);
  expect(marks).toContain(own?.marks[0]?.mark);
});

test("from the second of the start a mark stays as it is, and the note stays open", async () => {
  await using site = await open();
  await site.save({ mark: "rival" });
  site.setNow(START);
  expect(await site.save({ mark: "favourite", note: "出遅れ" })).toMatchObject({ kind: "saved", isMarkLocked: true });
  expect(await site.save({ mark: null })).toMatchObject({ isMarkLocked: true });
  // The same once more is no change.
  expect(await site.save({ mark: "rival" })).toMatchObject({ isMarkLocked: false });
  expect(await site.save({ horseId: "h1", mark: "favourite" })).toMatchObject({ isMarkLocked: true });
  expect(await site.own()).toMatchObject({
    marks: [{ horseId: "h2", mark: "rival" }],
    notes: [{ horseId: "h2", text: "出遅れ" }],
  });
});

test("without a start time marks are open until the end of the day; with a result or cancelled never", async () => {
  await using site = await open();
  const { db } = site;
  await insertRace(db, { raceId: "r2", raceNum: 2, startTime: null, runnerRows: 1 });
  await insertRace(db, { raceId: "r3", raceNum: 3, startTime: "16:00", status: "cancelled", runnerRows: 1 });
  await insertRace(db, { raceId: "r4", raceNum: 4, startTime: "16:00", status: "result", runnerRows: 1 });
  const locked = async (raceId: string) => {
    const answer = await site.save({ raceId, horseId: "h1", mark: "third" });
    return answer.kind === "saved" && answer.isMarkLocked;
  };
  expect([await locked("r3"), await locked("r4")]).toEqual([true, true]);
  const midnight = Date.parse("2026-11-22T00:00:00+09:00") / 1000;
  site.setNow(midnight);
  expect(await locked("r2")).toBe(true);
  site.setNow(midnight - 1);
  expect(await locked("r2")).toBe(false);
});

test("another user's marks and notes are never shown or touched", async () => {
  await using site = await open();
  await site.save({ mark: "favourite", note: "わたしの" });
  await site.save({ user: OTHER, mark: "dropped", note: "" });
  expect(await site.own(OTHER)).toEqual({ marks: [{ horseId: "h2", mark: "dropped" }], notes: [] });
  await site.save({ user: OTHER, mark: null });
  expect(await site.own()).toMatchObject({ marks: [{ mark: "favourite" }], notes: [{ text: "わたしの" }] });
});

test("a race's other id sets the same mark, and a note is there when the horse runs again", async () => {
  await using site = await open();
  await site.db.insert(raceAliases).values({ alias: "r1-of-records", raceId: "r1" });
  await site.save({ raceId: "r1-of-records", mark: "outsider", note: "次も" });
  expect((await site.own())?.marks).toEqual([{ horseId: "h2", mark: "outsider" }]);
  await insertRace(site.db, { raceId: "next", raceNum: 9, startTime: "16:30", runnerRows: 2 });
  expect(await site.own(USER, "next")).toMatchObject({ marks: [], notes: [{ horseId: "h2", text: "次も" }] });
});

test("of horses that do not run in a race that the user may see nothing is stored", async () => {
  await using site = await open();
  const { db } = site;
  await insertRace(db, { raceId: "hidden", raceNum: 5, hidden: true, startTime: "16:00", runnerRows: 2 });
  await insertRace(db, { raceId: "tomorrow", date: "2026-11-22", startTime: "16:00", runnerRows: 2 });
  const notFound = { kind: "refused", reason: "not-found" };
  for (const values of [{ raceId: "none" }, { horseId: "h9" }, { raceId: "hidden" }, { raceId: "tomorrow" }]) {
    expect(await site.save({ ...values, mark: "rival", note: "だれ" })).toEqual(notFound);
    expect(await site.save({ ...values, note: "だれ" })).toEqual(notFound);
    expect(await site.save({ ...values, mark: null })).toEqual(notFound);
  }
  expect([await site.count("horse_marks"), await site.count("horse_notes")]).toEqual([0, 0]);
  const admin = { id: 2, plan: Plan.admin };
  expect(await site.save({ user: admin, raceId: "tomorrow", mark: "rival" })).toMatchObject({ isMarkLocked: false });
});

test("a note beyond the limit is refused with its mark, also when many come at once; those there are can be changed", async () => {
  await using site = await open();
  await sql(site.d1)`with recursive horse(n) as (select 1 union all select n + 1 from horse where n < ${NOTES_MAX - 1})
    insert into horse_notes (user_id, horse_id, noted_at, note) select 1, 'old' || n, 1, 'x' from horse`.run();
  const answers = await Promise.all(
    ["h1", "h2", "h3"].map((horseId) => site.save({ horseId, mark: "rival", note: "ひとつだけ" })),
  );
  expect(answers.filter(({ kind }) => kind === "saved")).toHaveLength(1);
  expect(answers.filter((answer) => "reason" in answer && answer.reason === "too-many-notes")).toHaveLength(2);
  expect([await site.count("horse_marks"), await site.count("horse_notes")]).toEqual([1, NOTES_MAX]);
  const noted = (await site.own())?.notes[0]?.horseId ?? "";
  expect(await site.save({ horseId: noted, note: "書き直し" })).toMatchObject({ kind: "saved" });
  // Another user has a limit of their own.
  expect(await site.save({ user: OTHER, note: "べつのひと" })).toMatchObject({ kind: "saved" });
});

test("writes are limited per minute and user", async () => {
  await using site = await open();
  const answers = await Promise.all(Array.from({ length: 125 }, () => site.save({ mark: "rival" })));
  expect(answers.filter(({ kind }) => kind === "refused")).toHaveLength(5);
  expect(await site.save({ mark: "rival" })).toMatchObject({ reason: "too-many" });
  expect(await site.save({ user: OTHER, mark: "rival" })).toMatchObject({ kind: "saved" });
});
