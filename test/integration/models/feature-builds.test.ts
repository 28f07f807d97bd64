import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY, createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { allColumns, scopesOf } from "#app/domain/features/catalogue.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { changeSampleVisibility } from "#app/services/imports/imports.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { buildFeatures, isFeatureBuildDue } from "#app/services/models/feature-builds.server.ts";
import {
  createImported,
  insertImport,
  insertRaces,
  listStored,
  makeRaces,
  type Run,
  readCurrent,
  readFeatures,
  run,
} from "#test/integration/support/imports/feature-build-site.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";

import { consumeJobs } from "#workers/jobs/consume-jobs.ts";
import { handlers } from "#workers/jobs/handlers.ts";

test("stored features equal a plain computation over the races, by column and by race", async () => {
  const list = makeRaces();
  await using database = await createImported(list);
  const { deps } = database;
  expect(await isFeatureBuildDue(deps)).toBe(true);
  expect(await run(deps)).toEqual({ kind: "done" });
  expect(await isFeatureBuildDue(deps)).toBe(false);

  const { store, manifest } = await readFeatures(database);
  expect(manifest.importId).toBe(1);
  expect(Object.keys(manifest.venueTypes)).toEqual(["1", "2", "3"]);
  for (const venueType of [1, 2, 3]) {
    const ids = allColumns(venueType).map(({ id }) => id);
    const index = await store.readRowIndex(manifest, venueType);
    const own = list.filter((race) => race.venueType === venueType);
    expect(manifest.venueTypes[venueType]).toMatchObject({
      raceCount: own.length,
      rowCount: own.reduce((sum, race) => sum + race.runners.length, 0),
    });
    expect(index.rowCount).toBe(manifest.venueTypes[venueType]?.rowCount);
    for (const scope of scopesOf(venueType)) {
      const expected = buildRows(list, venueType, scope);
      expect(index.raceIds).toEqual(expected.raceIds);
      const reader = store.openColumns(manifest, venueType, scope, ids);
      const columns: Uint16Array[] = [];
      for (const id of ids) columns.push((await reader.readColumn(id)).slice());
      for (const [position, raceId] of index.raceIds.entries()) {
        const race = own.find((candidate) => candidate.raceId === raceId);
        if (race === undefined) throw new Error(raceId);
        // Each read is a round trip, so only every third race is read.
        const isRead = position % 3 === 0;
        const features = isRead
          ? await store.readRace(manifest, { venueType, date: race.date, raceId }, scope, ids)
          : null;
        if (isRead) expect(features?.horseNums).toEqual(race.runners.map(({ horseNum }) => horseNum));
        race.runners.forEach(({ horseNum }, runner) => {
          const row = (index.raceStart[position] ?? 0) + runner;
          const codes = expected.codes(raceId, horseNum).join();
          expect(columns.map((column) => column[row]).join()).toBe(codes);
          if (isRead) expect(ids.map((id) => features?.codes.get(id)?.[runner]).join()).toBe(codes);
        });
      }
    }
  }
  const column = await store.readColumn(manifest, 1, "all", "basic.starts");
  expect(column).toEqual(await store.openColumns(manifest, 1, "all", ["basic.starts"]).readColumn("basic.starts"));
  expect(await store.readRace(manifest, { venueType: 1, date: "2024-01-06", raceId: "none" }, "all", [])).toBeNull();
  expect(await store.readRace(manifest, { venueType: 1, date: "2030-01-06", raceId: "none" }, "all", [])).toBeNull();
});

test("the row index has results and odds of past races, and none of future ones", async () => {
  await using database = await createImported(makeRaces(10));
  await run(database.deps);
  const { index } = await readFeatures(database);
  // Central races are the 1st, 2nd, 6th and 7th of ten; the last four of ten have not been run. Ids fall with the days.
  expect(index.raceIds).toEqual(["r009", "r010", "r005", "r004"]);
  expect([...index.raceHasResult]).toEqual([1, 1, 1, 0]);
  expect([...index.raceStart]).toEqual([0, 5, 9, 15, 19]);
  expect([...index.finishPosition.subarray(5, 9)]).toEqual([1, 2, 3, 0]);
  expect([...index.finishPosition.subarray(15, 19)]).toEqual([0, 0, 0, 0]);
  expect(index.winOdds[5]).toBeCloseTo(1.1, 5);
  expect(index.winOdds[15]).toBeNaN();
});

