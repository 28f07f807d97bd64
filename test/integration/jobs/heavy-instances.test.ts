// @module-tag full
import { expect, test } from "vitest";
import { models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import {
  insertImport,
  insertRaces,
  makeRaces,
  run as runBuild,
} from "#test/integration/support/imports/feature-build-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createBuiltJobs } from "#test/integration/support/workerd/built-jobs.ts";

const INSTANCES = 20;
/** One more than instances. */
const MODELS = INSTANCES + 1;
/** Two fifths of them are central ones, which the models learn from. */
const RACES = 250;

test("twenty instances train one model each over one database, and a second training of one goes back untouched", async () => {
  await using site = await createBuiltJobs({ instances: INSTANCES });
  const { database } = site;
  const deps = createTestDeps(database);
  await insertRaces(database, makeRaces(RACES));
  await insertImport(database);
  expect(await runBuild(deps, { checkpoint: null, saved: 0 })).toEqual({ kind: "done" });
  await insertUser(database.db, { id: 1 });
  for (let id = 1; id <= MODELS; id += 1) {
    const raceNum = id > 10 ? [id - 10, -1] : [id];
    const features = { static: ["騎手"], average: { rank: { race_customize: ["all"], race_num: raceNum } } };
    await insertModel(database.db, { id, status: 1, features: JSON.stringify(features) });
    await enqueueJob(deps, { kind: "train-model", subject: String(id) });
  }
  const rows = () => database.db.select().from(jobs);
  const ids = (await rows()).sort((a, b) => Number(a.subject) - Number(b.subject)).map(({ id }) => id);

  // The first two meet at one instance.
  const delivered = await site.deliver(
    "train",
    ids.map((jobId, index) => ({ jobId, instance: Math.max(0, index - 1) })),
  );
  expect(delivered).toEqual(ids.map(() => true));
  const afterwards = await rows();
  expect(afterwards.filter(({ status }) => status === "done")).toHaveLength(INSTANCES);
  const waiting = afterwards.filter(({ status }) => status !== "done");
  expect(waiting).toMatchObject([{ status: "queued", attempts: 0, outages: 0 }]);
  // Its delayed message, then second copies of all, each at another instance than before.
  await site.deliver("train", [{ jobId: waiting[0]?.id ?? "", instance: 3 }]);
  await site.deliver(
    "train",
    ids.map((jobId, index) => ({ jobId, instance: (index + 7) % INSTANCES })),
  );

  expect((await rows()).map(({ status, error }) => [status, error])).toEqual(ids.map(() => ["done", null]));
  const trained = await database.db.select().from(models);
  expect(trained.map(({ status }) => status)).toEqual(ids.map(() => 2));
  const { objects } = await database.store.list({ prefix: "artifacts/" });
  expect(objects.map(({ key }) => key).sort()).toEqual(trained.map(({ artifactKey }) => artifactKey).sort());
  expect(new Set(objects.map(({ key }) => key)).size).toBe(MODELS);
  const ends = site.events().filter(({ event, outcome }) => event === "job.ran" && outcome === "done");
  expect(ends.map(({ jobId }) => jobId).sort()).toEqual([...ids].sort());
}, 300_000);
