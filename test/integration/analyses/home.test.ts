import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { readHome } from "#app/db/home.server.ts";
import { favouriteHorses } from "#app/db/schema/fans.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { payouts, runners } from "#app/db/schema/racing.server.ts";
import { read } from "#app/services/home.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const PRO = { id: 1, plan: 4, defaultModelId: null, isPausing: false, ...NO_USES };

test("home's day is the last one with racing for the user's models, with their analyses and nobody else's", async () => {
  const { deps, db } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(db, { id, plan: 4 });
  // Racing at other venues today; a Sunday with central racing before, and a day to come.
  await insertRace(db, { raceId: "oi", venue: "大井", venueType: 2, startTime: "15:00" });
  await insertRace(db, { raceId: "sunday", date: "2026-11-15", status: "result", runnerRows: 0 });
  await insertRace(db, { raceId: "next", date: "2026-11-28", venue: "東京" });
  await insertRace(db, { raceId: "nextK", date: "2026-11-28", venue: "京都" });
  await db.insert(runners).values(
    [1, 2].map((horseNum) => ({
      ...{ raceId: "sunday", horseNum, horseId: `h${horseNum}`, horseName: `ウマ${horseNum}`, contentHash: "h" },
      ...{ status: "finished" as const, finishPosition: 3 - horseNum, popularity: horseNum },
    })),
  );
  await db.insert(payouts).values([
    { raceId: "sunday", betType: "win", combination: "2", payoutYen: 450 },
    { raceId: "sunday", betType: "place", combination: "2", payoutYen: 160 },
    { raceId: "sunday", betType: "quinella", combination: "1-2", payoutYen: 900 },
  ]);
  await read(deps, { user: PRO });
  expect((await read(deps, { user: PRO })).day).toMatchObject({ date: "2026-11-21", next: { race: { raceId: "oi" } } });
  await insertModel(db, { id: 1 });
  await insertModel(db, { id: 2, userId: 2 });
  const scores = (horseNum: number) => JSON.stringify([{ horseNum }]);
  const completedAt = Date.parse("2026-11-15T09:00:00+09:00") / 1000;
  await insertAnalysis(db, { id: 7, raceId: "sunday", scores: scores(2), completedAt });
  await insertAnalysis(db, { id: 8, raceId: "sunday", scores: scores(1), userId: 2, modelId: 2, completedAt });
  expect(await read(deps, { user: PRO })).toMatchObject({
    day: {
      date: "2026-11-15",
      next: null,
      sum: {
        own: { races: 1, hits: 1, rate: 450 },
        favourite: { races: 1, hits: 0, rate: 0 },
      },
      rows: [{ index: { analysisId: 7 }, result: { winYen: 450, placeYen: 160, position: 1 } }],
    },
    // The board shows them.
    recent: [],
    lastWeek: null,
    nextDay: { date: "2026-11-28", venues: ["京都", "東京"] },
  });
  const other = await read(deps, { user: { ...PRO, id: 2 } });
  expect(other.day).toMatchObject({
    sum: { own: { races: 1, hits: 0, rate: 0 } },
    rows: [{ index: { analysisId: 8 }, result: { winYen: null } }],
  });
  // On the next race day they are recent, each with ◎ and its finish, and last week's record is there.
  await db.insert(recordEntries).values({
    ...{ analysisId: 7, userId: 1, modelId: 1, modelName: "model 1", raceId: "sunday", date: "2026-11-15" },
    ...{ picks: "[2]", isLearntFrom: false, completedAt, resultKind: "settled", finish: 1 },
    // The record bets on ○ as well; home counts ◎ alone.
    bets: JSON.stringify([
      [200, 900, 2],
      [200, 320, 2],
      [700, 0, 0],
    ]),
    favourite: JSON.stringify([
      2,
      [
        [100, 0, 0],
        [100, 0, 0],
        [0, 0, 0],
      ],
    ]),
  });
  await insertRace(db, { raceId: "today", startTime: "15:00" });
  await db.insert(runners).values({
    ...{ raceId: "today", horseNum: 1, horseId: "h2", horseName: "ウマ2", contentHash: "h" },
    status: "entered" as const,
  });
  await db.insert(favouriteHorses).values({ userId: 1, horseId: "h2", addedAt: 1 });
  expect(await read(deps, { user: PRO })).toMatchObject({
    recent: [{ analysisId: 7, isOver: true, winYen: 450, pick: { horseName: "ウマ2", position: 1 } }],
    lastWeek: { modelName: "model 1", own: { races: 1, hits: 1, rate: 450 }, favourite: { hits: 0 } },
    favouriteRuns: [{ horseName: "ウマ2" }],
    offer: { modelId: 1, races: 1 },
  });
});

test("home reads the models of its reader only, and scans no table", async () => {
  await using database = await createTestDatabase();
  const texts: string[] = [];
  const d1 = intercept(database.d1, (name, [text], call) => {
    if (name === "prepare") texts.push(String(text));
    return call();
  });
  const week = { from: "2026-11-10", to: "2026-11-16" };
  await readHome(openDatabase(d1), { userId: 1, today: "2026-11-21", analyses: 5, buildIds: ["weekly:1"], week });
  const details: string[] = [];
  for (const text of texts) {
    const values = (text.match(/\?/g) ?? []).map(() => 1);
    const plan = await database.d1
      .prepare(`explain query plan ${text}`)
      .bind(...values)
      .all<{ detail: string }>();
    details.push(...plan.results.map(({ detail }) => detail));
  }
  const ofModels = details.filter((detail) => /\bmodels\b/.test(detail));
  expect(ofModels.length).toBeGreaterThan(3);
  for (const detail of ofModels) expect(detail).toContain("INDEX models_user_id_created_at (user_id=?)");
  expect(
    details.filter((detail) => /^SCAN (races|runners|models|analyses|payouts|ranking_entries)\b/.test(detail)),
  ).toEqual([]);
});
