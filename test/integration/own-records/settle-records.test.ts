import { expect, test } from "vitest";
import { insertEntries } from "#app/db/own-records/record-entries.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import * as models from "#app/services/models/models.server.ts";
import { exportRecord, readView } from "#app/services/own-records/own-records.server.ts";
import { enqueueRecordSettlement, settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { readRecordCsv, readRecordJson } from "#test/unit/support/record-files.ts";

const PRO = { id: 1, plan: 4 };
const START = Date.parse("2026-11-21T15:40:00+09:00") / 1000;
const ALL = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;
const scoresOf = (...horseNums: number[]) =>
  JSON.stringify(horseNums.map((horseNum) => ({ horseNum, bracketNum: 1, horseName: "ウマ", index: 1 })));

/** A race of ten at 15:40 without a result, another user, and the models 1 and 2 of PRO. */
async function startWithRace() {
  const { database, deps } = await openTestDeps();
  for (const user of [PRO, { id: 2, plan: 4 }]) await insertUser(database.db, user);
  for (const id of [1, 2]) await insertModel(database.db, { id });
  await insertRace(database.db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 10 });
  const run = (sql: string) => database.d1.prepare(sql).run();
  return {
    ...database,
    ...{ deps, run },
    /** A finished analysis with its entry, as scoring completes one. */
    async add(id: number, completedAt: number, { picks = [3, 8, 1, 2, 4], modelId = 1, raceId = "r1" } = {}) {
      await insertAnalysis(database.db, {
        ...{ id, modelId, raceId, raceInputsVersion: id, scores: scoresOf(...picks), completedAt },
      });
      await insertEntries(database.db, undefined);
    },
    /** The race's result in a new version of its data: 8 before 3 before 1, by odds 1, 2, 3, …. */
    async finish(version: number) {
      await run(`update runners set status = 'finished', win_odds = horse_num, popularity = horse_num,
        finish_position = case horse_num when 8 then 1 when 3 then 2 when 1 then 3 else 9 end`);
      await run("delete from payouts");
      for (const [bet, combination, yen] of [
        ...[["win", "8", 540] as const, ["place", "8", 180] as const, ["place", "3", 130] as const],
        ...[["place", "1", 110] as const, ["quinella", "3-8", 960] as const],
      ]) {
        await run(`insert into payouts values ('r1', '${bet}', '${combination}', ${yen})`);
      }
      await database.db.update(races).set({ status: "result", dataVersion: version });
    },
    settle: (used = deps) => settleRecords(contextOf(used, jobOf("settle-records"))),
    view: (modelId: number | null = 1, filter: object = {}) =>
      readView(deps, { user: PRO, modelId, filter: { ...ALL, ...filter } }),
    rows: async () =>
      (
        await database.d1
          .prepare("select analysis_id, seen_version, result_kind, bets, deleted_at from record_entries order by 1")
          .all<Record<string, unknown>>()
      ).results,
  };
}

test("an entry is settled when the result comes, the same by a second run, and again by a correction", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 3600);
  expect(await world.settle()).toEqual({ kind: "done" });
  expect(await world.rows()).toMatchObject([{ seen_version: 1, result_kind: null, bets: null }]);
  expect((await world.view())?.figures.counts).toMatchObject({ counted: 0, awaited: 1 });
  await enqueueRecordSettlement(world.deps);
  expect(world.deps.sent).toEqual([]);

  await world.finish(2);
  await enqueueRecordSettlement(world.deps);
  expect(world.deps.sent).toHaveLength(1);
  await Promise.all([world.settle(), world.settle()]);
  const settled = { seen_version: 2, result_kind: "settled", bets: "[[200,540,1],[100,130,1],[700,960,1]]" };
  expect(await world.rows()).toMatchObject([settled]);
  await world.settle();
  expect(await world.rows()).toMatchObject([settled]);
  const first = (await world.view())?.figures;
  expect(first?.tickets.win).toMatchObject({ races: 1, hits: 1, stakeYen: 200, payoutYen: 540 });
  // The favourites are 1, 2, 3, …: third, and a pair that did not come in.
  expect(first?.tickets.place.favourite).toEqual({ races: 1, hits: 1, stakeYen: 100, payoutYen: 110 });
  expect(first?.tickets.quinella.favourite).toEqual({ races: 1, hits: 0, stakeYen: 700, payoutYen: 0 });

  await world.run("update payouts set payout_yen = 700 where bet_type = 'win'");
  await world.run("update races set data_version = 3");
  await world.settle();
  expect((await world.view())?.figures.tickets.win.payoutYen).toBe(700);
  // The settlement of older data, come late, changes nothing.
  await world.run("update payouts set payout_yen = 1");
  await world.run("update races set data_version = 2");
  await world.settle();
  expect((await world.view())?.figures.tickets.win.payoutYen).toBe(700);
});

