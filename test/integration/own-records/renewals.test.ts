import { beforeAll, expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import { finishImport } from "#app/db/racing/race-writes.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { changedMarkWords } from "#app/domain/scoring/place-horses.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { renewMarks, wakeRenewals } from "#app/services/analyses/renewals.server.ts";
import { scoreOne } from "#app/services/analyses/scoring.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { readView } from "#app/services/own-records/own-records.server.ts";
import { settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { trainOnSynthetic } from "#test/integration/support/imports/synthetic-artifact.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { handlers } from "#workers/jobs/handlers.ts";

const PRO = { id: 1, plan: 4 };
const at = (time: string) => Date.parse(`2026-11-21T${time}+09:00`) / 1000;
const synthetic = createSyntheticFeatures({ races: 100 });
/** They hold every import. */
const features: FeatureStore = {
  ...synthetic,
  readManifest: async () => ({ ...(await synthetic.readManifest())!, importId: 1000 }),
};
let artifact: Artifact;

beforeAll(async () => {
  artifact = await trainOnSynthetic(synthetic);
});

/** Race r99 at 15:40, analysed and sealed at ten by a user of PRO, a free one and one whose renewal failed. */
async function startDay() {
  const { database, deps, db, d1, store } = await openTestDeps();
  const artifactKey = await putArtifact(store, await packArtifact(artifact));
  await sealDue(deps);
  await insertRace(db, {
    raceId: "r99",
    startTime: "15:40",
    dataVersion: SYNTHETIC_IMPORT,
    surface: "turf",
    runnerRows: 8,
  });
  for (const { id, plan } of [PRO, { id: 2, plan: 1 }, { id: 3, plan: 104 }]) {
    await insertUser(db, { id, plan });
    await insertModel(db, { id, userId: id, artifactKey });
    const analysis = { id, userId: id, modelId: id, raceId: "r99", raceInputsVersion: SYNTHETIC_IMPORT };
    await insertAnalysis(db, { ...analysis, status: 1, confirmedAt: 1 });
    await insertUses(db, { userId: id, count: 1, firstSubject: id });
    await scoreOne(deps, features, id);
  }
  deps.clock.now = at("11:00:00");
  const rows = async <Row>(sql: string) => (await d1.prepare(sql).all<Row>()).results;
  let version = SYNTHETIC_IMPORT;
  return {
    ...{ db, d1, deps, rows, [Symbol.asyncDispose]: database.dispose },
    /** An import that changes the card, or the weights. */
    async change(statement: string, column = "inputs_version") {
      version += 1;
      await d1.batch([
        d1.prepare(`insert into imports (id, source, status, created_at, next_chunk, chunk_count)
          values (${version}, 'real', 'applying', 1, 1, 1)`),
        d1.prepare(statement),
        d1.prepare(`update races set pending_import_id = ${version}, ${column} = ${-version}`),
      ]);
      await finishImport(db, { importId: version, notices: [], now: deps.now() });
    },
    /** Runs each open job once. */
    async work(store: FeatureStore = features) {
      const renewals = {
        ...handlers["renew-marks"],
        run: (context: Parameters<typeof renewMarks>[0]) => renewMarks(context, store),
      };
      const all = { ...handlers, "renew-marks": renewals };
      const open = await rows<{ id: string }>("select id from jobs where kind = 'renew-marks' and status = 'queued'");
      return await Promise.all(
        open.map(({ id }) => runJob(deps, all, { jobId: id, yieldToEventLoop: async () => {} })),
      );
    },
    made: async () =>
      (await rows<{ id: number }>("select id from analyses where id > 3 and status = 2 order by id")).map(
        ({ id }) => id,
      ),
    /** ◎ of an analysis. */
    async favourite(id: number) {
      const sql = `select scores ->> '$[0].horseNum' as n from analyses where id = ${id}`;
      return (await rows<{ n: number }>(sql))[0]?.n ?? 0;
    },
    async finish() {
      await d1.batch([
        d1.prepare(
          "update runners set status = 'finished', win_odds = 2, finish_position = horse_num where status = 'entered'",
        ),
        d1.prepare("insert into payouts values ('r99', 'win', '1', 540)"),
        d1.prepare("update races set status = 'result', data_version = 999"),
      ]);
      await settleRecords(contextOf(deps, jobOf("settle-records")));
    },
    async standings() {
      const filter = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;
      const view = await readView(deps, { user: PRO, modelId: 1, filter });
      return view!.listed.map(({ entry, standing }) => [entry.analysisId, standing]);
    },
  };
}

const scratch = (horseNum: number) => `update runners set status = 'scratched' where horse_num = ${horseNum}`;

test("a scratch makes a sealed version for the paid user only, which counts no use and names the moved marks", async () => {
  await using day = await startDay();
  const best = await day.favourite(1);
  await saveChoices(day.db, { userId: 1, choices: [{ kind: "marks-changed", byMail: true, byPush: false }], now: 1 });
  const [, second = 0] = (await analyses.find(day.deps, { user: PRO, analysisId: 1 }))!.scores!.map(
    ({ horseNum }) => horseNum,
  );
  await day.change(scratch(best));
  expect(await day.work()).toEqual(["done"]);
  const [made] = await day.rows(
    "select id, user_id, model_id, completed_at, confirmed_at, race_data_version from analyses where id > 3",
  );
  const version = { user_id: 1, model_id: 1, completed_at: at("11:00:00"), race_data_version: SYNTHETIC_IMPORT + 1 };
  expect(made).toEqual({ ...version, id: 4, confirmed_at: null });
  expect(await day.made()).toEqual([4]);
  expect(await day.favourite(4)).toBe(second);
  expect(await day.rows("select analysis_id from seal_leaves where analysis_id > 3")).toEqual([{ analysis_id: 4 }]);
  expect(await day.rows("select user_id from usage where returned_at is null and user_id = 1")).toHaveLength(1);
  const found = await analyses.find(day.deps, { user: PRO, analysisId: 4 });
  expect(found).toMatchObject({ changes: [], newestId: null, earlier: { analysisId: 1 } });
  expect(found?.earlier?.marks.slice(0, 2).map(changedMarkWords)).toEqual([
    `${second}番 ○→◎`,
    expect.stringMatching(/番 ▲→○$/),
  ]);
  expect(found?.earlier?.marks.at(-1)).toEqual({ horseNum: best, before: "favourite", after: null });
  const [notice] = await day.rows<{ body: string }>("select kind, path, body from notifications");
  expect(notice).toMatchObject({ kind: "marks-changed", path: "/analyses/4" });
  expect(notice?.body).toContain(`${second}番 ○→◎、`);
  expect(await analyses.find(day.deps, { user: PRO, analysisId: 1 })).toMatchObject({ newestId: 4, earlier: null });
});

test("a change that alters no input of the model makes no version, and one after the start no job", async () => {
  await using day = await startDay();
  await day.change("update runners set body_weight_kg = 480", "weights_version");
  expect([await day.work(), await day.made()]).toEqual([["done"], []]);
  await day.d1.prepare("update models set is_weight = 1").run();
  await day.change("update runners set body_weight_kg = 482", "weights_version");
  expect([await day.work(), await day.made()]).toEqual([["done"], [4]]);
  day.deps.clock.now = at("15:40:00");
  await day.change(scratch(8));
  expect(await day.work()).toEqual([]);
});

test("no version is made after the start, even if the job began before it", async () => {
  await using day = await startDay();
  day.deps.clock.now = at("15:39:59");
  await day.change(scratch(8));
  const slow: FeatureStore = {
    ...features,
    readRace: async (...task) => {
      day.deps.clock.now = at("15:40:00");
      return await features.readRace(...task);
    },
  };
  expect([await day.work(slow), await day.made()]).toEqual([["done"], []]);
});

test("jobs of one change that race each other make one version", async () => {
  await using day = await startDay();
  await day.change(scratch(8));
  const [job] = await day.rows<{ payload: string }>("select payload from jobs where kind = 'renew-marks'");
  const run = () => renewMarks(contextOf(day.deps, jobOf("renew-marks", "", JSON.parse(job!.payload))), features);
  expect(await Promise.all(Array.from({ length: 8 }, run))).toEqual(Array(8).fill({ kind: "done" }));
  expect(await day.made()).toHaveLength(1);
  expect(await day.rows("select id from seal_leaves where analysis_id > 3")).toHaveLength(1);
  expect(await day.rows("select id from usage where subject_id > 3")).toHaveLength(1);
});

test("a flapping feed makes at most one version a minute, and the last card wins", async () => {
  await using day = await startDay();
  const began = at("11:00:00");
  for (let second = 0; second < 150; second += 5) {
    day.deps.clock.now = began + second;
    await day.change(`update races set going = '${second % 10 === 0 ? "soft" : "firm"}'`);
    await day.work();
  }
  for (let minute = 0; minute < 3; minute += 1) {
    day.deps.clock.now += 60;
    await day.work();
  }
  const made = await day.rows<{ at: number }>("select completed_at as at from analyses where id > 3 order by id");
  const gaps = made.slice(1).map(({ at }, index) => at - made[index]!.at);
  expect(made.length).toBeGreaterThan(1);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60);
  const [last] = await day.rows("select inputs ->> '$.race.going' as going from analyses order by id desc limit 1");
  expect(last).toEqual({ going: "firm" });
  expect(await day.rows("select id from jobs where kind = 'renew-marks' and status <> 'done'")).toEqual([]);
});

test("the record counts the last version that was sealed before the start", async () => {
  await using day = await startDay();
  await sealDue(day.deps);
  await day.change(scratch(8));
  await day.work();
  day.deps.clock.now = at("15:38:30");
  await day.change("update races set going = 'soft'");
  await day.work();
  await day.finish();
  expect(await day.standings()).toEqual([
    [5, "counted"],
    [4, "replaced"],
    [1, "replaced"],
  ]);
});

test("the job waits for the features, is woken by their build, and leaves a card to the job of a later change", async () => {
  await using day = await startDay();
  await day.change(scratch(8));
  expect(await day.work(synthetic)).toEqual(["again"]);
  day.deps.clock.now += 5;
  await day.change("update races set going = 'soft'");
  day.deps.sent.length = 0;
  await wakeRenewals(day.deps);
  expect(day.deps.sent.map(({ queue }) => queue)).toEqual(["score", "score"]);
  expect(await day.work()).toEqual(["done", "done"]);
  expect(await day.rows("select inputs ->> '$.race.going' as going from analyses where id > 3")).toEqual([
    { going: "soft" },
  ]);
});

test("only the main model's analysis is renewed: the starred one, else the best", async () => {
  await using day = await startDay();
  await insertModel(day.db, { id: 9, report: JSON.stringify({ pseudoR2: 0.2 }), artifactKey: "artifacts/none" });
  await day.change(scratch(8));
  await day.work();
  expect(await day.made()).toEqual([]);
  await day.d1.prepare("update users set default_model_id = 1 where id = 1").run();
  await day.change("update races set going = 'soft'");
  await day.work();
  expect(await day.made()).toEqual([4]);
});
