import { beforeAll, expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { enqueueDueDays, scoreDay } from "#app/services/analyses/day-scoring.server.ts";
import { confirm as confirmDay, stop as stopDay } from "#app/services/analyses/days.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import * as models from "#app/services/models/models.server.ts";
import { trainOnSynthetic } from "#test/integration/support/imports/synthetic-artifact.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const TODAY = "2026-11-21";
const RACES = ["r91", "r92", "r93", "r94", "r95", "r96", "r97", "r98"];
const user = { id: 1, plan: 5 };
const features = createSyntheticFeatures({ races: 100 });
let artifact: Artifact;

beforeAll(async () => {
  artifact = await trainOnSynthetic(features);
});
/** A confirmation of eight races whose cards are among the synthetic features, and a Worker for its job. */
async function startDay({ model = {}, before = "" }: { model?: object; before?: string } = {}) {
  const { database, deps } = await openTestDeps();
  const artifactKey = await putArtifact(database.store, await packArtifact(artifact));
  await insertUser(database.db, user);
  await insertModel(database.db, { id: 1, artifactKey, ...model });
  for (const [index, raceId] of RACES.entries()) {
    const race = { raceId, raceNum: index + 1, startTime: `1${index}:00`, dataVersion: SYNTHETIC_IMPORT };
    await insertRace(database.db, { ...race, runnerRows: 8 });
  }
  if (before !== "") await database.d1.prepare(before).run();
  await confirmDay(deps, {
    ...{ user, date: TODAY, modelId: 1, venues: ["東京"] },
    ...{ only: null, stated: RACES.length, formKey: "form" },
  });
  const openJob = () =>
    sql(database.d1)`select id from jobs where kind = 'score-day'
      and status in ('queued', 'running')`.first<{ id: string }>();
  /** One message of the day's job. */
  const message = async (store: FeatureStore = features) => {
    const job = await openJob();
    if (job === null) return null;
    const scoreDayHandler = {
      ...handlers["score-day"],
      run: (context: Parameters<typeof scoreDay>[0]) => scoreDay(context, store),
    };
    const all = { ...handlers, "score-day": scoreDayHandler };
    return await runJob(deps, all, { jobId: job.id, yieldToEventLoop: async () => {} });
  };
  /** Messages until the job ends, on a clock that waits for what is delayed. */
  const work = async (store?: FeatureStore) => {
    const outcomes: string[] = [];
    for (let time = 0; time < 40; time += 1) {
      const outcome = await message(store);
      if (outcome === null) break;
      outcomes.push(outcome);
      deps.clock.now += outcome === "retried" ? 60 : 1;
    }
    return outcomes;
  };
  const count = async (sql: string) => (await database.d1.prepare(sql).first<{ n: number }>())?.n;
  const made = () => count("select count(*) n from analyses where status = 2 and deleted_at is null");
  const uses = () => count("select count(*) n from usage where returned_at is null");
  return { ...database, deps, message, work, openJob, count, made, uses };
}

test("a day is made race by race, the earliest first, a few in a message", async () => {
  await using world = await startDay();
  expect(await world.message()).toBe("again");
  expect(
    await world.count("select count(*) n from analyses where status = 2 and race_id in ('r91', 'r92', 'r93')"),
  ).toBe(3);
  expect(await world.made()).toBe(3);
  expect(await world.work()).toEqual(["again", "done"]);
  expect(await world.made()).toBe(8);
  expect(await world.uses()).toBe(8);
  expect(await world.openJob()).toBeNull();
});

test("a message that comes twice makes each race once", async () => {
  await using world = await startDay();
  const [one, other] = await Promise.all([world.message(), world.message()]);
  expect([one, other].sort()).toEqual(["again", "not-claimed"]);
  await world.work();
  expect(await world.made()).toBe(8);
  expect(await world.uses()).toBe(8);
});

test("a Worker that dies between two races leaves the rest to the next, and nothing is counted twice", async () => {
  await using world = await startDay();
  await world.message();
  // As a killed process leaves its row: claimed, with a lease that ends.
  await sql(world.d1)`update jobs
    set status = 'running', lease_owner = 'dead', lease_until = ${world.deps.clock.now + 60}, attempts = 1`.run();
  expect(await world.message()).toBe("not-claimed");
  world.deps.clock.now += 61;
  await world.work();
  expect(await world.made()).toBe(8);
  expect(await world.uses()).toBe(8);
});

test("a race whose scoring always throws fails alone and gives its use back", async () => {
  await using world = await startDay();
  const broken: FeatureStore = {
    ...features,
    readRace: async (manifest, race, scope, columns) => {
      if (race.raceId === "r92") throw new Error("broken");
      return await features.readRace(manifest, race, scope, columns);
    },
  };
  const outcomes = await world.work(broken);
  expect(outcomes.filter((outcome) => outcome === "retried")).toHaveLength(3);
  expect(outcomes.at(-1)).toBe("done");
  expect(await world.made()).toBe(7);
  expect(await world.count("select count(*) n from analyses where status = 3 and race_id = 'r92'")).toBe(1);
  expect(await world.uses()).toBe(7);
});

test("a race that is not among the features fails alone, after a while", async () => {
  await using world = await startDay();
  const lacking: FeatureStore = {
    ...features,
    readRace: async (manifest, race, scope, columns) =>
      race.raceId === "r91" ? null : await features.readRace(manifest, race, scope, columns),
  };
  await world.work(lacking);
  expect(await world.made()).toBe(7);
  expect(await world.uses()).toBe(7);
});

test("a job that no Worker survives fails what is left and gives it back", async () => {
  await using world = await startDay();
  await world.message();
  await world.d1.prepare("update jobs set attempts = 4").run();
  expect(await world.message()).toBe("failed");
  expect(await world.made()).toBe(3);
  expect(await world.count("select count(*) n from analyses where status = 3")).toBe(5);
  expect(await world.uses()).toBe(3);
});

test("stopped between two messages, a day keeps what is made", async () => {
  await using world = await startDay();
  await world.message();
  await stopDay(world.deps, { user, date: TODAY, modelId: 1 });
  expect(await world.work()).toEqual(["done"]);
  expect(await world.made()).toBe(3);
  expect(await world.uses()).toBe(3);
});

test("a race that is cancelled meanwhile fails, and the others are made", async () => {
  await using world = await startDay();
  await world.d1.prepare("update races set status = 'cancelled' where race_id = 'r95'").run();
  await world.work();
  expect(await world.made()).toBe(7);
  expect(await world.uses()).toBe(7);
});

test("deleting the model ends its day, with the uses of what was not made", async () => {
  await using world = await startDay();
  await world.message();
  await models.remove(world.deps, { user, modelId: 1 });
  await world.work();
  expect(await world.made()).toBe(3);
  expect(await world.uses()).toBe(3);
});

test("deleting the account ends its day", async () => {
  await using world = await startDay();
  await world.message();
  await deleteUser(world.db, { userId: 1, jobId: "erase", limitKeys: [], now: world.deps.clock.now });
  expect(await world.message()).toBeNull();
  expect(await world.count("select count(*) n from analyses")).toBe(0);
});

const UNWEIGHED = "update races set weighed_count = 0 where race_id in ('r94', 'r95', 'r96', 'r97', 'r98')";

test("races whose body weights come later are made by themselves, once their features are built", async () => {
  await using world = await startDay({ model: { isWeight: true }, before: UNWEIGHED });
  await world.work();
  expect(await world.made()).toBe(3);
  expect(await world.uses()).toBe(8);
  expect(await world.openJob()).toBeNull();
  await enqueueDueDays(world.deps);
  expect(await world.openJob()).toBeNull();

  await world.d1.prepare("update races set weighed_count = 6, weights_version = 5 where race_id = 'r94'").run();
  const { onDone } = handlers["build-features"];
  await onDone?.({ ...world.deps, demo: undefined });
  await world.work();
  expect(await world.made()).toBe(4);
  expect(await world.uses()).toBe(8);
  // Once made, it is the analysis of the card with the weights.
  expect(await world.count("select count(*) n from analyses where race_id = 'r94' and status = 2")).toBe(1);
});

test("weights that come while the day's job is ending are not missed", async () => {
  await using world = await startDay({ model: { isWeight: true }, before: UNWEIGHED });
  await world.work();
  await world.d1.prepare("update races set weighed_count = 10 where race_id = 'r95'").run();
  // The job's own end looks again.
  await handlers["score-day"].onDone?.(world.deps);
  await world.work();
  expect(await world.made()).toBe(4);
});

test.each([
  ["the race has its result", "update races set status = 'result' where race_id = 'r94'", 0],
  ["its day is over", "update races set status = status where race_id = 'r94'", 86_400],
  ["the race is cancelled", "update races set status = 'cancelled' where race_id = 'r94'", 0],
  ["the model is deleted", "update models set deleted_at = 1", 0],
])("the use is given back if %s before body weights have come", async (_when, change, later) => {
  await using world = await startDay({ model: { isWeight: true }, before: UNWEIGHED });
  await world.work();
  await world.d1.prepare(change).run();
  world.deps.clock.now += later;
  await enqueueDueDays(world.deps);
  await world.work();
  expect(await world.made()).toBe(3);
  const left = later > 0 || change.includes("models") ? 0 : 4;
  expect(await world.uses()).toBe(3 + left);
  expect(await world.count("select count(*) n from analyses where status = 1")).toBe(left);
});

/** The same, of cards that came before their weights. */
const OLDER = UNWEIGHED.replace("set", "set inputs_version = 4,");

test("an owner who waited for body weights is notified once a day, when the first race can be analysed", async () => {
  await using world = await startDay({ model: { isWeight: true, name: "追い込み" }, before: OLDER });
  const notifications = () => world.count("select count(*) n from notifications");
  await saveChoices(world.db, { userId: 1, choices: [{ kind: "weights-out", byMail: true }], now: 1 });
  // Those whose weights were there when they were asked for.
  await world.work();
  expect(await notifications()).toBe(0);
  const weigh = (raceIds: string) =>
    world.d1.prepare(`update races set weighed_count = 10, weights_version = 5 where race_id in (${raceIds})`).run();
  await weigh("'r95', 'r94'");
  await enqueueDueDays(world.deps);
  // The race is begun, and cut off before it is made.
  const broken = { ...features, readRace: () => Promise.reject(new Error("cut off")) };
  expect(await world.message(broken)).toBe("retried");
  expect(await notifications()).toBe(1);
  world.deps.clock.now += 60;
  await Promise.all([world.message(), world.message()]);
  await world.work();
  await weigh("'r96', 'r97', 'r98'");
  await enqueueDueDays(world.deps);
  await world.work();
  expect(await world.made()).toBe(8);
  expect(await world.d1.prepare("select user_id, event_key, title, body, path from notifications").all()).toMatchObject(
    {
      results: [
        {
          ...{ user_id: 1, event_key: `weights-out:${TODAY}`, title: "馬体重が発表され、分析が始まりました" },
          body: "東京4Rの馬体重が発表され、待っていた「追い込み」の分析が始まりました。\nほかのレースも、馬体重が発表されしだい分析します。",
          path: `/days/${TODAY}?model=1`,
        },
      ],
    },
  );
});

test("weights of past races tell nobody", async () => {
  await using world = await startDay({ model: { isWeight: true }, before: OLDER });
  await saveChoices(world.db, { userId: 1, choices: [{ kind: "weights-out", byMail: true }], now: 1 });
  await world.work();
  await sql(world.d1)`update races set weighed_count = 10, weights_version = 5, status = 'result'
    where race_id = 'r94'`.run();
  await enqueueDueDays(world.deps);
  await world.work();
  expect(await world.made()).toBe(4);
  expect(await world.count("select count(*) n from notifications")).toBe(0);
});
