import { expect, test } from "vitest";
import { loader as readDay, action as stop } from "#app/routes/_app.days.$date._index.tsx";
import { action as confirm, loader as readPlan } from "#app/routes/_app.days.$date.analyze.tsx";
import { createServices } from "#app/services/create-services.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";
import { NO_USES } from "#test/unit/support/racing-factories.ts";

const DATE = "2026-11-21";

/** A user who has used some analyses today, with model 1 and eight races of today at two courses. */
async function startPages(used = 0, plan = 3) {
  const { database, deps } = await openTestDeps();
  const user = { id: 1, plan, ...NO_USES, analysesToday: used, analysesThisMonth: used };
  await insertUser(database.db, { id: 1, plan });
  await insertModel(database.db, { id: 1 });
  for (let num = 1; num <= 8; num += 1) {
    const venue = num > 4 ? "東京" : "京都";
    await insertRace(database.db, { raceId: `r${num}`, venue, raceNum: num, startTime: `1${num}:30` });
  }
  const services = createServices(deps);
  const found = { ...user, ownPerMonth: null as number | null, unconfirmedAnalyses: [], unconfirmedModels: [] };
  services.auth.findSessionUser = (async () => found) as unknown as typeof services.auth.findSessionUser;
  const base = createTestContext(services);
  const headers = { Cookie: base.sessionCookie("token").split(";")[0] ?? "" };
  const context = { ...base, now: deps.now };
  const args = (path: string, body?: URLSearchParams) => ({
    request: new Request(`http://site.example${path}`, { headers, ...(body && { method: "POST", body }) }),
    params: { date: path.split("/")[2]?.split("?")[0] ?? "" },
    context,
  });
  const send = async (action: typeof confirm | typeof stop, path: string, fields: [string, string][]) => {
    const answer = await action(args(path, new URLSearchParams(fields)));
    if (answer instanceof Response) return decodeURIComponent(answer.headers.get("Location") ?? "");
    return "init" in answer ? answer.init?.status : undefined;
  };
  const count = async (sql: string) => (await database.d1.prepare(sql).first<{ n: number }>())?.n;
  return { ...database, args, send, count, user: found };
}

const KEY: [string, string] = ["form_key", "0123456789"];
const MODEL: [string, string] = ["model_id", "1"];

test("in restricted mode the confirmation says why its button is off, and takes nothing", async () => {
  await using world = await startPages(0, 103);
  const path = `/days/${DATE}/analyze`;
  const tokyo: [string, string] = ["venue", "東京"];
  const sent = `${path}?model=1&chosen=1&venue=東京&refused=restricted`;
  expect(await world.send(confirm, path, [MODEL, KEY, tokyo, ["stated", "4"]])).toBe(sent);
  const { plan } = await readPlan(world.args(sent));
  expect(plan).toMatchObject({ refusal: null, restricted: expect.stringContaining("制限モード") });
  expect(await world.count("select count(*) n from usage")).toBe(0);
});

test("the confirmation states all courses until some are chosen, and takes what it has stated", async () => {
  await using world = await startPages();
  const all = await readPlan(world.args(`/days/${DATE}/analyze`));
  expect(all.plan).toMatchObject({ toCount: 8, left: { left: 10, by: "per-day" }, named: null, refusal: null });
  const one = await readPlan(world.args(`/days/${DATE}/analyze?model=1&chosen=1&venue=${encodeURIComponent("東京")}`));
  expect(one.plan).toMatchObject({ toCount: 4 });
  expect(one.plan?.venues.map(({ venue, isChosen }) => [venue, isChosen])).toEqual([
    ["京都", false],
    ["東京", true],
  ]);
  const none = await readPlan(world.args(`/days/${DATE}/analyze?model=1&chosen=1`));
  expect(none.plan).toMatchObject({ toCount: 0 });

  const path = `/days/${DATE}/analyze`;
  const tokyo: [string, string] = ["venue", "東京"];
  const changed = `${path}?model=1&chosen=1&venue=東京&refused=changed`;
  expect(await world.send(confirm, path, [MODEL, KEY, tokyo, ["stated", "8"]])).toBe(changed);
  const restated = await readPlan(world.args(changed));
  expect(restated.plan).toMatchObject({ toCount: 4, refusal: expect.stringContaining("もう一度押してください") });
  for (const _ of [1, 2]) {
    expect(await world.send(confirm, path, [MODEL, KEY, tokyo, ["stated", "4"]])).toBe(`/days/${DATE}?model=1`);
  }
  expect(await world.count("select count(*) n from usage")).toBe(4);
  expect(await world.send(confirm, path, [MODEL, tokyo, ["stated", "4"]])).toBe(400);
});

