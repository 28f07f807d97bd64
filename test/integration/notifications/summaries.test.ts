import { expect, test } from "vitest";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { seasonEntries } from "#app/db/schema/seasons.server.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";
import { queueSummaries } from "#app/services/notifications/summaries.server.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";
import { insertAnalysis, insertModel, insertRace } from "#test/integration/support/rows.ts";

const TODAY = "2026-11-21";
const at = (time: string, day = TODAY) => Date.parse(`${day}T${time}:00+09:00`) / 1000;

/** Three races of today, at 10:00, 11:00 and 12:00, with horses h1 to h3, and who has these as favourites. */
async function open(options: Parameters<typeof createNotificationSite>[0] = {}) {
  const site = await createNotificationSite(options);
  for (const [index, raceId] of ["r1", "r2", "r3"].entries()) {
    await insertRace(site.db, { raceId, raceNum: index + 1, startTime: `1${index}:00`, runnerRows: 3 });
  }
  // Each runs once.
  await site.d1.batch([
    site.d1.prepare("delete from runners where horse_id <> 'h' || substr(race_id, 2)"),
    site.d1.prepare(
      "insert into imports (id, source, status, created_at, data_version) values (1, 'real', 'done', 0, 1)",
    ),
  ]);
  for (const id of [1, 2]) await insertModel(site.db, { id, userId: id });
  let version = 1;
  return {
    ...site,
    /** A change of races by an import. */
    change: async (sql: string) => {
      version += 1;
      await site.d1.batch([
        site.d1.prepare(sql),
        site.d1
          .prepare("insert into imports (source, status, created_at, data_version) values ('real', 'done', 0, ?)")
          .bind(version),
      ]);
    },
    favour: (userId: number, ...horseIds: string[]) =>
      site.d1.batch(
        horseIds.map((horseId) =>
          site.d1.prepare("insert into favourite_horses values (?, ?, 1)").bind(userId, horseId),
        ),
      ),
    analyse: (id: number, raceId: string, completed: string, values: object = {}) =>
      insertAnalysis(site.db, {
        ...{ id, raceId, raceInputsVersion: id, createdAt: at(completed) - 5, completedAt: at(completed) },
        ...values,
      }),
    /** The cron at an instant, `count` of it at once; how many notifications there are then. */
    look: async (time: string, { day = TODAY, count = 1 }: { day?: string; count?: number } = {}) => {
      site.deps.clock.now = at(time, day);
      await Promise.all(Array.from({ length: count }, () => queueSummaries(site.deps)));
      return (await site.notifications()).length;
    },
  };
}

test("favourites that run today are one notification from eight in the morning on, however often it is looked", async () => {
  await using site = await open();
  for (const userId of [1, 2]) await site.choose(userId, "favourite-entered");
  await site.favour(1, "h3", "h1", "gone");
  await site.favour(2, "h2");
  await site.favour(3, "h2");
  expect(await site.look("07:59")).toBe(0);
  expect(await site.look("08:00", { count: 5 })).toBe(2);
  await site.change("update races set name = 'x'");
  await site.favour(1, "h2");
  expect(await site.look("08:10", { count: 3 })).toBe(2);
  expect(await site.notifications()).toMatchObject([
    {
      ...{ user_id: 1, event_key: `favourite-entered:${TODAY}`, title: "お気に入りの馬が出走します" },
      body: "11月21日に出走するお気に入りの馬は2頭です。\n東京1R 10:00 ウマ1\n東京3R 12:00 ウマ3",
      path: `/races?date=${TODAY}`,
    },
    {
      ...{ user_id: 2, path: "/races/r2" },
      body: "11月21日に出走するお気に入りの馬は1頭です。\n東京2R 11:00 ウマ2",
    },
  ]);
  await site.work();
  expect(await site.mails()).toHaveLength(2);
});

test("a card that comes later is announced then; races that have started, and horses that do not start, are not", async () => {
  await using site = await open();
  await site.choose(1, "favourite-entered");
  await site.favour(1, "h1", "h2", "h3");
  await site.change("update races set hidden = 1");
  expect(await site.look("08:00")).toBe(0);
  await site.change("update runners set status = 'scratched' where horse_id = 'h2'");
  await site.d1.prepare("update races set hidden = 0").run();
  expect(await site.look("10:00")).toBe(1);
  expect((await site.notifications())[0]?.body).toBe("11月21日に出走するお気に入りの馬は1頭です。\n東京3R 12:00 ウマ3");
});

