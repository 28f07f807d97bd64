import { expect, test } from "vitest";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { failScoring } from "#app/db/analyses/scoring.server.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { confirm as confirmDay, stop as stopDay } from "#app/services/analyses/days.server.ts";
import { outcomeOf, range, tally, untilAnswered } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const TODAY = "2026-11-21";
const STANDARD = 3;
const PREMIUM = 5;

const idsOf = (from: number, count: number) => range(count).map((num) => `r${from + num - 1}`);

/** One user of a plan with the complete model 1, and races of today: r1, r2, … */
async function startDay(plan: number, { races = 24, model = {} }: { races?: number; model?: object } = {}) {
  const { database, deps } = await openTestDeps();
  const user = { id: 1, plan };
  await insertUser(database.db, user);
  await insertModel(database.db, { id: 1, ...model });
  for (const num of range(races)) {
    const startTime = `${String(9 + Math.floor(num / 6)).padStart(2, "0")}:${String((num % 6) * 10).padStart(2, "0")}`;
    await insertRace(database.db, { raceId: `r${num}`, raceNum: num, startTime });
  }
  const confirm = async (raceIds: readonly string[], formKey: string, as = user) => {
    const input = { user: as, date: TODAY, modelId: 1, venues: ["東京"], only: raceIds, stated: null, formKey };
    return outcomeOf(await untilAnswered(() => confirmDay(deps, input)));
  };
  const single = async (raceId: string) =>
    outcomeOf(await untilAnswered(() => analyses.request(deps, { user, modelId: 1, raceId })));
  const count = async (sql: string) => (await database.d1.prepare(sql).first<{ n: number }>())?.n;
  const uses = () => count("select count(*) n from usage where returned_at is null");
  return { ...database, deps, user, confirm, single, count, uses };
}

test("a confirmation takes a use for each race, with one job for all", async () => {
  await using world = await startDay(PREMIUM);
  expect(await world.confirm(idsOf(1, 24), "form")).toBe("accepted");
  expect(await world.count("select count(*) n from analyses where status = 1 and day_id = 1")).toBe(24);
  expect(await world.uses()).toBe(24);
  expect(await world.count("select count(*) n from jobs where kind = 'score-day' and subject = '1'")).toBe(1);
  expect(await world.count("select count(*) n from jobs")).toBe(1);
  expect(world.deps.sent).toHaveLength(1);
});

test("a restricted plan has no day analysed, and keeps Free's single requests", async () => {
  await using world = await startDay(STANDARD + 100);
  expect(await world.confirm(idsOf(1, 2), "form")).toBe("restricted");
  expect(await world.uses()).toBe(0);
  expect(await world.single("r1")).toBe("accepted");
  expect(await world.uses()).toBe(1);
});

test("of 50 concurrent confirmations of other races, no more are accepted than the day's limit holds", async () => {
  await using world = await startDay(PREMIUM, { races: 150 });
  await insertUses(world.db, { count: 50 });
  const results = await Promise.all(range(50).map((num) => world.confirm(idsOf(num * 3 - 2, 3), `form ${num}`)));
  // Ten are left: three confirmations of three races.
  expect(tally(results)).toEqual({ accepted: 3, "per-day": 47 });
  expect(await world.uses()).toBe(59);
  expect(await world.count("select count(*) n from analyses")).toBe(9);
  expect(await world.count("select count(*) n from analysis_days")).toBe(3);
  expect(await world.count("select count(*) n from jobs")).toBe(3);
});

test("confirmations and single requests at once do not pass the limit together", async () => {
  await using world = await startDay(STANDARD, { races: 60 });
  const results = await Promise.all(
    range(25).flatMap((num) => [world.confirm(idsOf(num * 2 - 1, 2), `form ${num}`), world.single("r60")]),
  );
  expect(await world.uses()).toBeLessThanOrEqual(10);
  expect(await world.uses()).toBeGreaterThanOrEqual(9);
  expect(results.filter((result) => result === "accepted").length).toBeGreaterThan(0);
});

