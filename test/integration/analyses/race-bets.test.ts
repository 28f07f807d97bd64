import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectNewestOdds } from "#app/db/racing/odds.server.ts";
import { payouts, races } from "#app/db/schema/racing.server.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { readBets } from "#app/services/analyses/race-bets.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { concat, o1, o2, o3, o4, o5, o6 } from "#test/unit/jv-data/records.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const PRO = { id: 1, plan: 4, defaultModelId: null };
const OTHER = { id: 2, plan: 4, defaultModelId: null };
/** 21 November 2026, Tokyo, race 1. */
const KEY = "2026112105050601";
const EXPONENTS = { second: 0.9, third: 0.7 };
const REPORT = {
  races: 900,
  from: "2024-01-06",
  to: "2026-11-15",
  pseudoR2: 0.162,
  marketPseudoR2: 0.253,
  top1WinRate: 0.3,
};

/** Five horses, the third the best, the fifth the worst. */
const scores = (chances: readonly number[]): string =>
  JSON.stringify(
    chances
      .map(
        (probability, index): Score => ({
          horseNum: index + 1,
          bracketNum: index + 1,
          horseName: `ウマ${index + 1}`,
          index: probability,
          probability,
          placeProbability: 0.5,
        }),
      )
      .sort((one, other) => other.index - one.index),
  );

/** A race of five with analyses by two models of the first user, and one of the second. */
async function start() {
  const { database, deps, db } = await openTestDeps();
  for (const user of [PRO, OTHER]) await insertUser(db, user);
  for (const id of [1, 2, 4]) await insertModel(db, { id, report: JSON.stringify(REPORT) });
  await insertModel(db, { id: 3, userId: OTHER.id });
  await insertRace(db, { raceId: "r1", runnerRows: 5, runnerCount: 5, startTime: "15:40" });
  const orderExponents = JSON.stringify(EXPONENTS);
  await insertAnalysis(db, { id: 1, modelId: 1, scores: scores([0.1, 0.2, 0.4, 0.25, 0.05]), orderExponents });
  await insertAnalysis(db, { id: 2, modelId: 2, modelName: "model 2", scores: scores([0.2, 0.2, 0.2, 0.2, 0.2]) });
  await insertAnalysis(db, {
    id: 3,
    modelId: 3,
    userId: OTHER.id,
    modelName: "ひみつ",
    scores: scores([1, 0, 0, 0, 0]),
  });
  const read = (modelId: number | null = null, user = PRO) => readBets(deps, { user, raceId: "r1", modelId });
  return {
    ...database,
    deliver: (...records: Uint8Array[]) => applyRecords(deps, { bytes: concat(...records) }),
    run: (sql: string) => database.d1.prepare(sql).run(),
    read,
    /** Reads an existing race and model. */
    readKnown: async (modelId: number | null = null, user = PRO) => {
      const found = await read(modelId, user);
      if (found === null || "reason" in found) throw new Error("no such race or model");
      return found;
    },
  };
}

test("tickets are formed from the newest own analysis, or that of the requested model, by its own exponents", async () => {
  await using world = await start();
  const newest = await world.readKnown();
  expect(newest.models).toEqual([
    { modelId: 2, name: "model 2" },
    { modelId: 1, name: "model 1" },
  ]);
  expect(newest.analysis).toMatchObject({ analysisId: 2, orderExponents: { second: 0.81, third: 0.65 } });
  const asked = await world.readKnown(1);
  expect(asked.model).toEqual({ modelId: 1, name: "model 1" });
  expect(asked.analysis).toMatchObject({ analysisId: 1, orderExponents: EXPONENTS, skill: REPORT });
  expect(asked.analysis?.scores.map(({ horseNum }) => horseNum)).toEqual([3, 4, 2, 1, 5]);
});

test("an own model without an analysis says so; another user's model or analysis is nowhere", async () => {
  await using world = await start();
  expect(await world.readKnown(4)).toMatchObject({ model: { modelId: 4, name: "model 4" }, analysis: null });
  for (const modelId of [3, 999]) expect(await world.read(modelId)).toEqual({ kind: "refused", reason: "model" });
  expect(JSON.stringify(await world.read())).not.toContain("ひみつ");
  const others = await world.readKnown(null, OTHER);
  expect([others.models, others.analysis?.analysisId]).toEqual([[{ modelId: 3, name: "ひみつ" }], 3]);
  expect(await world.read(1, OTHER)).toEqual({ kind: "refused", reason: "model" });
});

test("a deleted analysis is none, and neither is one of an unknown race", async () => {
  await using world = await start();
  await world.run("update analyses set deleted_at = 1 where id = 2");
  expect((await world.readKnown()).analysis?.analysisId).toBe(1);
  await world.run("update races set hidden = 1");
  expect(await world.read()).toBeNull();
});

test("a horse that is withdrawn has no chance, and those of the others sum to one", async () => {
  await using world = await start();
  await world.run("update runners set status = 'scratched' where horse_num = 3");
  const { analysis } = await world.readKnown(1);
  expect(analysis?.scores.map(({ horseNum }) => horseNum)).toEqual([3, 4, 2, 1, 5]);
  const chances = analysis?.scores.map(({ probability }) => probability ?? 0) ?? [];
  expect(chances[0]).toBe(0);
  expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
  expect(chances[1]).toBeCloseTo(0.25 / 0.6, 9);
});