test("of many favourites ten are named", async () => {
  await using site = await open();
  await site.choose(1, "favourite-entered");
  await insertRace(site.db, { raceId: "r4", raceNum: 4, startTime: "15:00", runnerRows: 13 });
  await site.favour(1, ...Array.from({ length: 13 }, (_, index) => `h${index + 1}`));
  await site.change("delete from runners where race_id <> 'r4'");
  await site.look("09:00");
  const lines = (await site.notifications())[0]?.body.split("\n") ?? [];
  expect([lines.length, lines[0], lines.at(-2), lines.at(-1)]).toEqual([
    12,
    "11月21日に出走するお気に入りの馬は13頭です。",
    "東京4R 15:00 ウマ10",
    "ほか3頭",
  ]);
});

/** Users 1 and 2 want results: r1 and r2 are analysed by user 1, r3 by user 2, and only r1 has its result. */
async function openHalfSettled() {
  const site = await open();
  for (const userId of [1, 2]) await site.choose(userId, "race-settled");
  await site.analyse(1, "r1", "09:00");
  await site.analyse(2, "r2", "09:00");
  await site.analyse(3, "r3", "09:00", { userId: 2, modelId: 2 });
  await site.change("update races set status = 'result' where race_id = 'r1'");
  return site;
}

test("results are one notification a day, when all of the user's races are settled and it is five", async () => {
  await using site = await openHalfSettled();
  expect(await site.look("16:59")).toBe(0);
  // r2 is still to be run, as is the race of user 2.
  expect(await site.look("17:00")).toBe(0);
  await site.change("update races set status = 'result' where race_id = 'r2'");
  expect(await site.look("17:30", { count: 5 })).toBe(1);
  await site.change("update races set content_hash = 'corrected'");
  expect(await site.look("17:31", { count: 3 })).toBe(1);
  expect(await site.notifications()).toMatchObject([
    {
      ...{ user_id: 1, event_key: `race-settled:${TODAY}`, title: "分析したレースの結果が出ました" },
      body: "11月21日に発走前に分析した2レースの結果が出ました。",
      path: `/days/${TODAY}`,
    },
  ]);
});

test("at ten in the evening, and until the next noon, a notification states what is settled without waiting for the rest", async () => {
  await using site = await openHalfSettled();
  expect(await site.look("21:59")).toBe(0);
  expect(await site.look("22:00")).toBe(1);
  expect((await site.notifications())[0]?.body).toContain("1レースの結果");
  expect(await site.look("09:00", { day: "2026-11-22" })).toBe(1);
  await site.change("update races set status = 'result'");
  expect(await site.look("11:59", { day: "2026-11-22" })).toBe(2);
  expect((await site.notifications()).map(({ event_key }) => event_key)).toEqual([
    `race-settled:${TODAY}`,
    `race-settled:${TODAY}`,
  ]);
});

test("analyses made after the start, failed, deleted or of cancelled races are no results", async () => {
  await using site = await open();
  await site.choose(1, "race-settled");
  await site.analyse(1, "r1", "10:00");
  await site.analyse(2, "r2", "09:00", { status: 3, scores: null, completedAt: null });
  await site.analyse(3, "r2", "09:01", { deletedAt: 1 });
  await site.analyse(4, "r3", "09:00");
  await site.change("update races set status = case race_id when 'r3' then 'cancelled' else 'result' end");
  expect(await site.look("22:00")).toBe(0);
  expect(await site.look("11:00", { day: "2026-11-22" })).toBe(0);
});

test("imported history and the sample tell nobody: only today's card and the last day's results are news", async () => {
  await using site = await open();
  for (const kind of ["race-settled", "favourite-entered"] as const) await site.choose(1, kind);
  await site.favour(1, "h1", "h2", "h3");
  for (const [index, raceId] of ["r1", "r2", "r3"].entries()) {
    await site.analyse(index + 1, raceId, "09:00", { createdAt: at("09:00", "2026-11-14") });
  }
  await site.change("update races set date = '2026-11-14', status = 'result'");
  for (const time of ["00:30", "08:00", "12:00", "17:00", "22:00"]) expect(await site.look(time)).toBe(0);
  await site.change("update races set date = '2026-11-28', status = 'scheduled'");
  for (const time of ["08:00", "17:00", "22:00"]) expect(await site.look(time)).toBe(0);
});

test("a check that is cut off before it is recorded is repeated, and notifies nobody twice", async () => {
  await using site = await open();
  await site.choose(1, "favourite-entered");
  await site.favour(1, "h1");
  await site.look("08:00");
  await site.d1.prepare("delete from app_state").run();
  expect(await site.look("08:01", { count: 4 })).toBe(1);
  // And nothing is read again until races change.
  expect(await site.rows("select key from app_state")).toHaveLength(1);
  await site.choose(2, "favourite-entered");
  await site.favour(2, "h2");
  expect(await site.look("08:02")).toBe(1);
  await site.change("update races set name = 'y'");
  expect(await site.look("08:03")).toBe(2);
});

