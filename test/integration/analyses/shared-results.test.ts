import { expect, test } from "vitest";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { enqueueSharedResults, share, showResults } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { csv, filesOf, type Row, runnerRow, smallSet } from "#test/integration/support/imports/import-set.ts";
import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { insertAnalysis } from "#test/integration/support/rows.ts";
import { OWNER, SCORES, SHARE_ID, startWorld } from "#test/integration/support/sharing-world.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

type World = Awaited<ReturnType<typeof startWorld>>;
type Finish = [horseNum: number, status: RunnerStatus, position: number | null];

const RESULT: Finish[] = [
  [3, "finished", 1],
  [9, "finished", 5],
  [6, "finished", 2],
  [12, "scratched", null],
  [1, "did_not_finish", null],
];

/** The state of a race at the end of an import. */
async function endImport({ d1 }: World, importId: number, status: string, finishes: Finish[]): Promise<void> {
  await d1.batch([
    d1.prepare("insert into imports (id, source, status, created_at) values (?, 'sample', 'done', 0)").bind(importId),
    d1.prepare("update races set data_version = ?, status = ? where race_id = 'r1'").bind(importId, status),
    ...finishes.map(
      ([horseNum, runnerStatus, position]) =>
        sql(d1)`insert or replace into runners (race_id, horse_num, horse_id, horse_name, status, finish_position,
          content_hash)
          values ('r1', ${horseNum}, 'h', 'ウマ', ${runnerStatus}, ${position}, 'hash')`,
    ),
  ]);
}

/** Runs the job of an import until it is done. @returns the number of messages */
async function run({ deps }: { deps: Deps }, importId: number, overrides: Parameters<typeof contextOf>[2] = {}) {
  const job = jobOf("show-results", importId);
  for (let messages = 1; ; messages += 1) {
    const { kind } = await showResults(contextOf(deps, job, overrides));
    if (kind === "done") return messages;
    expect([kind, messages < 9]).toEqual(["again", true]);
  }
}

const finishesOf = async ({ sharing }: World) =>
  (await sharing.find({ shareId: SHARE_ID }))?.horses.map(({ horseNum, finish }) => [
    horseNum,
    finish && [finish.status, finish.position],
  ]);
const ENDED = [
  [3, ["finished", 1]],
  [9, ["finished", 5]],
  [6, ["finished", 2]],
  [12, ["scratched", null]],
  [1, ["did_not_finish", null]],
  [2, undefined],
];

test("a page shared before the race shows its result once available; a repetition changes nothing, a correction does", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  const before = await world.sharing.find({ shareId: SHARE_ID });
  expect([before?.race.status, before?.horses.some((horse) => "finish" in horse)]).toEqual([undefined, false]);
  const shares = createShareStore(world.store);
  const first = await shares.findVersion(1);

  // Odds and weights: not shown on a page.
  await endImport(world, 2, "scheduled", [[3, "entered", null]]);
  await run(world, 2);
  expect(await shares.findVersion(1)).toBe(first);

  await endImport(world, 3, "result", RESULT);
  await run(world, 3);
  const second = await shares.findVersion(1);
  expect(second).not.toBe(first);
  expect(await finishesOf(world)).toEqual(ENDED);
  const after = await world.sharing.find({ shareId: SHARE_ID });
  // The image shows no result, but lists a horse that did not start last.
  expect([after?.race.status, after?.imagePath, after?.sharedAt]).toEqual([
    "result",
    before?.imagePath?.replace(".png", "-12.png"),
    before?.sharedAt,
  ]);
  await Promise.all([run(world, 3), run(world, 3)]);
  // Neither does sharing again.
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  expect(await shares.findVersion(1)).toBe(second);

  await endImport(world, 4, "result", [
    [3, "disqualified", null],
    [6, "finished", 1],
  ]);
  await run(world, 4);
  expect((await finishesOf(world))?.slice(0, 3)).toEqual([
    [3, ["disqualified", null]],
    [9, ["finished", 5]],
    [6, ["finished", 1]],
  ]);
  // Cancelled after all: no places are left.
  await endImport(world, 5, "cancelled", []);
  await run(world, 5);
  const cancelled = await world.sharing.find({ shareId: SHARE_ID });
  expect([cancelled?.race.status, cancelled?.horses.some((horse) => "finish" in horse)]).toEqual(["cancelled", false]);
  // Scheduled again: only the withdrawn horse is marked.
  await endImport(world, 6, "scheduled", []);
  await run(world, 6);
  const marked = (await finishesOf(world))?.filter(([, finish]) => finish !== undefined);
  expect(marked).toEqual([[12, ["scratched", null]]]);
  // It runs after all: the page is as it was shared.
  await endImport(world, 7, "scheduled", [[12, "entered", null]]);
  await run(world, 7);
  expect(await shares.findVersion(1)).toBe(first);
});

test("a page shared after the race shows its result at once, also if an import happens in between", async () => {
  await using world = await startWorld();
  await endImport(world, 2, "result", RESULT);
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  expect(await finishesOf(world)).toEqual(ENDED);

  await world.sharing.unshare({ user: OWNER, analysisId: 1 });
  let isDue = true;
  const store = intercept(world.store, async (name, _values, call) => {
    if (name === "put" && isDue) {
      isDue = false;
      // Its job finds no page yet.
      await endImport(world, 3, "result", [[3, "finished", 2]]);
      await run(world, 3);
    }
    return call();
  });
  await share({ ...world.deps, store }, { user: OWNER, analysisId: 1 });
  expect([isDue, (await finishesOf(world))?.[0]]).toEqual([false, [3, ["finished", 2]]]);
});