test("each kind of ticket has the newest odds of its records, ranges with both ends; unsold ones are left out", async () => {
  await using world = await start();
  expect((await world.readKnown()).odds).toEqual({});
  const at = (time: string) => ({ key: KEY, at: `1121${time}` });
  await world.deliver(
    o1(
      at("1430"),
      [
        ["003401", "001200180101"],
        ["------", "------------"],
        ["009902", "002000310202"],
      ],
      [{ horses: "11", odds: "0023401" }],
    ),
    o2(at("1431"), [{ horses: "0102", odds: "001234001" }]),
    o2(at("1420"), [{ horses: "0102", odds: "009999001" }]),
    o3(at("1432"), [{ horses: "0103", odds: "0004300051001" }]),
    o4(at("1434"), [{ horses: "0301", odds: "000555001" }]),
    o5(at("1433"), [{ horses: "010304", odds: "000999001" }]),
    o6(at("1435"), [{ horses: "040103", odds: "00123450001" }]),
  );
  const { odds } = await world.readKnown();
  const plain = Object.fromEntries(
    Object.entries(odds).map(([kind, known]) => [kind, [known.announcedAt, Object.fromEntries(known.tickets)]]),
  );
  expect(plain).toEqual({
    win: ["2026-11-21T14:30", { "1": { low: 3.4, high: 3.4 }, "3": { low: 9.9, high: 9.9 } }],
    place: ["2026-11-21T14:30", { "1": { low: 1.2, high: 1.8 }, "3": { low: 2, high: 3.1 } }],
    bracket: ["2026-11-21T14:30", { "1-1": { low: 23.4, high: 23.4 } }],
    quinella: ["2026-11-21T14:31", { "1-2": { low: 123.4, high: 123.4 } }],
    wide: ["2026-11-21T14:32", { "1-3": { low: 4.3, high: 5.1 } }],
    exacta: ["2026-11-21T14:34", { "3-1": { low: 55.5, high: 55.5 } }],
    trio: ["2026-11-21T14:33", { "1-3-4": { low: 99.9, high: 99.9 } }],
    trifecta: ["2026-11-21T14:35", { "4-1-3": { low: 1234.5, high: 1234.5 } }],
  });
});

test("the newest odds of a race are found by steps along the key, however many there are", {
  tags: "full",
}, async () => {
  await using world = await start();
  const query = selectNewestOdds(world.db, eq(races.raceId, "r1"), ODDS_KINDS).toSQL();
  const plan = await world.d1
    .prepare(`explain query plan ${query.sql}`)
    .bind(...query.params)
    .all<{ detail: string }>();
  expect(plan.results.map(({ detail }) => detail).filter((detail) => / odds /.test(detail))).toEqual([
    expect.stringMatching(/^SEARCH odds USING .*INDEX .* \(race_id=\? AND kind=\? AND order_key=\?\)$/),
  ]);
});

/** A card of ten, and the analysis 1 whose index puts 3, 8, 1, 2, 4 first. */
async function startWithIndex(values: { isLearntFrom?: boolean; status?: number } = {}) {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 10 });
  const scores = [3, 8, 1, 2, 4, 5, 6, 7, 9, 10].map((horseNum, place) =>
    makeScore(horseNum, { bracketNum: Math.min(8, horseNum), index: 2 - place / 2, probability: 0.1 }),
  );
  await insertAnalysis(database.db, { id: 1, scores: values.status === 1 ? null : JSON.stringify(scores), ...values });
  return {
    ...database,
    pay: async (...rows: [betType: string, combination: string, payoutYen: number][]) => {
      await database.db
        .insert(payouts)
        .values(rows.map(([betType, combination, payoutYen]) => ({ raceId: "r1", betType, combination, payoutYen })));
    },
    bets: async () => (await analyses.find(deps, { user: PRO, analysisId: 1 }))?.bets,
  };
}

test("an index's bets are its first two to win, its first to place and seven quinellas, paid by the official rows", async () => {
  await using world = await startWithIndex();
  expect(await world.bets()).toBeNull();
  await world.pay(
    ["win", "8", 540],
    ["place", "8", 180],
    ["place", "6", 210],
    ["place", "3", 130],
    ["quinella", "3-8", 960],
    ["trio", "3-6-8", 4000],
  );
  // Win 3 and 8: one hit at 540. Place 3: 130. Quinella 3-8 is one of the seven.
  expect(await world.bets()).toEqual({
    win: { stakeYen: 200, payoutYen: 540, hits: 1 },
    place: { stakeYen: 100, payoutYen: 130, hits: 1 },
    quinella: { stakeYen: 700, payoutYen: 960, hits: 1 },
  });
});

test("no bets count on a jump race, on one that was cancelled or trained on, or before an index exists", async () => {
  for (const [change, analysis] of [
    ["update races set surface = 'jump'", {}],
    ["update races set status = 'cancelled'", {}],
    [null, { isLearntFrom: true }],
    [null, { status: 1 }],
  ] as const) {
    await using world = await startWithIndex(analysis);
    if (change !== null) await world.d1.prepare(change).run();
    await world.pay(["win", "3", 300]);
    expect([change, analysis, await world.bets()]).toEqual([change, analysis, null]);
  }
  await using otherRows = await startWithIndex();
  await otherRows.pay(["trio", "1-2-3", 300]);
  expect(await otherRows.bets()).toBeNull();
});