test("a settlement that is killed anywhere is made up for by the next", { tags: "full" }, async () => {
  for (const mode of ["before", "after"] as const) {
    for (let at = 1; at <= 6; at++) {
      await using world = await startWithRace();
      await world.add(1, START - 3600);
      await world.add(2, START - 3600, { modelId: 2 });
      await world.finish(2);
      const fault: Fault = { at, mode, calls: 0 };
      await world.settle(withFault(world.deps, fault) as typeof world.deps).catch(() => {});
      await world.settle();
      expect((await world.rows()).map((row) => row.result_kind)).toEqual(["settled", "settled"]);
      expect((await world.view(null))?.figures.counts.counted).toBe(2);
    }
  }
});

test("an analysis deleted while it is being settled keeps both its mark and its result, whichever comes first", async () => {
  for (let at = 1; at <= 6; at++) {
    await using world = await startWithRace();
    await world.add(1, START - 3600);
    await world.finish(2);
    let calls = 0;
    const fault: Fault = {
      ...{ at: 0, mode: "before", calls: 0 },
      async pause() {
        calls += 1;
        if (calls === at) await analyses.remove(world.deps, { user: PRO, analysisId: 1 });
      },
    };
    await Promise.all([world.settle(withFault(world.deps, fault) as typeof world.deps)]);
    if (calls < at) await analyses.remove(world.deps, { user: PRO, analysisId: 1 });
    expect(await world.rows()).toMatchObject([{ result_kind: "settled", deleted_at: world.deps.now() }]);
    const view = await world.view();
    expect(view?.figures).toMatchObject({ deleted: 1, counts: { counted: 1 } });
    expect(view?.listed).toMatchObject([{ standing: "counted", pick: { horseName: "ウマ3" } }]);
  }
});

test("the last analysis before the start counts; later ones, replaced ones and scratched picks are listed only", async () => {
  await using world = await startWithRace();
  await world.add(1, START - 3600, { picks: [8, 1, 2, 3, 4] });
  await world.add(2, START - 60, { picks: [5, 6, 7, 9, 10] });
  await world.add(3, START, { picks: [8, 3, 1, 2, 4] });
  await world.add(4, START - 60, { picks: [10, 8, 3, 1, 2], modelId: 2 });
  await world.finish(2);
  await world.run("update runners set status = 'scratched', finish_position = null where horse_num = 10");
  await world.settle();
  const standings = async (modelId: number | null) =>
    (await world.view(modelId))?.listed.map(({ entry, standing }) => `${entry.analysisId} ${standing}`);
  expect(await standings(1)).toEqual(["3 after-start", "2 counted", "1 replaced"]);
  expect(await standings(2)).toEqual(["4 returned"]);
  expect((await world.view())?.figures.tickets.win.payoutYen).toBe(0);
  // Deleting the miss brings no earlier analysis back; one from after the start leaves nothing.
  for (const analysisId of [2, 3]) await analyses.remove(world.deps, { user: PRO, analysisId });
  expect(await standings(1)).toEqual(["2 counted", "1 replaced"]);
  expect((await world.view())?.figures).toMatchObject({ deleted: 1, counts: { counted: 1, "after-start": 0 } });
  // Another analysis of the same race after the deletion adds nothing, unless it differs before the start.
  await models.remove(world.deps, { user: PRO, modelId: 1 });
  expect((await world.view(null))?.figures.counts).toMatchObject({ counted: 1, returned: 1, replaced: 1 });
  expect((await world.view(1))?.models).toMatchObject([{ modelId: 1, deletedAt: world.deps.now() }]);
  expect(await readView(world.deps, { user: { id: 2, plan: 4 }, modelId: 1, filter: ALL })).toBeNull();
});

test("the figures kept are those of the entries, and files give the same ones", async () => {
  await using world = await startWithRace();
  for (let id = 1; id <= 40; id++) {
    const date = `2026-10-${String(1 + (id % 20)).padStart(2, "0")}`;
    await insertRace(world.db, {
      raceId: `p${id}`,
      date,
      raceNum: id,
      startTime: "10:00",
      venue: id % 3 ? "京都" : "福島",
    });
    await world.add(id, START - 90 * 86_400, { raceId: `p${id}`, modelId: 1 + (id % 2) });
  }
  await world.settle();
  const filters = [{}, { page: 2 }, { page: 9 }, { venue: "福島" }, { month: "2026-11" }, { result: "awaited" }];
  const sizes = [];
  for (const filter of filters) sizes.push((await world.view(null, filter))?.listed.length);
  // Whole days of two races: the fifteenth ends the first page.
  expect(sizes).toEqual([30, 10, 0, 13, 0, 30]);
  expect((await world.view(null, { venue: "福島", sort: "net" }))?.listed).toEqual([]);
  expect((await world.view(null))?.pages).toBe(2);
  const { figures } = (await world.view(null))!;
  const files = await Promise.all(
    (["csv", "json"] as const).map((format) => exportRecord(world.deps, { user: PRO, modelId: null, format })),
  );
  expect(measureRecord(readRecordCsv(files[0] ?? ""))).toEqual(figures);
  expect(measureRecord(readRecordJson(files[1] ?? ""))).toEqual(figures);
});
