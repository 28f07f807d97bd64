import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { CURRENT_MANIFEST_KEY, createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { columnsOf } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import { GOINGS } from "#app/domain/racing/race.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { WhatIf, WhatIfResult } from "#app/domain/views/what-if.ts";
import { placesOf } from "#app/domain/what-if/conditions.ts";
import { readAskedConditions } from "#app/forms/analyses/what-if.server.ts";
import { scoreAnalysis } from "#app/services/analyses/scoring.server.ts";
import { readWhatIf } from "#app/services/analyses/what-if.server.ts";
import { insertImport, insertRaces, makeRaces, run } from "#test/integration/support/imports/feature-build-site.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertUser } from "#test/integration/support/rows.ts";
import { makeLogit, makeTrees } from "#test/unit/support/explainable-model.ts";

const PRO = { id: 1, plan: 4, defaultModelId: null };
const OTHER = { id: 2, plan: 4, defaultModelId: null };
/** One of two central races of its day, with six horses that have run before. */
const RACE = "r010";
const CHOICE: FeatureChoice = {
  static: ["騎手", "枠番", "斤量", "天気"],
  average: { rank: { race_customize: ["all"], race_num: [-1, 1, 3] } },
};

const columnIds = columnsOf(CHOICE, 1).map(({ id }) => id);
const artifact: Artifact = {
  format: 2,
  learner: "boosted-trees",
  learnerVersion: 1,
  seed: 1,
  venueType: 1,
  scope: "all",
  choice: CHOICE,
  cutoffDay: "2024-01-01",
  data: { version: "v", importId: 1 },
  learnt: { races: 1, rows: 1 },
  temperature: 1.2,
  sigma: 0.8,
  orderExponents: { second: 0.81, third: 0.65 },
  report: { races: 1, from: "2023-01-01", to: "2023-12-31", pseudoR2: 0.1, marketPseudoR2: null, top1WinRate: 0.2 },
  parameters: { logit: makeLogit(columnIds), linearShare: 0.7, trees: makeTrees(columnIds).packed },
  refits: [],
};

/** Stored races with features, a model of the first user and a finished analysis of the race by it. */
async function start() {
  const { database, deps } = await openTestDeps();
  const races = makeRaces().map((race, index) => ({ ...race, going: GOINGS[index % 3] ?? null }));
  await insertImport(database);
  await insertRaces(database, races);
  for (const user of [PRO, OTHER]) await insertUser(database.db, user);
  const artifactKey = await putArtifact(database.store, await packArtifact(artifact));
  for (const id of [1, 4]) await insertModel(database.db, { id, artifactKey });
  await insertModel(database.db, { id: 3, userId: OTHER.id, artifactKey });
  const build = async () => expect(await run(deps, { checkpoint: null, saved: 0 })).toEqual({ kind: "done" });
  await build();
  /** Scores the race like every analysis, and returns what is stored. */
  const analyse = async (id: number): Promise<Score[]> => {
    await insertAnalysis(database.db, { id, raceId: RACE, status: 1, raceInputsVersion: id });
    const context = contextOf(deps, jobOf("score-race", id));
    expect(await scoreAnalysis(context, createFeatureStore(database.store))).toEqual({ kind: "done" });
    const [row] = await database.db.select({ scores: analyses.scores }).from(analyses).where(eq(analyses.id, id));
    return JSON.parse(row?.scores ?? "[]") as Score[];
  };
  const first = await analyse(1);
  const read = (query = "", { user = PRO, modelId = 1 }: { user?: typeof PRO; modelId?: number | null } = {}) =>
    readWhatIf(deps, { user, raceId: RACE, modelId, asked: readAskedConditions(new URLSearchParams(query)) });
  return {
    ...database,
    ...{ build, analyse, first, read },
    run: async (...statements: string[]) => {
      for (const sql of statements) await database.d1.prepare(sql).run();
    },
    /** Reads an existing race and model. */
    readKnown: async (query = "") => {
      const found = await read(query);
      if (found === null || "reason" in found) throw new Error("no such race or model");
      return found;
    },
  };
}

function resultOf({ result }: WhatIf): WhatIfResult {
  if (typeof result === "string") throw new Error(result);
  return result;
}

const ofRace = `where race_id = '${RACE}'`;
const ofHorse = (horseNum: number) => `${ofRace} and horse_num = ${horseNum}`;

/** Applies a changed race of a query like an import would write it. */
const CHANGES: [query: string, ...statements: string[]][] = [
  ["going=firm", `update races set going = 'firm' ${ofRace}`],
  ["out=2&out=5", `update runners set status = 'scratched', finish_position = null ${ofRace} and horse_num in (2, 5)`],
  ["horse=3&kg=57.5", `update runners set carried_weight_kg = 57.5 ${ofHorse(3)}`],
  ["horse=1&jockey=j4", `update runners set jockey_id = 'j4' ${ofHorse(1)}`],
  [
    "horse=6&gate=1",
    `update runners set horse_num = 90, bracket_num = 1 ${ofHorse(6)}`,
    `update runners set horse_num = 6, bracket_num = 6 ${ofHorse(1)}`,
    `update runners set horse_num = 1 ${ofHorse(90)}`,
  ],
  [
    "going=firm&out=4&horse=6&gate=2&jockey=j0&horse=1&kg=60",
    `update races set going = 'firm' ${ofRace}`,
    `update runners set status = 'excluded', finish_position = null ${ofHorse(4)}`,
    `update runners set carried_weight_kg = 60 ${ofHorse(1)}`,
    `update runners set jockey_id = 'j0' ${ofHorse(6)}`,
    `update runners set horse_num = 90, bracket_num = 2 ${ofHorse(6)}`,
    `update runners set horse_num = 6, bracket_num = 6 ${ofHorse(2)}`,
    `update runners set horse_num = 2 ${ofHorse(90)}`,
  ],
];

for (const [query, ...statements] of CHANGES) {
  test(`indexes and chances equal those of an analysis of the card changed in earnest: ${query}`, async () => {
    await using world = await start();
    const whatIf = await world.readKnown(query);
    const { horses, isCardNewer } = resultOf(whatIf);
    expect([whatIf.refusals, isCardNewer]).toEqual([[], false]);
    await world.run(...statements);
    await world.build();
    const anew = await world.analyse(2);
    const places = placesOf(whatIf.entries, whatIf.conditions);
    const figures = (scores: readonly Score[]) =>
      scores
        .map(({ horseNum, index, probability }) => ({ horseNum, index, probability }))
        .sort((one, other) => one.horseNum - other.horseNum);
    const asked = (side: "before" | "after") =>
      horses
        .map((horse) => ({
          horseNum: side === "after" ? places.get(horse.horseNum) : horse.horseNum,
          ...horse[side],
        }))
        .sort((one, other) => (one.horseNum ?? 0) - (other.horseNum ?? 0));
    expect(asked("before")).toEqual(figures(world.first));
    expect(asked("after")).toEqual(figures(anew));
    expect(figures(anew)).not.toEqual(figures(world.first));
  });
}

test("nothing changed is the analysis, and asking stores nothing and takes no use", async () => {
  await using world = await start();
  const count = async () => {
    const tables = ["analyses", "models", "usage", "jobs", "runners", "races", "analysis_tombstones"];
    const counts = tables.map((table) => `(select count(*) from ${table})`).join(", ");
    const rows = await world.d1.prepare(`select ${counts}`).raw();
    const { objects } = await world.store.list();
    return [rows, objects.map(({ key, version }) => [key, version])];
  };
  const earlier = await count();
  const { horses } = resultOf(await world.readKnown());
  expect(horses.every(({ before, after, parts }) => before.index === after.index && parts.length === 0)).toBe(true);
  expect(new Map(horses.map(({ horseNum, after }) => [horseNum, after.index]))).toEqual(
    new Map(world.first.map(({ horseNum, index }) => [horseNum, index])),
  );
  await world.readKnown("going=soft&out=1&horse=2&kg=60&jockey=j1&gate=3");
  expect(await count()).toEqual(earlier);
});

test("only riders of the day are offered; who rides elsewhere that day counts as in any row of it", async () => {
  await using world = await start();
  const { jockeys } = await world.readKnown();
  expect(jockeys.map(({ jockeyId }) => jockeyId).sort()).toEqual(["j0", "j1", "j2", "j3", "j4"]);
  expect((await world.readKnown("horse=1&jockey=j9")).refusals).toEqual([{ reason: "jockey-unknown", group: 0 }]);
});

test("another user's model is refused; without an analysis, or with its model deleted, nothing is computed", async () => {
  await using world = await start();
  for (const modelId of [3, 99])
    expect(await world.read("", { modelId })).toEqual({ kind: "refused", reason: "model" });
  expect(await world.read("", { modelId: 1, user: OTHER })).toEqual({ kind: "refused", reason: "model" });
  expect(await world.read("", { modelId: 4 })).toMatchObject({ model: { modelId: 4 }, result: "no-analysis" });
  expect(await world.read("", { modelId: null, user: OTHER })).toMatchObject({ model: null, result: "no-analysis" });
  expect(await world.read("", { modelId: null })).toMatchObject({ model: { modelId: 1 }, analysisId: 1 });
  await world.run("update models set deleted_at = 1 where id = 1");
  expect(await world.readKnown()).toMatchObject({ model: { name: "model 1" }, result: "model-deleted" });
  await world.run("update analyses set deleted_at = 1");
  expect(await world.read()).toEqual({ kind: "refused", reason: "model" });
  await world.run(`update races set hidden = 1 ${ofRace}`);
  expect(await world.read()).toBeNull();
});

test("features that are not built yet, and a cancelled race, give no figures", async () => {
  await using world = await start();
  await world.run(`update races set inputs_version = 2 ${ofRace}`);
  expect((await world.readKnown("going=soft")).result).toBe("features-missing");
  await world.run(
    `update races set inputs_version = 1 ${ofRace}`,
    "update races set inputs_version = 2 where race_id = 'r009'",
  );
  expect((await world.readKnown("horse=1&jockey=j4")).result).toBe("features-missing");
  expect(typeof (await world.readKnown("horse=1&kg=60")).result).toBe("object");
  // A past result is corrected, and the features do not have it yet.
  await world.run("update runners set finish_position = 7 - finish_position where finish_position is not null");
  expect((await world.readKnown("going=soft")).result).toBe("features-missing");
  await world.run(`update runners set status = 'scratched' ${ofRace}`);
  expect((await world.readKnown()).result).toBe("no-starters");
  await world.run(`update races set status = 'cancelled' ${ofRace}`);
  expect((await world.readKnown()).result).toBe("cancelled");
});

test("features of an earlier release give no figures until they are built anew", async () => {
  await using world = await start();
  const before = resultOf(await world.readKnown("going=firm"));
  const manifest = await (await world.store.get(CURRENT_MANIFEST_KEY))?.json<object>();
  await world.store.put(CURRENT_MANIFEST_KEY, JSON.stringify({ ...manifest, catalogueVersion: 1 }));
  expect((await world.readKnown("going=firm")).result).toBe("features-missing");
  await world.build();
  expect(resultOf(await world.readKnown("going=firm"))).toEqual(before);
});

test("a card that has changed since the analysis is said to have", async () => {
  await using world = await start();
  await world.run(`update races set going = 'firm' ${ofRace}`);
  await world.build();
  expect(resultOf(await world.readKnown()).isCardNewer).toBe(true);
});
