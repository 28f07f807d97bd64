import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { createTestSite } from "#test/integration/support/test-site.ts";
import { readCalendarFile } from "#test/unit/support/calendar-rules.ts";
import { createDeps } from "#workers/environment.ts";

const USERS = [
  { id: 1, plan: 1 },
  { id: 2, plan: 0 },
];

async function openSite() {
  const site = await createTestSite();
  const db = openDatabase(site.d1);
  const { fans, notifications } = createServices(createDeps(site.env));
  for (const user of USERS) await insertUser(db, user);
  return {
    ...{ ...site, db, fans },
    /** Path of a user's calendar; null: none. */
    pathOf: async (id: number) => {
      const { calendar } = await notifications.readChoices({ user: { id, plan: 1 } });
      return calendar?.replace(site.env.PUBLIC_URL ?? "", "") ?? null;
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test("the calendar has race days and, as far as the plan shows cards, races of the favourites", async () => {
  await using site = await openSite();
  const { db } = site;
  for (const { id } of USERS) await insertModel(db, { id, userId: id });
  await insertRace(db, { raceId: "r1", raceNum: 11, startTime: "15:40", runnerRows: 2 });
  await insertRace(db, { raceId: "r2", date: "2026-11-28", venue: "京都", startTime: "15:00", runnerRows: 1 });
  await insertRace(db, { raceId: "r3", date: "2026-11-27", venue: "大井", venueType: 2 });
  await insertRace(db, { raceId: "r4", date: "2026-11-29", hidden: true, runnerRows: 1 });
  await insertRace(db, { raceId: "r5", date: "2026-11-30", status: "cancelled", runnerRows: 1 });
  const events = async (id: number) => {
    const answer = await site.fetch((await site.pathOf(id)) ?? "");
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    return readCalendarFile(await answer.text()).map(({ SUMMARY }) => SUMMARY);
  };
  for (const user of USERS) {
    await site.fans.setFavourite({ user, horseId: "h1", isFavourite: true });
    await site.fans.setCalendar({ user, isOn: true });
  }
  const days = ["開催 東京", "開催 京都"];
  const today = ["東京11R 馬体重発表のめやす", "東京11R サンプル特別：ウマ1"];
  expect(await events(1)).toEqual([...days, ...today]);
  expect(await events(2)).toEqual([...days, ...today, "京都1R 馬体重発表のめやす", "京都1R サンプル特別：ウマ1"]);
});

test("the address needs no cookie, is not logged, and ends when it is renewed, stopped or the account deleted", async () => {
  await using site = await openSite();
  const user = USERS[0]!;
  const statusOf = async (address: string, method = "GET") => (await site.fetch(address, { method })).status;
  expect(await site.pathOf(1)).toBeNull();
  const addresses: string[] = [];
  for (let times = 0; times < 2; times += 1) {
    await site.fans.setCalendar({ user, isOn: true });
    addresses.push((await site.pathOf(1)) ?? "");
  }
  const [first = "", second = ""] = addresses;
  expect(await statusOf(first)).toBe(404);
  expect([await statusOf(second), await statusOf(second, "HEAD"), await statusOf(second, "POST")]).toEqual([
    200, 200, 405,
  ]);
  const [, key = "", mac = ""] = second.split(".");
  expect(site.log.join()).toContain("/calendar/");
  expect(site.log.join()).not.toContain(mac);
  for (const forged of [
    second.replace("/1.", "/2."),
    second.replace(key, first.split(".")[1] ?? ""),
    second.replace(".ics", ""),
    `/calendar/1.${key}..ics`,
    "/calendar/.ics",
  ]) {
    expect(await statusOf(forged), forged).toBe(404);
  }
  await site.fans.setCalendar({ user, isOn: false });
  expect([await statusOf(second), await site.pathOf(1)]).toEqual([404, null]);
  await site.fans.setCalendar({ user, isOn: true });
  const third = (await site.pathOf(1)) ?? "";
  await site.d1.prepare("update users set deleted_at = 1, email = null, password_hash = null").run();
  expect(await statusOf(third)).toBe(404);
});

test("reads of a calendar are limited", async () => {
  await using site = await openSite();
  await site.fans.setCalendar({ user: USERS[0]!, isOn: true });
  const address = (await site.pathOf(1)) ?? "";
  const answers = await Promise.all(Array.from({ length: 31 }, () => site.fetch(address)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