test("on Friday evening Saturday's central cards are one notification, once each race has its horses", async () => {
  await using site = await open();
  const day = "2026-11-20";
  await site.choose(1, "entries-out");
  await insertRace(site.db, { raceId: "kyoto", venue: "京都", runnerCount: 0 });
  await insertRace(site.db, { raceId: "ooi", venue: "大井", venueType: 2, runnerCount: 0 });
  expect(await site.look("18:00", { day })).toBe(0);
  await site.change("update races set runner_count = 9 where race_id = 'kyoto'");
  expect(await site.look("17:59", { day })).toBe(0);
  expect(await site.look("18:01", { day: TODAY })).toBe(0);
  expect(await site.look("18:01", { day, count: 5 })).toBe(1);
  await site.change("update races set name = 'x'");
  expect(await site.look("18:02", { day, count: 2 })).toBe(1);
  expect(await site.notifications()).toMatchObject([
    {
      ...{ user_id: 1, event_key: `entries-out:${TODAY}`, title: "明日の出馬表がそろいました", path: "/races" },
      body: "11月21日の中央競馬は、京都1レース、東京3レースです。\n出馬表とAIモデルの分析は、当日の0時から使えます。",
    },
  ]);
});

test("on Monday a review of the week goes out once, by one mail with a stop link, though crons race", async () => {
  await using site = await open();
  const [day, next] = ["2026-11-23", "2026-11-30"];
  for (const userId of [1, 2]) await site.choose(userId, "week-review");
  await site.d1.batch([
    site.d1.prepare("update users set plan = 4"),
    site.d1.prepare("update races set status = 'result'"),
    site.d1.prepare("update runners set win_odds = 2.5"),
    site.d1.prepare("insert into payouts values ('r1', 'win', '1', 300), ('r2', 'win', '5', 900)"),
  ]);
  // The favourites are 1 and 2. The third was made after the start, the fourth by another user.
  for (const [raceId, pick, completedAt, userId] of [
    ["r1", 1, "09:00", 1],
    ["r2", 5, "09:00", 1],
    ["r3", 3, "13:00", 1],
    ["r2", 5, "09:00", 3],
  ] as const) {
    await site.db.insert(recordEntries).values({
      ...{ analysisId: (await site.rows("select 1 from record_entries")).length + 1, userId, modelId: 1, raceId },
      ...{ modelName: "model 1", date: TODAY, picks: `[${pick},4]`, isLearntFrom: false, completedAt: at(completedAt) },
      ...{ resultKind: "settled", bets: "[[200,0,0],[100,0,0],[700,0,0]]" },
    });
  }
  await createSeasonStore(site.store).writeBoard({ buildId: "b1" } as SeasonBoard, null);
  const entry = JSON.stringify({ modelId: 1, rank: 12, firstRank: 5, lastRank: 30 });
  await site.db.insert(seasonEntries).values({ buildId: "b1", modelId: 1, userId: 1, entry });
  await insertRace(site.db, { raceId: "later", date: "2026-11-28", venue: "京都" });

  expect(await site.look("07:59", { day })).toBe(0);
  expect(await site.look("08:00", { day, count: 5 })).toBe(2);
  expect(await site.look("08:01", { day, count: 5 })).toBe(2);
  expect(await site.look("09:00", { day: "2026-11-24" })).toBe(2);
  expect(await site.notifications()).toMatchObject([
    {
      ...{ user_id: 1, event_key: `week-review:${day}`, title: "先週のまとめ（11月16日〜11月22日）" },
      body: [
        "11月16日から11月22日までに発走前に分析した2レースで、「model 1」の◎は2回勝ちました。同じレースの1番人気は1回です。1週の差は、ほとんど運です。",
        "年間ランキングでは「model 1」が12位です（95%の範囲は5〜30位）。",
        "次の開催日は11月28日（京都）です。",
      ].join("\n"),
      path: "/models/all/record",
    },
    {
      user_id: 2,
      body: "11月16日から11月22日まで、結果の出た発走前の分析はありませんでした。\n次の開催日は11月28日（京都）です。",
    },
  ]);
  await site.work({ count: 3 });
  const mails = await site.mails();
  expect(mails.map(({ to }) => to)).toEqual(["user1@example.com", "user2@example.com"]);
  expect(JSON.parse(mails[0]?.headers ?? "{}")).toMatchObject({
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  // A row that cannot be read costs its user the mail, and nobody else.
  await site.d1.prepare("update season_entries set entry = '{'").run();
  expect(await site.look("08:00", { day: next })).toBe(3);
  await site.d1.prepare("update season_entries set entry = ?1").bind(entry).run();
  expect(await site.look("08:01", { day: next })).toBe(4);
});