test("a stopped or deleted page stays removed, also if that happens while the result is written", {
  tags: "full",
}, async () => {
  await using world = await startWorld();
  const ends = [
    { end: () => world.sharing.unshare({ user: OWNER, analysisId: 1 }), kind: "unshared" },
    { end: () => world.analyses.remove({ user: OWNER, analysisId: 1 }), kind: "deleted" },
  ];
  for (const [index, { end, kind }] of ends.entries()) {
    const importId = 10 + index;
    await world.sharing.share({ user: OWNER, analysisId: 1 });
    await endImport(world, importId, "result", [[3, "finished", importId]]);
    let isDue = true;
    const deps = withFault(world.deps, {
      at: 0,
      mode: "before",
      calls: 0,
      async pause() {
        // After the page was read, before its race is queried.
        if (!isDue || (await world.store.head("shares/1.json")) === null) return;
        calls += 1;
        if (calls < 3) return;
        isDue = false;
        expect(await end()).toEqual({ kind });
      },
    });
    let calls = 0;
    await run({ ...world, deps }, importId);
    expect([isDue, (await world.stateOf()).isPublic]).toEqual([false, false]);
    await run(world, importId);
    expect((await world.stateOf()).isPublic).toBe(false);
  }
  expect(await world.stateOf()).toEqual({ isMarked: false, isDeleted: true, isPublic: false });
});

test("a stop interrupted between page and mark is not undone by a result", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  await createShareStore(world.store).stop({ analysisId: 1, stamp: "cut-off" });
  await endImport(world, 2, "result", RESULT);
  await run(world, 2);
  expect(await world.stateOf()).toEqual({ isMarked: true, isDeleted: false, isPublic: false });
});

test("a job interrupted at any call is completed by the next run", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  let importId = 1;
  for (const mode of ["before", "after"] as const) {
    for (let at = 1; ; at += 1) {
      importId += 1;
      await endImport(world, importId, "result", [[3, "finished", importId]]);
      const fault = { at, mode, calls: 0 };
      const isCut = await run({ ...world, deps: withFault(world.deps, fault) }, importId).then(
        () => false,
        (error: Error) => `${error.message} ${String(error.cause)}`.includes("injected fault"),
      );
      expect([at, isCut]).toEqual([at, fault.calls >= at]);
      await run(world, importId);
      expect((await finishesOf(world))?.[0]).toEqual([3, ["finished", importId]]);
      if (!isCut) break;
    }
  }
});

test("more pages than fit into one message are updated over several", { tags: "full" }, async () => {
  await using world = await startWorld();
  const ids = Array.from({ length: 101 }, (_, index) => 100 + index);
  for (const id of ids) {
    await insertAnalysis(world.db, { id, scores: JSON.stringify(SCORES), raceInputsVersion: id });
    await world.sharing.share({ user: OWNER, analysisId: id });
  }
  await endImport(world, 2, "result", RESULT);
  expect(await run(world, 2)).toBe(2);
  for (const id of [100, 199, 200]) expect((await createShareStore(world.store).find(id))?.race.status).toBe("result");
});

test("a job is created only if one of the import's races is shared, and once for two requests", async () => {
  await using world = await startWorld();
  const jobs = async () =>
    (await world.d1.prepare("select kind, subject from jobs").all<{ kind: string; subject: string }>()).results;
  await endImport(world, 2, "result", RESULT);
  await enqueueSharedResults(world.deps, { importId: 2 });
  expect(await jobs()).toEqual([]);
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  await Promise.all([1, 2].map(() => enqueueSharedResults(world.deps, { importId: 2 })));
  await enqueueSharedResults(world.deps, { importId: 1 });
  expect(await jobs()).toEqual([{ kind: "show-results", subject: "2" }]);
});

test("an import that brings a result enqueues the job, one without changes does not", async () => {
  await using site = await createImportSite();
  await site.importSet(filesOf(smallSet()));
  for (const statement of [
    "insert into users (id, email, name, password_hash, created_at) values (1, 'a@example.com', 'a', 'x', 0)",
    `insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, form_key, status, created_at)
     values (1, 1, 'm', 1, '[]', 1, 0, 'k', 1, 0)`,
    `insert into analyses (id, user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
       scores, created_at, completed_at, shared_at)
     values (1, 1, 1, 'R4', 1, 'm', 1, '{}', 2, '[]', 0, 0, 0)`,
    "update jobs set status = 'done'",
  ])
    await site.sql(statement);
  const result = (race_id: string): Row[] =>
    [1, 2, 3].map((horse_num) => runnerRow({ race_id, horse_num, finish_position: horse_num }));
  await site.importSet({ "runners.csv": csv(result("R4")) });
  expect((await site.state()).jobs).toContain("show-results 2");
  await site.sql("update jobs set status = 'done'");
  await site.importSet({ "runners.csv": csv(result("R4")) });
  expect((await site.state()).jobs.filter((job) => job.startsWith("show-results"))).toEqual([]);
}, 300_000);
