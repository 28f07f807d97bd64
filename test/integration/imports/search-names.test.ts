import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/database.server.ts";
import { runners, searchPending } from "#app/db/schema/racing.server.ts";
import { enqueueNames, enterPendingNames, search } from "#app/services/imports/search-names.server.ts";
import { filesOf, smallSet } from "#test/integration/support/imports/import-set.ts";
import { createImportSite } from "#test/integration/support/imports/import-site.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertRace } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

const FREE = { id: 1, plan: 1 };
const ADMIN = { id: 2, plan: 0 };

async function startWith() {
  const { database, deps, db } = await openTestDeps();
  const add = async (raceId: string, more: object, horses: readonly object[] = []) => {
    await insertRace(db, { raceId, ...more });
    for (const [at, horse] of horses.entries())
      await db.insert(runners).values({
        ...{ raceId, horseNum: at + 1, horseId: `${raceId}-${at}`, horseName: "ウマ", status: "entered" },
        ...{ contentHash: "hash", jockeyName: null },
        ...horse,
      });
    await db.insert(searchPending).values({ raceId, dataVersion: 1 });
  };
  const enter = (isWaiting = false) =>
    enterPendingNames(contextOf(deps, jobOf("enter-names"), { isUserWorkWaiting: async () => isWaiting }));
  const find = async (text: string, user = FREE) => {
    const result = await search(deps, { user, text });
    if (result.kind === "refused") return result.reason;
    const { horses, races, jockeys, rides } = result.found;
    return {
      horses: horses.map(({ name, raceId }) => `${name} ${raceId}`),
      races: races.map(({ raceName, raceId }) => `${raceName} ${raceId}`),
      jockeys: jockeys.map(({ name }) => name),
      rides: rides.map(({ jockeyName, raceId, horseNum }) => `${jockeyName} ${raceId} ${horseNum}`),
    };
  };
  return { ...database, deps, add, enter, find };
}

const NOTHING = { horses: [], races: [], jockeys: [], rides: [] };

test("horses, races and jockeys are found by the beginning of their name in any kana, with their newest visible race", async () => {
  await using world = await startWith();
  const { add, enter, find } = world;
  const haru = { horseId: "haru", horseName: "ハルカナコンパス" };
  await add("old", { date: "2026-10-03", name: "初霜記念" }, [haru, { jockeyName: "有栖" }]);
  await add("new", { date: "2026-11-15", name: "キャッチ特別" }, [{ ...haru, jockeyName: "武豊" }]);
  await add("today", { date: "2026-11-21", name: "初霜記念", startTime: "15:40" }, [
    { horseId: "harvest", horseName: "ハーヴェスト", jockeyName: "武豊" },
  ]);
  await add("tomorrow", { date: "2026-11-22", name: "初霜記念" }, [haru]);
  await add("hidden", { date: "2026-11-20", name: "初霜隠し", hidden: true }, [
    { horseId: "x", horseName: "ハルカクシ" },
  ]);
  expect(await find("はるか")).toEqual(NOTHING);
  expect(await enter()).toEqual({ kind: "done" });
  for (const text of ["はるか", "ハルカ", "ﾊﾙｶ", " ハルカー "])
    expect([text, await find(text)]).toEqual([text, { ...NOTHING, horses: ["ハルカナコンパス new"] }]);
  expect(await find("はーゔぇ")).toMatchObject({ horses: ["ハーヴェスト today"] });
  expect(await find("初霜")).toEqual({ ...NOTHING, races: ["初霜記念 today", "初霜記念 old"] });
  expect(await find("きやつち")).toEqual({ ...NOTHING, races: ["キャッチ特別 new"] });
  expect(await find("武")).toEqual({ ...NOTHING, jockeys: ["武豊"], rides: ["武豊 today 1"] });
  expect(await find("有栖")).toEqual({ ...NOTHING, jockeys: ["有栖"] });
  // Days after today are the admin's.
  expect(await find("初霜", ADMIN)).toMatchObject({ races: ["初霜記念 tomorrow", "初霜記念 today", "初霜記念 old"] });
  // Only beginnings, and no wildcards.
  for (const text of ["コンパス", "ルカナ", "' or 1=1 --"]) expect([text, await find(text)]).toEqual([text, NOTHING]);
  // Signs are no letters: what is left is the beginning.
  expect(await find("ハル%")).toEqual(await find("ハル"));
  for (const text of ["", " ", "ハ", "%", "ー", "a"]) expect([text, await find(text)]).toEqual([text, "too-short"]);
});

