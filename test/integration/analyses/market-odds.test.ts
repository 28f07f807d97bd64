import { expect, test } from "vitest";
import * as analyses from "#app/services/analyses/analyses.server.ts";
import * as races from "#app/services/analyses/races.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { concat, o1 } from "#test/unit/jv-data/records.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const PRO = { id: 1, plan: 4 };
const READER = { ...NO_USES, ...PRO, defaultModelId: null, isPausing: false };
/** 21 November 2026, Tokyo, race 1. */
const KEY = "2026112105050601";

/** An analysis of a race with three horses whose id is not that of its records. */
async function startWithAnalysis() {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 3, startTime: "15:40" });
  await insertAnalysis(database.db, { id: 1 });
  return {
    ...database,
    deps,
    deliver: (...records: Uint8Array[]) => applyRecords(deps, { bytes: concat(...records) }),
    run: (sql: string) => database.d1.prepare(sql).run(),
    find: async () => {
      const found = await analyses.find(deps, { user: PRO, analysisId: 1 });
      const card = await races.readCard(deps, { user: READER, raceId: "r1" });
      // The page of the race shows the same.
      expect([card?.market, card?.updatedAt]).toEqual([found?.market, found?.updatedAt]);
      return { market: found?.market, updatedAt: found?.updatedAt };
    },
  };
}

const odds = (stage: string, at: string, win: number, key = KEY) =>
  o1({ key, stage, at }, [
    [`${String(win).padStart(4, "0")}01`, "001200180101"],
    ["------", "------------"],
    ["999902", "002000310202"],
  ]);

test("an analysis comes with the newest win odds of its race, whatever the race's id, until there are final ones", async () => {
  await using world = await startWithAnalysis();
  expect((await world.find()).market).toBeNull();
  await world.deliver(
    odds("1", "11211432", 34),
    odds("1", "11211428", 50),
    odds("1", "11211500", 99, "2026112108050601"),
  );
  expect((await world.find()).market).toEqual({
    isFinal: false,
    announcedAt: "2026-11-21T14:32",
    horses: [
      { horseNum: 1, odds: 3.4, popularity: 1, isCapped: false },
      { horseNum: 3, odds: 999.9, popularity: 2, isCapped: true },
    ],
  });
  // Those of the result are final, and so are the records' last ones.
  await world.run("update races set status = 'result'");
  await world.run("update runners set win_odds = 2.9, popularity = 1 where horse_num = 1");
  const ofResult = {
    isFinal: true,
    announcedAt: null,
    horses: [{ horseNum: 1, odds: 2.9, popularity: 1, isCapped: false }],
  };
  expect((await world.find()).market).toEqual(ofResult);
  await world.deliver(odds("4", "00000000", 30));
  expect((await world.find()).market).toMatchObject({ isFinal: true, announcedAt: null, horses: [{ odds: 3 }, {}] });
  await world.deliver(odds("9", "00000000", 30));
  expect((await world.find()).market).toEqual(ofResult);
});

test("odds that a card was imported with are shown without a time, and as final with the result only", async () => {
  await using world = await startWithAnalysis();
  await world.run("update runners set win_odds = 4.1, popularity = 2 where horse_num = 1");
  expect((await world.find()).market).toMatchObject({ isFinal: false, announcedAt: null, horses: [{ odds: 4.1 }] });
  await world.deliver(odds("1", "11211432", 34));
  expect((await world.find()).market).toMatchObject({ isFinal: false, announcedAt: "2026-11-21T14:32" });
});

test("deleted odds of a moment leave those before, and a deletion of all leaves none", async () => {
  await using world = await startWithAnalysis();
  const win = async () => (await world.find()).market?.horses[0]?.odds ?? null;
  await world.deliver(odds("1", "11211430", 30), odds("1", "11211431", 31), odds("1", "11211432", 32));
  await world.deliver(odds("0", "11211432", 32));
  expect((await world.find()).market).toMatchObject({ announcedAt: "2026-11-21T14:31", horses: [{ odds: 3.1 }, {}] });
  // It stays deleted when it comes once more, and so does what is deleted before it comes.
  await world.deliver(odds("1", "11211432", 32), odds("0", "11211431", 31));
  expect(await win()).toBe(3);
  await world.deliver(odds("1", "11211433", 33));
  expect(await win()).toBe(3.3);
  await world.deliver(odds("0", "00000000", 33));
  expect((await world.find()).market).toBeNull();
});

test("a course with a second code for regional meetings: the newer of both", async () => {
  await using world = await startWithAnalysis();
  await world.run("update races set venue = '札幌'");
  await world.deliver(odds("1", "11211400", 40, "2026112101050601"), odds("1", "11211410", 41, "2026112158050601"));
  expect((await world.find()).market).toMatchObject({ announcedAt: "2026-11-21T14:10", horses: [{ odds: 4.1 }, {}] });
  await world.deliver(odds("1", "11211420", 42, "2026112101050601"));
  expect((await world.find()).market).toMatchObject({ announcedAt: "2026-11-21T14:20", horses: [{ odds: 4.2 }, {}] });
});

test("an analysis comes with the times of the imports that last changed weights and result, where there are any", async () => {
  await using world = await startWithAnalysis();
  expect((await world.find()).updatedAt).toEqual({ weights: null, results: null });
  await world.run(
    `insert into imports (source, status, created_at, finished_at, data_version)
       values ('real', 'done', 1, 100, 7), ('real', 'done', 1, 200, 9)`,
  );
  await world.run("update races set weights_version = 7, data_version = 9, status = 'result'");
  expect((await world.find()).updatedAt).toEqual({ weights: null, results: 200 });
  await world.run("update runners set body_weight_kg = 480 where horse_num = 1");
  expect((await world.find()).updatedAt).toEqual({ weights: 100, results: 200 });
  await world.run("update races set status = 'scheduled'");
  expect((await world.find()).updatedAt).toEqual({ weights: 100, results: null });
});

test("how the win odds moved is shown by the moments before the start that have come, and ends with the newest", async () => {
  await using world = await startWithAnalysis();
  const moves = async () =>
    (await races.readCard(world.deps, { user: READER, raceId: "r1" }))?.winMoves.map(
      ({ minutes, isFinal, odds: of }) => `${minutes ?? (isFinal ? "final" : "now")} ${of.get(1)} ${of.get(3)}`,
    );
  expect(await moves()).toEqual([]);
  // The start is at 15:40.
  await world.deliver(odds("1", "11211430", 50));
  expect(await moves()).toEqual([]);
  await world.deliver(odds("1", "11211435", 40), odds("1", "11211445", 34));
  expect(await moves()).toEqual(["60 4 999.9", "now 3.4 999.9"]);
  await world.deliver(odds("1", "11211510", 32), odds("1", "11211529", 30));
  expect(await moves()).toEqual(["60 4 999.9", "30 3.2 999.9", "now 3 999.9"]);
  await world.deliver(odds("1", "11211530", 29));
  expect(await moves()).toEqual(["60 4 999.9", "30 3.2 999.9", "10 2.9 999.9"]);
  // Nothing came between: five minutes before, the odds were those of ten minutes before.
  await world.deliver(odds("1", "11211538", 28), odds("4", "00000000", 27));
  expect(await moves()).toEqual(["60 4 999.9", "30 3.2 999.9", "10 2.9 999.9", "1 2.8 999.9", "final 2.7 999.9"]);
  // A deleted moment does not count.
  await world.deliver(odds("0", "11211510", 32));
  expect(await moves()).toContain("30 3.4 999.9");
  await world.run("update races set start_time = null");
  expect(await moves()).toEqual([]);
});
