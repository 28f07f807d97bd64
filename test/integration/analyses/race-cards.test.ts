import { expect, test } from "vitest";
import type { Database } from "#app/db/database.server.ts";
import { payouts, runners } from "#app/db/schema/racing.server.ts";
import { readBets } from "#app/services/analyses/race-bets.server.ts";
import { readModels } from "#app/services/analyses/race-models.server.ts";
import * as races from "#app/services/analyses/races.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { av, concat, jc, o1, ra, se, tc } from "#test/unit/jv-data/records.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const USER = { ...NO_USES, id: 1, plan: 1, defaultModelId: null, isPausing: false };

/** A run of horse h1 and, if it has one, the margin of the second. */
async function insertRun(
  db: Database,
  day: string,
  run: Partial<typeof runners.$inferInsert> & { secondMarginS?: number; hidden?: boolean } = {},
) {
  const { secondMarginS, hidden = false, ...values } = run;
  const raceId = `past-${day}`;
  await insertRace(db, { raceId, date: day, status: "result", runnerCount: 14, hidden });
  const horse = { raceId, bracketNum: 1, trouble: null, contentHash: "hash" } as const;
  await db.insert(runners).values({
    ...{
      ...horse,
      horseNum: 1,
      horseId: "h1",
      horseName: "ウマ1",
      status: "finished",
      finishPosition: 3,
      marginS: 0.4,
    },
    ...values,
  });
  if (secondMarginS === undefined) return;
  await db.insert(runners).values({
    ...{ ...horse, horseNum: 2, horseId: "other", horseName: "二着", status: "finished", finishPosition: 2 },
    marginS: secondMarginS,
  });
}

test("the card has each horse's last five starts before its day, the newest first, with gaps as racing states them", async () => {
  const { db, deps } = await openTestDeps();
  await insertRace(db, { raceId: "r1", date: "2026-11-21", runnerRows: 2 });
  // Seven days: one scratched, one hidden, and one on a later day are none of them.
  await insertRun(db, "2026-05-02");
  await insertRun(db, "2026-06-06", { status: "did_not_finish", finishPosition: null, marginS: null });
  await insertRun(db, "2026-07-04", { finishPosition: 1, marginS: 0, secondMarginS: 0.3 });
  await insertRun(db, "2026-08-01", { status: "scratched", finishPosition: null, marginS: null });
  await insertRun(db, "2026-08-08", { hidden: true });
  await insertRun(db, "2026-09-05", { marginS: 1.2 });
  await insertRun(db, "2026-10-03", { finishPosition: 1, marginS: 0 });
  await insertRun(db, "2026-11-07");
  await insertRun(db, "2026-11-28");
  const card = await races.readCard(deps, { user: USER, raceId: "r1" });
  expect(card?.pastRuns.map(({ horseId, date, gapS, runnerCount }) => [horseId, date, gapS, runnerCount])).toEqual([
    ["h1", "2026-11-07", 0.4, 14],
    // A winner without a second has no gap.
    ["h1", "2026-10-03", null, 14],
    ["h1", "2026-09-05", 1.2, 14],
    ["h1", "2026-07-04", -0.3, 14],
    ["h1", "2026-06-06", null, 14],
  ]);
  expect(card?.runners.map(({ horseNum }) => horseNum)).toEqual([1, 2]);
});

test("neighbours are the visible races of the same day and course", async () => {
  const { db, deps } = await openTestDeps();
  await insertRace(db, { raceId: "t3", raceNum: 3 });
  await insertRace(db, { raceId: "t1", raceNum: 1 });
  await insertRace(db, { raceId: "hidden", raceNum: 2, hidden: true });
  await insertRace(db, { raceId: "kyoto", venue: "京都", raceNum: 2 });
  await insertRace(db, { raceId: "yesterday", date: "2026-11-20", raceNum: 2 });
  const card = await races.readCard(deps, { user: USER, raceId: "t3" });
  expect(card?.neighbours).toEqual([
    { raceId: "t1", raceNum: 1 },
    { raceId: "t3", raceNum: 3 },
  ]);
});