test("names whose races are all hidden take no place of others, and cost nothing where there are none", async () => {
  await using world = await startWith();
  const { add, enter, find } = world;
  const beginning = (name: string, at: number) => `${name}${String.fromCodePoint("ア".charCodeAt(0) + at)}`;
  for (let at = 0; at < 30; at += 1) {
    const horse = { horseId: `hidden-${at}`, horseName: beginning("ハル", at) };
    await add(`hidden-${at}`, { raceNum: at + 1, name: beginning("初霜", at), hidden: true }, [horse]);
  }
  await add("shown", { date: "2026-11-15", name: "初霜ン" }, [{ horseId: "haru", horseName: "ハルン" }]);
  await enter();
  expect(await find("ハル")).toMatchObject({ horses: ["ハルン shown"] });
  expect(await find("初霜")).toMatchObject({ races: ["初霜ン shown"] });
});

test("of many names with visible races no more are read than are found", async () => {
  await using world = await startWith();
  await world.add("today", {});
  const rowsOf = async (count: number): Promise<number> => {
    for (let at = 0; at < count; at += 1) {
      const name = `${String.fromCodePoint("ア".charCodeAt(0) + (at % 80))}${count}`;
      const horse = { horseId: `${count}-${at}`, horseName: `ハル${name}` };
      await world.add(
        `r${count}-${at}`,
        { date: "2026-10-03", venue: `v${count}`, raceNum: at + 1, name: `春${name}` },
        [horse],
      );
    }
    while ((await world.enter()).kind !== "done");
    return (await watchSearch(world, "ハル")).rows + (await watchSearch(world, "春")).rows;
  };
  const few = await rowsOf(24);
  expect(await rowsOf(60)).toBeLessThanOrEqual(few + 4);
});

test("names are entered once, in any number of runs, and a race that is noted again meanwhile stays noted", async () => {
  await using world = await startWith();
  const { db, deps, add, enter, d1 } = world;
  const count = async (table: "search_names" | "search_pending" | "jobs") =>
    (await d1.prepare(`select count(*) n from ${table}`).first<{ n: number }>())?.n;
  await enqueueNames(deps);
  expect(await count("jobs")).toBe(0);
  for (let at = 0; at < 3; at += 1) await add(`r${at}`, { raceNum: at + 1 }, [{ horseId: "h", horseName: "ウマ" }]);
  await enqueueNames(deps);
  await enqueueNames(deps);
  expect(await count("jobs")).toBe(1);
  // With a user waiting it stops after a slice.
  expect(await enter(true)).toEqual({ kind: "again", delaySeconds: 1 });
  expect(await enter(true)).toEqual({ kind: "done" });
  expect([await count("search_names"), await count("search_pending")]).toEqual([2, 0]);
  // A new name of the horse beside its old one.
  await db.update(runners).set({ horseName: "シンメイ" }).where(eq(runners.raceId, "r1"));
  await db.insert(searchPending).values({ raceId: "r1", dataVersion: 2 });
  await Promise.all([enter(), enter()]);
  expect([await count("search_names"), await count("search_pending")]).toEqual([3, 0]);
});

test("every import notes the races it touched, and one that changes nothing notes none", async () => {
  await using site = await createImportSite();
  const pending = async () =>
    (await site.sql("select race_id from search_pending order by race_id")).map((row) => row.race_id);
  await site.importSet(filesOf(smallSet()));
  const races = (await site.state()).racing.races.map(({ race_id }) => race_id).sort();
  expect(await pending()).toEqual(races);
  await site.sql("delete from search_pending");
  await site.importSet(filesOf(smallSet()));
  expect(await pending()).toEqual([]);
});