test("a build killed after any of its segments ends in the same bytes", async () => {
  await using undisturbed = await createImported(makeRaces());
  await using database = await createImported(makeRaces());
  const whole: Run = { checkpoint: null, saved: 0 };
  await run(undisturbed.deps, whole);
  expect(whole.saved).toBe(6);

  const state: Run = { checkpoint: null, saved: 0 };
  const { deps } = database;
  for (let kill = 1; kill <= 3; kill += 1) {
    await expect(run(deps, state, { dieAfterCheckpoints: kill })).rejects.toThrow("killed");
    expect(await createFeatureStore(database.store).readManifest()).toBeNull();
  }
  expect(await run(deps, state)).toEqual({ kind: "done" });
  expect(state.saved).toBe(6);
  expect(await readCurrent(database)).toEqual(await readCurrent(undisturbed));
  expect([...(await listStored(database)).keys()]).toEqual([...(await listStored(undisturbed)).keys()]);
});

test("a later race day rewrites only its half year, and the previous version stays readable", async () => {
  const list = makeRaces();
  await using database = await createImported(list.slice(0, 58));
  const { deps } = database;
  await run(deps);
  const before = await listStored(database);
  const reader = createFeatureStore(database.store);
  const old = await reader.readManifest();

  await insertRaces(database, list.slice(58));
  await insertImport(database);
  expect(await isFeatureBuildDue(deps)).toBe(true);
  const second: Run = { checkpoint: null, saved: 0 };
  expect(await run(deps, second)).toEqual({ kind: "done" });
  const after = await listStored(database);
  // 2024-1 of the three venue types is unchanged: same objects, not written again.
  const first = (await readCurrent(database)).venueTypes;
  for (const { segments } of Object.values(first)) {
    const segment = segments.find(({ name }) => name === "2024-1");
    const codes = Object.values(segment?.codesKeys ?? {}).flatMap(({ days, columns }) => [days, columns]);
    expect(codes.length).toBeGreaterThan(0);
    for (const key of [segment?.indexKey, ...codes]) {
      expect(after.get(key ?? "")).toBe(before.get(key ?? ""));
    }
  }
  expect(second.saved).toBe(3);
  expect([...before.keys()].filter((key) => !after.has(key))).toEqual([]);
  if (old === null) throw new Error("no manifest");
  // A reader that never saw the old manifest as the current one can still find it by its version.
  const rows = await createFeatureStore(database.store).readRowIndex(old, 1);
  expect(rows.rowCount).toBe(old.venueTypes["1"]?.rowCount);

  // The same data again: only the manifest is written, with the same version.
  await insertImport(database);
  const third: Run = { checkpoint: null, saved: 0 };
  await run(deps, third);
  expect(third.saved).toBe(0);
  const current = await readCurrent(database);
  expect(current).toMatchObject({ importId: 3, previousVersion: old.version });
});

test("results of the last day store its index again, and no codes", async () => {
  await using database = await createImported(makeRaces());
  const { deps } = database;
  await run(deps);
  const before = await listStored(database);
  await database.d1.batch([
    database.d1.prepare("update races set status = 'result' where race_id = 'r002'"),
    database.d1.prepare("update runners set status = 'finished', finish_position = horse_num where race_id = 'r002'"),
  ]);
  await insertImport(database);
  expect(await run(deps)).toEqual({ kind: "done" });
  const after = await listStored(database);
  expect([...before].filter(([key, version]) => after.get(key) !== version).map(([key]) => key)).toEqual([
    "features/manifest.json",
  ]);
  const added = [...after.keys()].filter((key) => !before.has(key));
  expect(added.map((key) => key.split("/")[1]).sort()).toEqual(["manifests", "segments"]);
  const { index } = await readFeatures(database, 3);
  expect(index.raceHasResult[index.raceIds.indexOf("r002")]).toBe(1);
});