test("one race that waits for its body weights can be confirmed by itself", async () => {
  await using world = await startPages();
  await world.d1.batch([
    world.d1.prepare("update models set is_weight = 1"),
    world.d1.prepare("update races set weighed_count = 0"),
  ]);
  const path = `/days/${DATE}/analyze`;
  const fields: [string, string][] = [MODEL, KEY, ["venue", "京都"], ["named", "1"], ["race", "r1"]];
  for (const _ of [1, 2]) expect(await world.send(confirm, path, fields)).toBe(`/days/${DATE}?model=1`);
  expect(await world.d1.prepare("select race_id, status from analyses").all()).toMatchObject({
    results: [{ race_id: "r1", status: 1 }],
  });
  expect(await world.count("select count(*) n from usage")).toBe(1);
});

test("beyond the limit the races are named and the main ones ticked; more than are left are not taken", async () => {
  await using world = await startPages(7);
  await world.d1
    .prepare(
      `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
       select 1, 'analysis', 1000 + value, '${DATE}', '2026-11', 0, 1 from json_each('[1,2,3,4,5,6,7]')`,
    )
    .run();
  const path = `/days/${DATE}/analyze`;
  const { plan } = await readPlan(world.args(path));
  expect(plan).toMatchObject({ toCount: 8, left: { left: 3 } });
  expect(plan?.named?.map(({ isTicked }) => isTicked)).toEqual([false, false, false, false, false, true, true, true]);
  const both: [string, string][] = [MODEL, KEY, ["venue", "東京"], ["venue", "京都"], ["stated", "8"], ["named", "1"]];
  const race = (num: number): [string, string] => ["race", `r${num}`];
  expect(await world.send(confirm, path, [...both, race(1), race(2), race(3), race(4)])).toContain("refused=per-day");
  expect(await world.count("select count(*) n from analyses")).toBe(0);
  expect(await world.send(confirm, path, [...both, race(1), race(2), race(8)])).toBe(`/days/${DATE}?model=1`);
  expect(await world.count("select count(*) n from analyses")).toBe(3);
  const full = await readPlan(world.args(`${path}?model=1`));
  expect(full.plan).toMatchObject({ toCount: 5 });
});

test("what is left is by the user's own limit where that is the tightest, and so many races are ticked", async () => {
  await using world = await startPages(7);
  const path = `/days/${DATE}/analyze`;
  expect((await readPlan(world.args(path))).plan).toMatchObject({ left: { left: 3, by: "per-day" } });
  world.user.ownPerMonth = 9;
  const { plan } = await readPlan(world.args(path));
  expect(plan).toMatchObject({ toCount: 8, left: { left: 2, by: "own-per-month" } });
  expect(plan?.named?.filter(({ isTicked }) => isTicked)).toHaveLength(2);
});

test("the board refreshes while races are made, and can be stopped", async () => {
  await using world = await startPages();
  const empty = await readDay(world.args(`/days/${DATE}`));
  expect(empty).toMatchObject({
    lead: "この日はまだ分析していません",
    refreshSeconds: null,
    left: { label: "model 1で8レースを分析" },
  });
  const both: [string, string][] = [
    ["venue", "東京"],
    ["venue", "京都"],
    ["stated", "8"],
  ];
  await world.send(confirm, `/days/${DATE}/analyze`, [MODEL, KEY, ...both]);
  const working = await readDay(world.args(`/days/${DATE}?model=1`));
  expect(working).toMatchObject({ lead: "分析しています", refreshSeconds: 3, progress: { races: 8, done: 0 } });
  const intent: [string, string] = ["intent", "stop"];
  expect(await world.send(stop, `/days/${DATE}`, [intent, MODEL])).toBe(`/days/${DATE}?model=1`);
  expect(await readDay(world.args(`/days/${DATE}?model=1`))).toMatchObject({ refreshSeconds: null, isStopped: true });
  expect(await world.count("select count(*) n from usage where returned_at is null")).toBe(0);
  await expect(world.send(stop, `/days/${DATE}`, [intent, ["model_id", "9"]])).rejects.toMatchObject({ status: 404 });
  expect(await world.send(stop, `/days/${DATE}`, [intent])).toBe(400);
});

test.each(["2026-02-31", "x"])("%s is no day", async (date) => {
  await using world = await startPages();
  for (const loader of [readDay, readPlan]) {
    await expect(loader(world.args(`/days/${date}`))).rejects.toMatchObject({ status: 404 });
  }
});

test("days to come, days without races and models of others have no board", async () => {
  await using world = await startPages();
  expect(await readDay(world.args("/days/2026-11-22"))).toMatchObject({ isFuture: true });
  expect(await readPlan(world.args("/days/2026-11-22/analyze"))).toMatchObject({ plan: null });
  expect(await readDay(world.args("/days/2026-11-20"))).toMatchObject({ hasRaces: false, html: { board: null } });
  for (const model of ["9", "x", "-1"]) {
    await expect(readDay(world.args(`/days/${DATE}?model=${model}`))).rejects.toMatchObject({ status: 404 });
  }
});
