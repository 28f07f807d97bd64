import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { payouts, runners } from "#app/db/schema/racing.server.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { cookie, openSession } from "#test/integration/support/site-accounts.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";

const DATE = "2026-11-15";
const SLOW = 180_000;
let site: Awaited<ReturnType<typeof createBuiltSite>>;
const tokens = new Map<number, string>();

/** User 1 has a settled race of last week; user 2 has none. */
beforeAll(async () => {
  site = await createBuiltSite();
  const db = openDatabase(site.d1);
  for (const id of [1, 2]) {
    await insertUser(db, { id, plan: 4 });
    tokens.set(id, await openSession(site.d1, { userId: id }));
  }
  await insertModel(db, { id: 1 });
  await insertRace(db, {
    raceId: "r1",
    raceNum: 11,
    date: DATE,
    startTime: "15:00",
    surface: "turf",
    status: "result",
  });
  await db.insert(runners).values(
    [1, 2].map((horseNum) => ({
      ...{ raceId: "r1", horseNum, horseId: `h${horseNum}`, horseName: "ウマ", contentHash: "h" },
      ...{ winOdds: horseNum + 0.5, status: "finished" as const, finishPosition: 3 - horseNum },
    })),
  );
  await db.insert(payouts).values({ raceId: "r1", betType: "win", combination: "2", payoutYen: 250 });
  await db.insert(recordEntries).values({
    ...{ analysisId: 1, userId: 1, modelId: 1, modelName: "model 1", raceId: "r1", date: DATE, picks: "[2,1]" },
    ...{ isLearntFrom: false, completedAt: Date.parse(`${DATE}T14:00:00+09:00`) / 1000, resultKind: "settled" },
    ...{ starters: 2, finish: 1, odds: 2.5, popularity: 2, bets: "[[200,250,1],[100,0,0],[700,0,0]]" },
  });
});

afterAll(() => site[Symbol.asyncDispose]());

const ask = (path: string, userId: number | null) =>
  site.fetch(path, userId === null ? {} : cookie(tokens.get(userId) ?? ""));

test.each([
  ["/duel.png", "/duel"],
  ["/models/all/record.png?year=2026", "/models/all/record?year=2026"],
])("%s is drawn for its owner alone", { timeout: SLOW }, async (path, page) => {
  const visitor = await ask(path, null);
  expect([visitor.status, visitor.headers.get("Location")]).toEqual([302, page]);
  expect((await ask(path, 2)).status).toBe(404);
  const answers = await Promise.all([ask(path, 1), ask(path, 1)]);
  for (const answer of answers) {
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const view = new DataView(await answer.arrayBuffer());
    expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 1200, 630]);
  }
  expect((await site.store.list()).objects.filter(({ key }) => key.endsWith(".png"))).toEqual([]);
  expect(await (await ask(page, 1)).text()).toContain("画像にする");
});

test("the review of a year has the record's figures; another year is empty", async () => {
  const read = async (year: string, userId = 1) =>
    (await (await ask(`/models/all/record?year=${year}`, userId)).text()).replaceAll("<!-- -->", "");
  const text = await read("2026");
  for (const words of ["2026年のまとめ", "1/1R", "−750", "2.5倍", "1年の成績にも、運の幅が残ります。"]) {
    expect(text).toContain(words);
  }
  // An unknown year is this year.
  expect(await read("x")).toContain("2026年のまとめ");
  for (const other of [await read("2025"), await read("2026", 2)]) {
    expect(other).toContain("この年に結果の出た記録はありません");
    expect(other).not.toContain("画像にする");
  }
});