test.each([
  ["per-month", PREMIUM - 1, 6, { count: 85, day: "2026-11-02" }],
  ["per-lifetime", 1, 4, { count: 2, day: "2026-10-02", underFreeLimits: true }],
] as const)("more races than are left (%s) are refused as a whole", async (reason, plan, races, uses) => {
  await using world = await startDay(plan);
  await insertUses(world.db, uses);
  const before = await world.uses();
  expect(await world.confirm(idsOf(1, races), "form")).toBe(reason);
  expect(await world.uses()).toBe(before);
  expect(await world.count("select count(*) n from analyses")).toBe(0);
  expect(await world.count("select count(*) n from analysis_days")).toBe(0);
  expect(await world.confirm(idsOf(1, 3), "form")).toBe("accepted");
});

test("one form sent 50 times at once is one confirmation", async () => {
  await using world = await startDay(PREMIUM);
  const results = await Promise.all(range(50).map(() => world.confirm(idsOf(1, 24), "form")));
  expect(tally(results)).toEqual({ accepted: 50 });
  expect(await world.uses()).toBe(24);
  expect(await world.count("select count(*) n from analysis_days")).toBe(1);
  expect(world.deps.sent.length).toBeLessThanOrEqual(1);
});

test("two forms for the same races count them once; races with an analysis of the present card do not count", async () => {
  await using world = await startDay(PREMIUM);
  await insertAnalysis(world.db, { id: 900, raceId: "r1" });
  await insertAnalysis(world.db, { id: 901, raceId: "r2", raceInputsVersion: 0 });
  expect(await world.confirm(idsOf(1, 4), "form")).toBe("accepted");
  expect(await world.uses()).toBe(3);
  expect(await world.confirm(idsOf(1, 4), "another form")).toBe("nothing-to-count");
  expect(await world.uses()).toBe(3);
});

test("a day takes no place of the analyses at once, and a single request of its race is that analysis, made first", async () => {
  await using world = await startDay(2);
  expect(await world.confirm(idsOf(1, 2), "form")).toBe("accepted");
  expect(await world.single("r20")).toBe("accepted");
  expect(await world.uses()).toBe(3);
  // It belongs to the day: counted once, and no longer last in the queue.
  expect(await world.count("select count(*) n from jobs where kind = 'score-race'")).toBe(1);
  await world.d1.prepare("update usage set returned_at = 1 where subject_id = 3").run();
  await world.d1.prepare("update analyses set status = 3 where id = 3").run();
  expect(await world.single("r2")).toBe("accepted");
  expect(await world.uses()).toBe(2);
  expect(await world.count("select count(*) n from jobs where kind = 'score-race' and subject = '2'")).toBe(1);
});

test("what a day has not made is in no list of analyses, and gives no notification", async () => {
  await using world = await startDay(PREMIUM);
  await world.confirm(idsOf(1, 3), "form");
  await world.d1.prepare("update analyses set status = 2, scores = '[]', completed_at = 1 where race_id = 'r1'").run();
  const listed = await analyses.list(world.deps, { user: world.user, offset: 0 });
  expect(listed.map(({ raceId }) => raceId)).toEqual(["r1"]);
  expect(await world.count("select count(*) n from analyses where confirmed_at is null")).toBe(0);
});

test("stopping keeps what is made and gives the rest back, once, and to its owner only", async () => {
  await using world = await startDay(PREMIUM);
  await insertUser(world.db, { id: 2 });
  await world.confirm(idsOf(1, 24), "form");
  await sql(world.d1)`update analyses set status = 2, scores = '[]', completed_at = 1
    where race_id in ('r1', 'r2')`.run();
  const stop = (id: number) => stopDay(world.deps, { user: { id, plan: PREMIUM }, date: TODAY, modelId: 1 });
  expect(await stop(2)).toEqual({ kind: "refused", reason: "not-found" });
  expect(await world.uses()).toBe(24);
  expect(await stop(1)).toEqual({ kind: "stopped" });
  expect(await world.uses()).toBe(2);
  expect(await stop(1)).toEqual({ kind: "stopped" });
  expect(await world.uses()).toBe(2);
  expect(await world.count("select count(*) n from analyses where deleted_at is null")).toBe(2);
  // They can be asked for again, and count again.
  expect(await world.confirm(idsOf(1, 24), "form 2")).toBe("accepted");
  expect(await world.uses()).toBe(24);
});

test("a race that fails gives its use back, and leaves the others", async () => {
  await using world = await startDay(PREMIUM);
  await world.confirm(idsOf(1, 3), "form");
  for (const _ of range(2)) await failScoring(world.db, { analysisId: 2, now: SATURDAY_MORNING });
  expect(await world.uses()).toBe(2);
});