test("a build yields to trainings once there are features, and still makes progress each time; to analyses it does not", async () => {
  const list = makeRaces();
  await using database = await createImported(list.slice(0, 30));
  const { deps } = database;
  // The first build: a training waits for it, so it must not wait for the training.
  expect(await run(deps, undefined, { waiting: ["train"] })).toEqual({ kind: "done" });
  await insertRaces(database, list.slice(30, 40));
  await insertImport(database);
  // They may be waiting for it.
  expect(await run(deps, undefined, { waiting: ["score"] })).toEqual({ kind: "done" });
  await insertRaces(database, list.slice(40));
  await insertImport(database);
  const state: Run = { checkpoint: null, saved: 0 };
  const outcomes: string[] = [];
  for (let attempt = 0; attempt < 10 && outcomes.at(-1) !== "done"; attempt += 1) {
    outcomes.push((await run(deps, state, { waiting: ["train", "score"] })).kind);
  }
  expect(outcomes.at(-1)).toBe("done");
  expect(outcomes.length).toBeGreaterThan(1);
  // Each stores one segment, and with the last of them nothing is left to wait for.
  expect(state.saved).toBe(outcomes.length);
});

test("hidden races and races of an unfinished import are excluded; a build waits for the import", async () => {
  const list = makeRaces(10);
  await using database = await createImported(list);
  const { deps } = database;
  await insertImport(database, "applying");
  expect(await run(deps)).toEqual({ kind: "again", delaySeconds: 5 });
  await database.d1.batch([
    database.d1.prepare("update imports set status = 'failed' where id = 2"),
    database.d1.prepare("update races set hidden = 1 where race_id = 'r010'"),
    database.d1.prepare("update races set pending_import_id = 2 where race_id = 'r009'"),
  ]);
  expect(await run(deps)).toEqual({ kind: "done" });
  const { store, manifest, index } = await readFeatures(database);
  expect(index.raceIds).toEqual(["r005", "r004"]);
  const starts = await store.readColumn(manifest, 1, "all", "basic.starts");
  const visible = buildRows(list.slice(2), 1, "all");
  expect(starts[0]).toBe(visible.value("r005", 1, "basic.starts"));
});

/** Builds, with something that happens when the first page has been read. */
async function buildDuring(deps: Deps, happens: () => Promise<unknown>) {
  let hasHappened = false;
  const context = contextOf(deps, jobOf("build-features"), {
    async yieldAndRenewLease() {
      if (hasHappened) return;
      hasHappened = true;
      await happens();
    },
  });
  return await buildFeatures(context);
}

/** Pages are by numbers of runners: these make each day one. */
const A_PAGE_A_DAY = "update races set runner_count = 5000";

/** Ten imported races, each of a day and a page of its own. */
async function createPagedDatabase() {
  const database = await createImported(makeRaces(10));
  await database.d1.prepare(A_PAGE_A_DAY).run();
  return database;
}

test("what changes of early days while they are read is read again", async () => {
  for (const change of [
    "update races set distance_m = 1234, data_version = 2 where race_id = 'r010'",
    "update races set hidden = 1 where race_id = 'r010'",
  ]) {
    await using database = await createPagedDatabase();
    const { deps } = database;
    const outcome = await buildDuring(deps, async () => {
      await database.d1.prepare(change).run();
      await insertImport(database);
    });
    expect(outcome).toEqual({ kind: "again", delaySeconds: 1 });
    expect(await createFeatureStore(database.store).readManifest()).toBeNull();
  }
});

