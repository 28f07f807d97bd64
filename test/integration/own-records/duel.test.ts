import { expect, test } from "vitest";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { payouts, runners } from "#app/db/schema/racing.server.ts";
import { readDuel } from "#app/services/own-records/own-records.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

const DATE = "2026-11-15";
const NO_BETS = "[[200,0,0],[100,0,0],[700,0,0]]";
const at = (time: string) => Date.parse(`${DATE}T${time}:00+09:00`) / 1000;

test("a duel counts the own forecasts of races 7 to 12 of central courses that were fixed before the start", async () => {
  const { deps, db } = await openTestDeps();
  for (const id of [1, 2]) {
    await insertUser(db, { id, plan: 4 });
    await insertModel(db, { id, userId: id });
  }
  // 3 wins at 450; of the starters 2 has the lowest odds.
  const addRace = async (raceNum: number, more: object = {}) => {
    const raceId = `r${raceNum}`;
    await insertRace(db, { raceId, raceNum, date: DATE, startTime: "15:00", status: "result", ...more });
    await db.insert(runners).values(
      [1, 2, 3].map((horseNum) => ({
        ...{ raceId, horseNum, horseId: `h${horseNum}`, horseName: "ウマ", contentHash: "h", winOdds: horseNum + 0.5 },
        ...(horseNum === 1
          ? { status: "scratched" as const }
          : { status: "finished" as const, finishPosition: 4 - horseNum }),
      })),
    );
    await db.insert(payouts).values([
      { raceId, betType: "win", combination: "3", payoutYen: 450 },
      { raceId, betType: "place", combination: "2", payoutYen: 150 },
    ]);
  };
  for (const raceNum of [6, 7, 8, 9, 12]) await addRace(raceNum);
  await addRace(10, { venue: "大井", venueType: 2 });
  let analysisId = 0;
  const addEntry = (raceNum: number, pick: number, time: string, more: object = {}) =>
    db.insert(recordEntries).values({
      ...{ analysisId: ++analysisId, userId: 1, modelId: 1, modelName: "model 1", raceId: `r${raceNum}`, date: DATE },
      ...{ picks: `[${pick},2]`, isLearntFrom: false, completedAt: at(time), resultKind: "settled", bets: NO_BETS },
      ...more,
    });
  expect(await readDuel(deps, { user: { id: 1, plan: 4, defaultModelId: null } })).toBeNull();
  await addEntry(6, 3, "14:00");
  await addEntry(10, 3, "14:00");
  // Made again before the start: the last one counts; after the start none does. A deleted one stays.
  await addEntry(7, 2, "13:00");
  await addEntry(7, 3, "14:59");
  await addEntry(8, 3, "15:00");
  await addEntry(9, 2, "14:00", { deletedAt: at("16:00") });
  // Sealed too late.
  await addEntry(12, 3, "14:00", { hasSeal: true, sealedAt: at("15:01") });
  await addEntry(12, 2, "14:00", { userId: 2, modelId: 2, modelName: "model 2" });

  const read = (id: number) => readDuel(deps, { user: { id, plan: 4, defaultModelId: null } });
  expect(await read(1)).toMatchObject({
    modelName: "model 1",
    shown: {
      ...{ from: "2026-11-10", isRunning: false, races: 2, outcome: "won" },
      own: { stakeYen: 200, payoutYen: 450, hits: 1 },
      favourite: { stakeYen: 200, payoutYen: 0, hits: 0 },
    },
    counts: { won: 1, lost: 0, drawn: 0 },
  });
  expect(await read(2)).toMatchObject({ modelName: "model 2", shown: { races: 1, outcome: "drawn" } });
});
