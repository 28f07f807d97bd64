import { expect, test } from "vitest";
import { completeScoring } from "#app/db/analyses/scoring.server.ts";
import { payouts, races } from "#app/db/schema/racing.server.ts";
import { refused } from "#app/domain/refused.ts";
import { fixedAgainstStart, leavesTombstone } from "#app/domain/scoring/fixed-before-start.ts";
import { packInputs } from "#app/domain/scoring/scored-inputs.ts";
import { exportPersonalData } from "#app/services/accounts/accounts.server.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import { removeWithShare } from "#app/services/analyses/sharing.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";

const PRO = { id: 1, plan: 4 };
const OTHER = { id: 2, plan: 4 };
const PAGE = { offset: 0, limit: 30 };
const DELETED = { kind: "deleted" };
const START = Date.parse("2026-11-21T15:40:00+09:00") / 1000;
const SCORES = [3, 8, 1, 2, 4, 5, 6].map((horseNum, place) =>
  makeScore(horseNum, { index: 2 - place / 2, probability: 0.1 }),
);

const RACE = { date: "2026-11-21", venue: "東京", startTime: "15:40", weather: null, going: null } as const;
const INPUTS = packInputs({ ...RACE, surface: "turf", distanceM: null }, []);

/** A race of ten at 15:40, without a result, and the model 1 of PRO. */
async function startWithRace() {
  const { database, deps } = await openTestDeps();
  for (const user of [PRO, OTHER]) await insertUser(database.db, user);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 10 });
  return {
    ...database,
    deps,
    /** Inserts an analysis with these scores, completed at that instant. */
    add: (id: number, completedAt: number, values: Partial<Parameters<typeof insertAnalysis>[1]> = {}) =>
      insertAnalysis(database.db, {
        ...{ id, raceInputsVersion: id, scores: JSON.stringify(SCORES), createdAt: completedAt - 60, completedAt },
        ...values,
      }),
    remove: (analysisId: number) => analyses.remove(deps, { user: PRO, analysisId }),
    listDeleted: () => analyses.listDeleted(deps, { user: PRO, ...PAGE }),
    pay: () =>
      database.db.insert(payouts).values([
        { raceId: "r1", betType: "win", combination: "8", payoutYen: 540 },
        { raceId: "r1", betType: "place", combination: "8", payoutYen: 180 },
        { raceId: "r1", betType: "quinella", combination: "3-8", payoutYen: 960 },
      ]),
    readRow: (id: number) =>
      database.d1.prepare("select deleted_at, scores, zipped_details from analyses where id = ?").bind(id).first(),
  };
}

test("deleting an analysis completed before the start keeps time, model, race and picks, and nothing else", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 62 * 60, { zippedDetails: new Uint8Array([1]) });
  world.deps.clock.now = START - 60;
  expect(await world.remove(1)).toEqual(DELETED);
  expect(await world.listDeleted()).toEqual([
    {
      ...{ analysisId: 1, modelId: 1, modelName: "model 1", venueType: 1, raceId: "r1", startTime: "15:40" },
      raceInfo: { raceNum: 1, name: "サンプル特別", title: "東京", date: "2026-11-21" },
      ...{ picks: [3, 8, 1, 2, 4], isLearntFrom: false, bets: null, isAwaited: true },
      ...{ createdAt: START - 63 * 60, completedAt: START - 62 * 60, deletedAt: START - 60 },
    },
  ]);
  expect(await world.readRow(1)).toEqual({ deleted_at: START - 60, scores: "[]", zipped_details: null });
  expect(await analyses.list(world.deps, { user: PRO, offset: 0 })).toEqual([]);
  expect(await analyses.find(world.deps, { user: PRO, analysisId: 1 })).toBeNull();
  expect(await analyses.listDeleted(world.deps, { user: OTHER, ...PAGE })).toEqual([]);
});

test("a result after the deletion appears in the tombstone, and so does its correction", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 600);
  await world.remove(1);
  await world.pay();
  const bets = async () => (await world.listDeleted())[0]?.bets;
  const quinella = { stakeYen: 700, payoutYen: 960, hits: 1 };
  expect(await bets()).toEqual({
    win: { stakeYen: 200, payoutYen: 540, hits: 1 },
    place: { stakeYen: 100, payoutYen: 0, hits: 0 },
    quinella,
  });
  await world.d1.prepare("update payouts set combination = '9', payout_yen = 900 where bet_type = 'win'").run();
  await world.d1.prepare("update runners set status = 'scratched' where horse_num = 3").run();
  expect((await bets())?.win).toEqual({ stakeYen: 100, payoutYen: 0, hits: 0 });
  // Cancelled with its payouts still stored, and without them.
  await world.db.update(races).set({ status: "cancelled" });
  expect((await world.listDeleted())[0]).toMatchObject({ bets: null, isAwaited: false });
  await world.d1.prepare("delete from payouts").run();
  expect((await world.listDeleted())[0]).toMatchObject({ bets: null, isAwaited: false });
});

