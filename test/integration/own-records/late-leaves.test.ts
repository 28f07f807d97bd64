import { expect, test } from "vitest";
import { insertEntries } from "#app/db/own-records/record-entries.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { insertLeaf } from "#app/db/seal/seals.server.ts";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import { exportRecord, readView } from "#app/services/own-records/own-records.server.ts";
import { settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { readRecordCsv, readRecordJson } from "#test/unit/support/record-files.ts";

const PRO = { id: 1, plan: 4 };
const ALL = { month: null, venue: null, result: null, sort: "new", page: 1 } as const;
const at = (time: string) => Date.parse(`2026-11-21T${time}:00+09:00`) / 1000;
const PICKS = JSON.stringify([3, 8, 1, 2, 4].map((horseNum) => ({ horseNum, index: 1 })));

/** A race at 15:40 of ten runners, model 1 of PRO, and the chain of seals from nine o'clock on. */
async function startDay() {
  const { database, deps, db, d1 } = await openTestDeps();
  await insertUser(db, PRO);
  await insertModel(db, { id: 1 });
  await insertRace(db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 10 });
  deps.clock.now = at("09:00");
  await sealDue(deps);
  return {
    ...{ db, d1, deps, [Symbol.asyncDispose]: database.dispose },
    /** A finished analysis with its leaf and entry. */
    async analyse(id: number, time: string, { isSealed = true } = {}) {
      deps.clock.now = at(time);
      await insertAnalysis(db, {
        ...{ id, modelId: 1, raceId: "r1", raceInputsVersion: id, scores: PICKS, completedAt: at(time) },
      });
      const leaf = { hash: `${id}`.repeat(64), body: "{}", raceId: "r1", now: at(time) };
      if (isSealed) await insertLeaf(db, { ...leaf, analysisId: id, batchKey: null });
      await insertEntries(db, undefined);
    },
    async seal(time: string) {
      deps.clock.now = at(time);
      await sealDue(deps);
    },
    /** The race's result by a version of its data, and the start as it is known then. */
    async finish(version: number, startTime = "15:40") {
      await d1.batch([
        d1.prepare("update runners set status = 'finished', win_odds = 2, finish_position = horse_num"),
        d1.prepare("insert or ignore into payouts values ('r1', 'win', '1', 540), ('r1', 'place', '1', 180)"),
        d1.prepare("insert or ignore into payouts values ('r1', 'quinella', '1-2', 960)"),
      ]);
      await db.update(races).set({ status: "result", startTime, dataVersion: version });
      await settleRecords(contextOf(deps, jobOf("settle-records")));
    },
    /** Standings by analysis, from the list; the sums must agree, as the page and the files have them. */
    async standings() {
      const view = await readView(deps, { user: PRO, modelId: 1, filter: ALL });
      const found = new Map(view!.listed.map(({ entry, standing }) => [entry.analysisId, standing]));
      const user = { user: PRO, modelId: 1 };
      const csv = readRecordCsv((await exportRecord(deps, { ...user, format: "csv" })) ?? "");
      expect(measureRecord(csv)).toEqual(view!.figures);
      expect(readRecordJson((await exportRecord(deps, { ...user, format: "json" })) ?? "")).toEqual(csv);
      for (const [standing, count] of Object.entries(view!.figures.counts)) {
        expect([standing, [...found.values()].filter((one) => one === standing).length]).toEqual([standing, count]);
      }
      return [...found].sort(([one], [other]) => one - other).map(([, standing]) => standing);
    },
  };
}

test("an analysis without a head before the start does not count, and the one before it does", async () => {
  await using day = await startDay();
  await day.analyse(1, "15:00");
  await day.seal("15:03");
  await day.analyse(2, "15:30");
  expect(await day.standings()).toEqual(["replaced", "awaited"]);
  // No sweep until after the start.
  await day.seal("15:41");
  expect(await day.standings()).toEqual(["awaited", "late"]);
  await day.finish(2);
  expect(await day.standings()).toEqual(["counted", "late"]);
});

test("a start that is moved decides again, both ways", async () => {
  await using day = await startDay();
  await day.analyse(1, "15:30");
  await day.seal("15:40");
  await day.finish(2);
  expect(await day.standings()).toEqual(["late"]);
  await day.finish(3, "15:50");
  expect(await day.standings()).toEqual(["counted"]);
  await day.finish(4, "15:35");
  expect(await day.standings()).toEqual(["late"]);
});

test("a seal that still waits when the race is over is late, before and after its head", async () => {
  await using day = await startDay();
  await day.analyse(1, "15:30");
  await day.finish(2);
  expect(await day.standings()).toEqual(["late"]);
  await day.seal("16:10");
  expect(await day.standings()).toEqual(["late"]);
});

test("an entry without a seal is judged by its own time", async () => {
  await using day = await startDay();
  await day.analyse(1, "15:30", { isSealed: false });
  await day.finish(2);
  expect(await day.standings()).toEqual(["counted"]);
});

test("a head and its entries agree, by two runs at once and by one that died anywhere", { tags: "full" }, async () => {
  for (const mode of ["before", "after"] as const) {
    for (let call = 1; call <= 3; call++) {
      await using day = await startDay();
      await day.analyse(1, "15:30");
      day.deps.clock.now = at("15:34");
      const dying = withFault(day.deps, { at: call, mode, calls: 0 }) as typeof day.deps;
      await Promise.all([sealDue(dying).catch(() => {}), sealDue(day.deps)]);
      await sealDue(day.deps);
      const { results } = await sql(day.d1)`select e.has_seal, e.sealed_at - l.sealed_at as apart
        from record_entries e join seal_leaves l using (analysis_id)`.all();
      expect(results).toEqual([{ has_seal: 1, apart: 0 }]);
    }
  }
});