/** The statements of a search, and the rows that they read. */
async function watchSearch(database: TestDatabase, text: string): Promise<{ texts: string[]; rows: number }> {
  const texts: string[] = [];
  let rows = 0;
  const d1 = intercept(database.d1, (name, [statement], call) => {
    if (name === "prepare") texts.push(String(statement));
    if (name !== "batch") return call();
    return call<Promise<D1Result[]>>().then((results) => {
      rows += results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
      return results;
    });
  });
  await search(createTestDeps({ ...database, db: openDatabase(d1) }), { user: FREE, text });
  return { texts, rows };
}

/** The plan of each statement of a search. */
async function plansOf(database: TestDatabase): Promise<string[]> {
  const plans = [];
  for (const text of (await watchSearch(database, "ハル")).texts) {
    const { results } = await database.d1
      .prepare(`explain query plan ${text}`)
      .bind(...(text.match(/\?/g) ?? []).map(() => "x"))
      .all<{ detail: string }>();
    plans.push(...results.map(({ detail }) => detail));
  }
  return plans;
}

test("a search scans no table: names by their primary key, races and runners by their indexes", async () => {
  await using database = await createTestDatabase();
  const plans = await plansOf(database);
  expect(plans.filter((plan) => /search_names/.test(plan)).length).toBeGreaterThanOrEqual(4);
  for (const plan of plans.filter((one) => /search_names/.test(one)))
    expect(plan).toMatch(
      /^SEARCH search_names USING (COVERING )?INDEX sqlite_autoindex_search_names_1 \(kind=\? AND key>\? AND key<\?\)$/,
    );
  expect(plans).toContainEqual(expect.stringMatching(/^SEARCH runners USING INDEX runners_horse_id \(horse_id=\?\)$/));
  expect(plans).toContainEqual(
    expect.stringMatching(/^SEARCH held USING .*INDEX races_visible_name_date \(name=\? AND date<\?\)$/),
  );
  // The rides' races by their day, not by all days until it.
  expect(plans.filter((plan) => /INDEX races_venue_type_date \(venue_type=\? AND date[<>]/.test(plan))).toEqual([]);
  expect(plans.filter((plan) => /^SCAN (races|runners|search_names|ran|held)\b/.test(plan))).toEqual([]);
});

test("a search reads no more rows when a thousand races of the same name are stored, nor when they are hidden", async () => {
  await using world = await startWith();
  const { add, enter, d1 } = world;
  await add("old", { date: "2026-10-03", name: "3歳未勝利" }, [{ horseId: "haru", horseName: "ハルカナコンパス" }]);
  await add("today", { date: "2026-11-21", name: "3歳未勝利" }, [{ jockeyName: "武豊" }, { jockeyName: "有栖" }]);
  await enter();
  const texts = ["3歳", "武", "ハル"];
  const rowsRead = async () => {
    const rows = [];
    for (const text of texts) rows.push((await watchSearch(world, text)).rows);
    return rows;
  };
  const addThousand = ({ hidden, date }: { hidden: 0 | 1; date: string }) =>
    sql(d1)`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1000)
      insert into races (race_id, date, venue, venue_type, race_num, name, status, source, hidden, data_version,
      content_hash)
      select 'more-' || ${date} || '-' || n, ${date}, 'v' || n, 1, 1, '3歳未勝利', 'result', 'sample', ${hidden}, 1, 'h'
      from numbers`.run();
  const before = await rowsRead();
  expect(Math.max(...before)).toBeLessThan(60);
  await addThousand({ hidden: 0, date: "2026-10-02" });
  await addThousand({ hidden: 1, date: "2026-11-20" });
  const after = await rowsRead();
  // The third race of the name, and its place in the index.
  expect(after.map((rows, at) => rows - (before[at] ?? 0)).every((more) => more <= 4)).toBe(true);
});