test("the reader's newest finished analysis of each model comes with its bets, and nobody else's", async () => {
  const { db, deps } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id });
  await insertModel(db, { id: 1, userId: 1 });
  await insertModel(db, { id: 2, userId: 1, deletedAt: 1 });
  await insertModel(db, { id: 3, userId: 2 });
  await insertRace(db, { raceId: "r1", status: "result", runnerRows: 6 });
  await db.insert(payouts).values([
    { raceId: "r1", betType: "win", combination: "4", payoutYen: 540 },
    { raceId: "r1", betType: "place", combination: "4", payoutYen: 180 },
  ]);
  const scores = JSON.stringify(
    [4, 1, 2, 3, 5, 6].map((horseNum) => ({ horseNum, horseName: "", bracketNum: 1, index: 0, probability: null })),
  );
  await insertAnalysis(db, { id: 1, scores });
  await insertAnalysis(db, { id: 2, scores, raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 3, scores, modelId: 2, isLearntFrom: true });
  await insertAnalysis(db, { id: 4, scores, modelId: 3, userId: 2 });
  await insertAnalysis(db, { id: 5, modelId: 2, status: 1, raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 6, scores, modelId: 2, raceInputsVersion: 3, deletedAt: 1 });
  const card = await races.readCard(deps, { user: USER, raceId: "r1" });
  expect(card?.analyses.map(({ analysisId }) => analysisId)).toEqual([3, 2]);
  // Analyses outlive their models.
  expect(card?.analyses.map(({ modelId, hasModel }) => [modelId, hasModel])).toEqual([
    [2, false],
    [1, true],
  ]);
  // Bets on the first two to win, 100 yen each; what the model learnt from counts nowhere.
  expect(card?.analyses.map(({ bets }) => bets?.win)).toEqual([undefined, { stakeYen: 200, payoutYen: 540, hits: 1 }]);
});

test("a card shows the newest odds of records before the result, and says how old they are", async () => {
  const { deps, db } = await openTestDeps();
  await insertRace(db, { raceId: "r1", runnerRows: 2 });
  const odds = (at: string, win: string) =>
    o1({ key: "2026112105050601", at }, [
      [`${win}02`, "001200180101"],
      ["001201", "002000310202"],
    ]);
  await applyRecords(deps, { bytes: concat(odds("11211001", "0034"), odds("11211031", "0021")) });
  const card = await races.readCard(deps, { user: USER, raceId: "r1" });
  expect(card?.market).toMatchObject({ isFinal: false, announcedAt: "2026-11-21T10:31" });
  expect(card?.runners.map(({ winOdds, popularity }) => [winOdds, popularity])).toEqual([
    [2.1, 2],
    [1.2, 1],
  ]);
});

test("every tab of a race has the changes that its records announced, with their times", async () => {
  const { deps, db } = await openTestDeps();
  await insertUser(db, { id: USER.id });
  // 21 November 2026, Tokyo, race 1.
  const key = "2026112105050601";
  const bytes = concat(
    ...[ra({ key }), se({ key, horse: 1 }), se({ key, horse: 2 }), se({ key, horse: 3 })],
    av({ key, at: "11210902" }, "01"),
    jc({ key, at: "11211340" }, "02", "蓮見", "01126", { code: "05473", name: "Ｃ．デム" }),
    tc({ key, at: "11211200" }, "1550"),
  );
  await applyRecords(deps, { bytes });
  const asked = { user: USER, raceId: "20261121-05-01" };
  const card = await races.readCard(deps, asked);
  expect(card?.changes.map(({ at, change }) => [at, change.kind])).toEqual([
    ["2026-11-21T13:40", "jockey"],
    ["2026-11-21T12:00", "start-time"],
    ["2026-11-21T09:02", "withdrawn"],
  ]);
  expect(card?.changes[0]?.change).toMatchObject({ horse: { horseNum: 2 }, after: "蓮見" });
  // The request of an open page.
  const { race, runners, market, winMoves, updatedAt } = card ?? {};
  const now = { race, runners, market, winMoves, updatedAt, changes: card?.changes };
  expect(await races.readNow(deps, asked)).toEqual(now);
  const bets = await readBets(deps, { ...asked, modelId: null });
  expect(bets).toMatchObject({ changes: card?.changes });
  expect((await readModels(deps, asked))?.changes).toEqual(card?.changes);
});

test("a card is for no one where the race is unknown, hidden or still in the future", async () => {
  const { deps, db } = await openTestDeps();
  await insertRace(db, { raceId: "hidden", hidden: true });
  await insertRace(db, { raceId: "later", date: "2026-11-28" });
  for (const raceId of ["unknown", "hidden", "later"])
    for (const read of [races.readCard, races.readNow]) expect(await read(deps, { user: USER, raceId })).toBeNull();
  expect(await races.readCard(deps, { user: { ...USER, id: 2, plan: 0 }, raceId: "later" })).not.toBeNull();
});
