import { expect, test } from "vitest";
import { zipDetails } from "#app/db/zipped-details.server.ts";
import { readAnswers } from "#app/services/own-records/own-records.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

const OWNER = { id: 1, plan: 4 };

/** Horse 1 is above the mean of two by the given lead in 能力, and so below it in 調子. */
const detailsOf = (lead: number) =>
  zipDetails({
    why: [1, -1].map((side, at) => ({
      ...{ horseNum: at + 1, index: 0, up: [], down: [], rest: null },
      groups: [side * lead, null, null, null, null, -side * lead],
    })),
    quinella: [],
  });

test("the winners of a month are measured by the last unseen analysis of each finished race, for the owner only", async () => {
  const { deps, db, d1 } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id, plan: 4 });
  await insertModel(db, { id: 1, name: "末脚" });
  for (let race = 1; race <= 12; race += 1) {
    await insertRace(db, { raceId: `r${race}`, raceNum: race, date: "2026-11-15", status: "result", runnerRows: 2 });
    const analysis = { modelId: 1, raceId: `r${race}`, zippedDetails: detailsOf(race % 2 === 0 ? 0.5 : 0.3) };
    await insertAnalysis(db, { ...analysis, id: race });
    // An earlier card of the race, one that the model learnt from, and a deleted one.
    if (race === 1) await insertAnalysis(db, { ...analysis, id: 90, raceInputsVersion: 2 });
    if (race === 11) await insertAnalysis(db, { ...analysis, id: 91, isLearntFrom: true, raceInputsVersion: 2 });
    if (race === 12) await insertAnalysis(db, { ...analysis, id: 92, deletedAt: 1, raceInputsVersion: 2 });
  }
  await d1.batch([
    d1.prepare("update runners set status = 'finished', finish_position = horse_num"),
    d1.prepare("update races set status = 'scheduled' where race_id = 'r12'"),
    d1.prepare("update analyses set is_learnt_from = 1 where race_id = 'r11'"),
  ]);
  const answers = await readAnswers(deps, { user: OWNER, modelId: 1 });
  expect(answers).toMatchObject({ name: "末脚", months: [{ month: "2026-11", races: 10 }] });
  expect(answers?.months[0]?.views).toMatchObject([
    { group: "能力", mean: expect.closeTo(0.4, 9), verdict: "higher" },
    { group: "調子", mean: expect.closeTo(-0.4, 9), verdict: "lower" },
  ]);
  expect(await readAnswers(deps, { user: { id: 2, plan: 4 }, modelId: 1 })).toBeNull();
});
