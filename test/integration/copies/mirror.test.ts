import { beforeEach, expect, test } from "vitest";
import { createCopyStore } from "#app/adapters/copies/copy-store.server.ts";
import { findRestored } from "#app/db/copies/last-copy.server.ts";
import { noteDeletion } from "#app/services/copies/deletion-notes.server.ts";
import { restoreCopy } from "#app/services/copies/restore-copy.server.ts";
import { returnObjects } from "#app/services/copies/return-objects.server.ts";
import { insertModel, insertUser } from "#test/integration/support/billing/plan-factories.ts";
import { copyAll, copyJob, DAY } from "#test/integration/support/copies/copied-site.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

const DAY_SECONDS = 86_400;
const NEXT = "2026-11-22";

let site: TestDatabase;
let other: TestDatabase;
let deps: ReturnType<typeof createTestDeps>;
let keys: string[];

/** Three models whose artifacts are stored, a shared page and sealed texts; features and rankings, which are made again. */
beforeEach(async () => {
  site = await createTestDatabase();
  other = await createTestDatabase();
  deps = createTestDeps(site, { mirror: other.store });
  await insertUser(site.db, { id: 1 });
  keys = [];
  for (const id of [1, 2, 3]) {
    keys.push(`artifacts/${id}.json`);
    await site.store.put(keys.at(-1)!, `{"model":${id}}`, { httpMetadata: { contentType: "application/json" } });
    await insertModel(site.db, { id, artifactKey: keys.at(-1)! });
  }
  await site.store.put("shares/1", "page", { customMetadata: { state: "shared" } });
  await site.store.put("features/manifest.json", "{}");
});

const list = async (bucket: R2Bucket) => {
  const found: string[] = [];
  for (let startAfter = ""; ; ) {
    const options = { include: ["customMetadata"], ...(startAfter === "" ? {} : { startAfter }) } as R2ListOptions;
    const { objects, truncated } = await bucket.list(options);
    for (const { key, etag, customMetadata } of objects)
      if (!key.startsWith("features/")) found.push(`${key} ${etag} ${JSON.stringify(customMetadata ?? {})}`);
    startAfter = objects.at(-1)?.key ?? "";
    if (!truncated) return found;
  }
};
const expectMirrored = async () => expect(await list(other.store)).toEqual(await list(site.store));

test("after a copy the second bucket has what nothing makes again, with what is noted about it, and no more", async () => {
  expect(await copyAll(deps)).toEqual({ kind: "done" });
  await expectMirrored();
  expect(await (await other.store.get(keys[0]!))?.text()).toBe('{"model":1}');
  expect(await other.store.head("features/manifest.json")).toBeNull();
  expect((await createCopyStore(other.store).listDays()).map(({ day }) => day)).toEqual([DAY]);
  await using target = await createTestDatabase();
  const restored = await restoreCopy({ copies: other.store, store: other.store, db: target.db }, { day: DAY });
  expect(restored).toMatchObject({ leftOut: [], lost: [] });
});

test("a page that changed, a new deletion and an erased artifact reach it the next night, from two jobs at once too", async () => {
  await copyAll(deps);
  await site.store.put("shares/1", "page", { customMetadata: { state: "stopped" } });
  await site.store.delete(keys[2]!);
  await site.d1.prepare("update models set deleted_at = 1 where id = 3").run();
  await noteDeletion(deps, { userId: 7, at: deps.clock.now });
  deps.clock.now += DAY_SECONDS;
  const outcomes = await Promise.all([1, 2].map(() => copyAll(deps, { job: copyJob(NEXT) })));
  expect(outcomes).toEqual([{ kind: "done" }, { kind: "done" }]);
  await expectMirrored();
  expect(await other.store.head(keys[2]!)).toBeNull();
  expect((await other.store.head("shares/1"))?.customMetadata).toEqual({ state: "stopped" });
});

test("a job that dies at any of its steps goes on, and the mirror is whole", async () => {
  const job = copyJob();
  let deaths = 0;
  for (let isDead = true; isDead; ) {
    let saves = 0;
    isDead = await copyAll(deps, {
      job,
      saveCheckpoint: async (checkpoint) => {
        saves += 1;
        if (saves > 5) throw new Error("killed");
        job.checkpoint = checkpoint;
      },
    }).then(
      () => false,
      () => true,
    );
    deaths += Number(isDead);
  }
  expect(deaths).toBeGreaterThan(10);
  await expectMirrored();
});

test("a store that was emptied takes nothing from the mirror, the job says why, and the objects come back", async () => {
  for (let id = 0; id < 120; id += 1) await site.store.put(`seals/${String(id).padStart(3, "0")}`, "text");
  await copyAll(deps);
  const before = await list(site.store);
  for (const line of before) await site.store.delete(line.split(" ")[0]!);
  deps.clock.now += DAY_SECONDS;
  expect(await copyAll(deps, { job: copyJob(NEXT) })).toEqual({
    kind: "failed",
    reason: "the store lacks 124 of 124 objects of the mirror: none was removed",
  });
  expect(await other.store.head(keys[0]!)).not.toBeNull();

  await other.store.delete(keys[1]!);
  const { returned, lost } = await returnObjects({ store: site.store, mirror: other.store, db: site.db });
  expect(lost).toEqual([keys[1]]);
  expect(returned).toBeGreaterThan(3);
  expect(await (await site.store.get(keys[0]!))?.text()).toBe('{"model":1}');
  expect((await site.store.head("shares/1"))?.customMetadata).toEqual({ state: "shared" });
  // What was taken down since goes again.
  expect(await findRestored(site.db)).toBe(0);
  expect((await createCopyStore(site.store).listDays()).map(({ day }) => day)).toContain(DAY);
  expect(await returnObjects({ store: site.store, mirror: other.store, db: site.db })).toEqual({ returned: 0, lost });
});

test("copies whose time is over leave the mirror with the store's", async () => {
  for (let night = 0; night < 16; night += 1) {
    const day = new Date((deps.clock.now + 9 * 3600) * 1000).toISOString().slice(0, 10);
    await copyAll(deps, { job: copyJob(day) });
    deps.clock.now += DAY_SECONDS;
  }
  const [here, there] = await Promise.all([site.store, other.store].map((each) => createCopyStore(each).listDays()));
  // Fourteen nights, and the first one of November.
  expect(here).toHaveLength(15);
  expect(there).toEqual(here);
});