test("analyses after the start, and failed ones, are deleted completely", async () => {
  await using world = await startWithRace();
  await world.add(1, START);
  await world.add(2, START - 1, { status: 3, scores: null, completedAt: null });
  expect([await world.remove(1), await world.remove(2)]).toEqual([DELETED, DELETED]);
  expect(await world.listDeleted()).toEqual([]);
  expect(await world.readRow(1)).toMatchObject({ scores: "[]" });
  expect(await world.readRow(2)).toMatchObject({ scores: null });
});

test("the database compares with the start as the pages do, with and without a start time", async () => {
  await using world = await startWithRace();
  const times = [null, "00:00", "09:05", "15:40", "23:59"];
  const days = ["2026-11-20", "2026-11-21", "2026-11-22"];
  const midnight = Date.parse("2026-11-21T00:00:00+09:00") / 1000;
  let id = 0;
  for (const startTime of times) {
    await world.db.update(races).set({ startTime });
    const expected: number[] = [];
    const instants = [0, 32_700, 56_400, 86_340, 86_400].flatMap((second) =>
      [-1, 0, 1].map((off) => midnight + second + off),
    );
    for (const completedAt of instants) {
      id += 1;
      await world.add(id, completedAt);
      if (leavesTombstone(fixedAgainstStart(completedAt, { date: days[1]!, startTime }))) expected.push(id);
      expect(await world.remove(id)).toEqual(DELETED);
    }
    const { results } = await world.d1.prepare("select analysis_id as id from analysis_tombstones order by id").all();
    expect([startTime, results.map((row) => row.id)]).toEqual([startTime, expected]);
    await world.d1.prepare("delete from analysis_tombstones").run();
  }
});

test("deleting twice, or twenty times concurrently, leaves one tombstone", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 600);
  const removed = await Promise.all(Array.from({ length: 20 }, () => world.remove(1)));
  expect(removed.filter(({ kind }) => kind === "deleted")).toHaveLength(1);
  expect(await world.remove(1)).toEqual(refused("not-found"));
  expect(await analyses.wasRemoved(world.deps, { user: PRO, analysisId: 1 })).toBe(true);
  expect(await world.listDeleted()).toHaveLength(1);
});

test("a deletion during scoring waits, and in either order scores and tombstone agree", async () => {
  await using world = await startWithRace();
  for (let id = 1; id <= 12; id += 1) {
    await world.add(id, START - 600, { status: 1, scores: null, completedAt: null });
    const scored = { scores: SCORES, details: { why: [], quinella: [] }, isLearntFrom: false, now: START - 300 };
    const scoring = { ...scored, inputs: INPUTS, raceInputsVersion: 1, leaf: null };
    const complete = () => completeScoring(world.db, { analysisId: id, ...scoring });
    const [removed] = await Promise.all(
      id % 2 === 0 ? [world.remove(id), complete()] : [complete().then(() => world.remove(id)), world.remove(id)],
    );
    const tombstone = (await world.listDeleted()).find(({ analysisId }) => analysisId === id);
    const row = await world.readRow(id);
    expect(tombstone?.picks ?? null).toEqual(row?.deleted_at === null ? null : [3, 8, 1, 2, 4]);
    if (removed?.kind === "deleted") expect(tombstone).toBeDefined();
    await world.remove(id);
    expect(await world.listDeleted()).toHaveLength(id);
  }
});

test("deletions while the result arrives all end with the result in the tombstone", async () => {
  await using world = await startWithRace();
  for (let id = 1; id <= 10; id += 1) await world.add(id, START - id);
  world.deps.clock.now = START + 600;
  const ids = Array.from({ length: 10 }, (_, index) => index + 1);
  await Promise.all([...ids.slice(0, 5).map(world.remove), world.pay(), ...ids.slice(5).map(world.remove)]);
  const deleted = await world.listDeleted();
  expect(deleted.map(({ analysisId }) => analysisId)).toEqual(ids);
  for (const { bets } of deleted) expect(bets?.win.payoutYen).toBe(540);
});

test("a shared one is not deleted unless allowed, and leaves one tombstone with its page", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 600, { sharedAt: START - 500 });
  const looks: boolean[] = [];
  await removeWithShare(world.deps, { user: PRO, analysisId: 1 }, async ({ mayBeShared }) => {
    looks.push(mayBeShared);
    return false;
  });
  expect(looks).toEqual([false, true]);
  expect(await world.remove(1)).toEqual(DELETED);
  expect(await world.listDeleted()).toHaveLength(1);
});

test("tombstones are listed thirty at a time, last completed first, and are in the data export", async () => {
  await using world = await startWithRace();
  for (let id = 1; id <= 31; id += 1) {
    await world.add(id, START - id * 60);
    await world.remove(id);
  }
  const ids = async (offset: number) =>
    (await analyses.listDeleted(world.deps, { user: PRO, offset, limit: 30 })).map(({ analysisId }) => analysisId);
  expect(await ids(0)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(await ids(30)).toEqual([31]);
  const exported = await exportPersonalData(world.deps, { user: PRO });
  expect(exported.deleted_analyses).toHaveLength(31);
  expect((exported.deleted_analyses as unknown[])[30]).toMatchObject({ analysis_result_id: 1, picks: [3, 8, 1, 2, 4] });
});
