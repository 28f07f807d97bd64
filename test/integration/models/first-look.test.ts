import { expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { listWithFirstLook, readFirstLook } from "#app/services/models/first-look.server.ts";
import { insertImport, insertRaces, makeRaces, run } from "#test/integration/support/imports/feature-build-site.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { makeLogit } from "#test/unit/support/explainable-model.ts";

/** Central races, six days apart: the first has its result, the second not. */
const [MAIN, NEXT, DAY] = ["r005", "r004", "2024-09-21"];
const CHOICE: FeatureChoice = { static: ["騎手", "枠番"], average: {} };
const ARTIFACT: Artifact = {
  ...{ format: 2, learner: "conditional-logit", learnerVersion: 1, seed: 1, venueType: 1, scope: "all" },
  ...{ choice: CHOICE, cutoffDay: "2024-09-01", data: { version: "v", importId: 1 }, learnt: { races: 1, rows: 1 } },
  ...{ temperature: 1, sigma: 1, orderExponents: { second: 1, third: 1 }, refits: [] },
  report: { races: 1, from: "2023-01-01", to: "2023-12-31", pseudoR2: 0.1, marketPseudoR2: null, top1WinRate: 0.2 },
  parameters: makeLogit(columnsOf(CHOICE, 1).map(({ id }) => id)),
};

async function start(cutoffDay = "2024-09-01") {
  const { database, deps } = await openTestDeps();
  await insertImport(database);
  await insertRaces(database, makeRaces());
  for (const id of [1, 2]) await insertUser(database.db, { id, plan: 4 });
  const completedAt = startOfJapanDay(DAY) + 10 * 3600;
  const artifactKey = await putArtifact(database.store, await packArtifact({ ...ARTIFACT, cutoffDay }));
  await insertModel(database.db, { id: 1, artifactKey, completedAt });
  expect(await run(deps, { checkpoint: null, saved: 0 })).toEqual({ kind: "done" });
  await database.d1.prepare(`update races set race_num = 11 where race_id = '${MAIN}'`).run();
  await database.d1.prepare(`update races set start_time = '15:00' where race_id = '${NEXT}'`).run();
  const model = { venueType: 1, isWeight: false, status: 2, disabled: null };
  const read = async (changes: Partial<typeof model> = {}, id = 1) => {
    const { record } = await listWithFirstLook(deps, { user: { id, plan: 4 }, modelId: 1 });
    return record && readFirstLook(deps, { model: { ...model, ...changes }, record });
  };
  return { ...database, completedAt, read };
}

test("a finished model shows the day's next race and last week's main race, and stores nothing", async () => {
  await using site = await start();
  const look = await site.read();
  expect(look?.next?.race.raceId).toBe(NEXT);
  expect(look?.next?.placed[0]).toMatchObject({ mark: "favourite", score: { probability: expect.any(Number) } });
  expect(look?.mains).toMatchObject([{ race: { raceId: MAIN }, finish: { status: expect.any(String) } }]);
  const { results } = await site.d1
    .prepare("select (select count(*) from analyses) + (select count(*) from usage) n")
    .all();
  expect(results).toEqual([{ n: 0 }]);
});

test("the look needs a start after the training, weights where the model uses them, and the owner", async () => {
  await using site = await start();
  await site.d1.prepare("update models set completed_at = completed_at + 6 * 3600").run();
  expect((await site.read())?.next).toBeNull();
  await site.d1.prepare("update models set completed_at = completed_at - 6 * 3600").run();
  expect((await site.read({ isWeight: true }))?.next).toBeNull();
  expect(await site.read({}, 2)).toBeNull();
});

test("races that the model may have learnt from are left out", async () => {
  await using site = await start("2024-12-01");
  expect(await site.read()).toEqual({ next: null, mains: [] });
});