test("cancelled races, races without runners, hidden ones, other days and other venue types are left out", async () => {
  await using world = await startDay(PREMIUM);
  await world.d1.batch([
    world.d1.prepare("update races set status = 'cancelled' where race_id = 'r1'"),
    world.d1.prepare("update races set runner_count = 0 where race_id = 'r2'"),
    world.d1.prepare("update races set hidden = 1 where race_id = 'r3'"),
    world.d1.prepare("update races set date = '2026-11-14' where race_id = 'r4'"),
    world.d1.prepare("update races set venue_type = 2 where race_id = 'r5'"),
  ]);
  expect(await world.confirm(idsOf(1, 6), "form")).toBe("accepted");
  expect(await world.count("select count(*) n from analyses")).toBe(1);
  expect(await world.uses()).toBe(1);
});

test("a day to come is refused, and so are models of others, disabled and deleted ones", async () => {
  await using world = await startDay(STANDARD);
  await insertUser(world.db, { id: 2 });
  await insertModel(world.db, { id: 2, userId: 2 });
  const ask = async (input: object) => {
    const asked = { user: world.user, date: TODAY, modelId: 1, venues: ["東京"], formKey: "form" };
    return outcomeOf(await confirmDay(world.deps, { ...asked, only: ["r1"], stated: null, ...input }));
  };
  expect(await ask({ date: "2026-11-22" })).toBe("race-not-found");
  expect(await ask({ modelId: 2 })).toBe("model-not-usable");
  await world.d1.prepare("update models set feature_count = 66 where id = 1").run();
  expect(await ask({})).toBe("model-not-usable");
  await world.d1.prepare("update models set feature_count = 8, deleted_at = 1 where id = 1").run();
  expect(await ask({})).toBe("model-not-usable");
  expect(await world.count("select count(*) n from analysis_days")).toBe(0);
});

test("a model that reads body weights waits for those still to come, and not for those that are over", async () => {
  await using world = await startDay(PREMIUM, { races: 4, model: { isWeight: true } });
  await world.d1.batch([
    world.d1.prepare("update races set weighed_count = 0 where race_id in ('r1', 'r2', 'r3')"),
    world.d1.prepare("update races set status = 'result' where race_id = 'r3'"),
  ]);
  expect(await world.confirm(idsOf(1, 4), "form")).toBe("accepted");
  expect(await world.count("select count(*) n from analyses where race_id = 'r3'")).toBe(0);
  expect(await world.uses()).toBe(3);
});

test("deleting the account takes the day along, also with a shared analysis of it", async () => {
  await using world = await startDay(PREMIUM);
  await world.confirm(idsOf(1, 3), "form");
  await sql(world.d1)`update analyses set status = 2, scores = '[]', completed_at = 1, shared_at = 1
    where race_id = 'r1'`.run();
  await deleteUser(world.db, { userId: 1, jobId: "erase", limitKeys: [], now: SATURDAY_MORNING });
  expect(await world.count("select count(*) n from analysis_days")).toBe(0);
  expect(await world.count("select count(*) n from analyses")).toBe(1);
  expect(await world.count("select count(*) n from jobs where kind = 'score-day'")).toBe(0);
  expect(await world.confirm(idsOf(4, 2), "form 2")).toBe("model-not-usable");
});

test("all races of the chosen courses are meant, and no other number than the form has stated", async () => {
  await using world = await startDay(PREMIUM, { races: 6 });
  await world.d1.prepare("update races set venue = '京都' where race_id in ('r5', 'r6')").run();
  const ask = async (stated: number, venues: string[], formKey = "form") => {
    const asked = { user: world.user, date: TODAY, modelId: 1, venues, only: null, stated, formKey };
    return outcomeOf(await confirmDay(world.deps, asked));
  };
  expect(await ask(6, ["東京"])).toBe("changed");
  expect(await world.uses()).toBe(0);
  expect(await ask(4, ["東京"])).toBe("accepted");
  // The same form again, though nothing of it counts any more; and the same form with another content.
  expect(await ask(4, ["東京"])).toBe("accepted");
  expect(await ask(2, ["東京", "京都"])).toBe("accepted");
  expect(await ask(0, ["東京", "京都"], "another form")).toBe("nothing-to-count");
  expect(await world.uses()).toBe(6);
  expect(await world.count("select count(*) n from analysis_days")).toBe(2);
});