test("what comes for the last days while others are read is in the same build", async () => {
  await using database = await createPagedDatabase();
  const { deps } = database;
  const outcome = await buildDuring(deps, async () => {
    await database.d1.prepare("update runners set carried_weight_kg = 61 where race_id = 'r001'").run();
    await database.d1.prepare("update races set data_version = 2 where race_id = 'r001'").run();
    await insertImport(database);
  });
  expect(outcome).toEqual({ kind: "done" });
  expect(await isFeatureBuildDue(deps)).toBe(false);
  const built = await createFeatureStore(database.store).readManifest();

  await using fresh = await createImported(makeRaces(10));
  await insertImport(fresh);
  await fresh.d1.prepare("update runners set carried_weight_kg = 61 where race_id = 'r001'").run();
  await run(fresh.deps);
  const expected = await createFeatureStore(fresh.store).readManifest();
  expect(built?.version).toBe(expected?.version);
  expect(built?.importId).toBe(2);
});

test("hiding or showing a sample makes a build due, without a new import", async () => {
  await using database = await createImported(makeRaces(10));
  const { deps } = database;
  await database.d1.prepare("update races set source = 'sample' where race_id in ('r010', 'r009')").run();
  await run(deps);
  const listBuilt = async () => (await readFeatures(database)).index.raceIds;
  expect(await listBuilt()).toEqual(["r009", "r010", "r005", "r004"]);

  // Already shown: nothing changes, nothing is due.
  expect(await changeSampleVisibility(deps, { venueType: 1, hidden: false })).toEqual({ races: 0 });
  expect(await isFeatureBuildDue(deps)).toBe(false);
  expect(await changeSampleVisibility(deps, { venueType: 1, hidden: true })).toEqual({ races: 2 });
  expect(await isFeatureBuildDue(deps)).toBe(true);
  await run(deps);
  expect(await listBuilt()).toEqual(["r005", "r004"]);
  expect(await isFeatureBuildDue(deps)).toBe(false);
  // And back again: every change counts, also one that undoes another.
  expect(await changeSampleVisibility(deps, { venueType: 1, hidden: false })).toEqual({ races: 2 });
  expect(await isFeatureBuildDue(deps)).toBe(true);
});

test("features of an earlier catalogue are nobody's, and are built anew", async () => {
  await using database = await createImported(makeRaces(10));
  const { deps } = database;
  await run(deps);
  const built = await readCurrent(database);
  const earlier = { ...built, version: "earlier", catalogueVersion: built.catalogueVersion - 1 };
  await database.store.put(CURRENT_MANIFEST_KEY, JSON.stringify(earlier));
  expect(await createFeatureStore(database.store).readManifest()).toBeNull();
  expect(await isFeatureBuildDue(deps)).toBe(true);
  await run(deps);
  expect(await readCurrent(database)).toMatchObject({
    ...built,
    version: expect.any(String),
    previousVersion: "earlier",
  });
  expect(await isFeatureBuildDue(deps)).toBe(false);
});

test("changes while a build is ending, with its job still open, get a build of their own", async () => {
  await using database = await createImported(makeRaces(10));
  const { deps } = database;
  await database.d1.prepare("update races set source = 'sample'").run();
  await enqueueJob(deps, { kind: "build-features", subject: "all" });
  const listJobs = async () => {
    const { results } = await database.d1.prepare("select status from jobs order by rowid").all<{ status: string }>();
    return results.map(({ status }) => status);
  };
  const deliver = (afterBuild: () => Promise<unknown>) =>
    consumeJobs(
      deps,
      {
        ...handlers,
        "build-features": {
          ...handlers["build-features"],
          async run(context) {
            const outcome = await buildFeatures({ ...context, yieldAndRenewLease: async () => {} });
            await afterBuild();
            return outcome;
          },
        },
      },
      { isLocked: false },
      { queue: "keiba-ai-ingest", messages: [newestMessage(deps.sent)] },
    );
  await deliver(() => changeSampleVisibility(deps, { venueType: 1, hidden: true }));
  expect(await listJobs()).toEqual(["done", "queued"]);
  await deliver(async () => {});
  expect(await listJobs()).toEqual(["done", "done"]);
  expect(await isFeatureBuildDue(deps)).toBe(false);
});

function newestMessage(sent: readonly { message: unknown }[]): Message {
  return {
    id: "message",
    timestamp: new Date(0),
    body: sent.at(-1)?.message,
    attempts: 1,
    ack() {},
    retry() {
      throw new Error("the delivery failed");
    },
  };
}
