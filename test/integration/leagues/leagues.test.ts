import { expect, test } from "vitest";
import { settledBets } from "#app/db/schema/models.server.ts";
import { forecastDays } from "#app/db/schema/seasons.server.ts";
import { LEAGUE_MEMBERS, LEAGUES_MAX } from "#app/domain/leagues/league.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { simulatePeriod } from "#test/unit/season/simulate-season.ts";

/** Made on Saturday the 21st. */
const FIRST = "2026-11-28";
const userOf = (id: number) => ({ id, plan: 4 });

/** Users with the model of their number, and another one from 101 on. */
async function openSite(count: number) {
  const { database, deps } = await openTestDeps();
  for (let id = 1; id <= count; id++) {
    await insertUser(database.db, { id, plan: 4 });
    await insertModel(database.db, { id, userId: id });
    await insertModel(database.db, { id: 100 + id, userId: id });
  }
  const { leagues, accounts, console } = createServices(deps);
  const create = async (name: string, { host = 1, weeks = 4 } = {}) => {
    const created = await leagues.create({ user: userOf(host), name, weeks, modelId: host });
    return created.kind === "created" ? created.id : created.reason;
  };
  const invite = async (id: string, host = 1) => {
    const invited = await leagues.invite({ user: userOf(host), id });
    return invited.kind === "invited" ? invited.token : invited.reason;
  };
  const join = (token: string, id: number, modelId = id) => leagues.join({ user: userOf(id), token, modelId });
  const rows = async (table: string) => (await database.d1.prepare(`select * from ${table}`).all()).results;
  return {
    ...{ ...database, deps, leagues, accounts, console, create, invite, join, rows },
    [Symbol.asyncDispose]: database.dispose,
  };
}

test("a form that is sent twice at once makes one league and one member", async () => {
  await using site = await openSite(2);
  const [id, again] = await Promise.all([site.create("仲間"), site.create("仲間")]);
  expect(id).toBe(again);
  const token = await site.invite(id);
  const joined = { kind: "joined", id };
  expect(await Promise.all([site.join(token, 2), site.join(token, 2, 102)])).toEqual([joined, joined]);
  expect(await site.rows("leagues")).toHaveLength(1);
  expect(await site.rows("league_members")).toHaveLength(2);
  expect(await site.rows("league_models")).toHaveLength(2);
});

test("the twenty-first member is refused, also when many join at once, and one who leaves makes room", async () => {
  await using site = await openSite(LEAGUE_MEMBERS.max + 4);
  const id = await site.create("大勢");
  const token = await site.invite(id);
  const others = Array.from({ length: LEAGUE_MEMBERS.max + 3 }, (_, index) => index + 2);
  const outcomes = await Promise.all(others.map((other) => site.join(token, other)));
  expect(outcomes.filter(({ kind }) => kind === "joined")).toHaveLength(LEAGUE_MEMBERS.max - 1);
  expect(outcomes.filter(({ kind }) => kind === "refused")).toEqual(Array(4).fill(refused("full")));
  const out = others.filter((_, index) => outcomes[index]?.kind === "refused");
  const inside = others.find((other) => !out.includes(other))!;
  await site.leagues.leave({ user: userOf(inside), id });
  const later = await Promise.all([...out, inside].map((other) => site.join(token, other)));
  expect(later.filter(({ kind }) => kind === "joined")).toHaveLength(1);
  expect(later.at(-1)).toEqual(refused("left"));
});

test("the eleventh open league is refused, made or joined at once, and one that is over does not count", async () => {
  await using site = await openSite(2);
  const token = await site.invite(await site.create("他の人の", { host: 2 }), 2);
  const outcomes = await Promise.all([
    ...Array.from({ length: LEAGUES_MAX + 2 }, (_, index) => site.create(`${index}`)),
    site.join(token, 1),
  ]);
  expect(outcomes.map((each) => JSON.stringify(each)).filter((each) => each.includes("too-many"))).toHaveLength(3);
  const { leagues: own } = await site.leagues.list({ user: userOf(1) });
  expect(own).toHaveLength(LEAGUES_MAX);
  site.deps.clock.now += 36 * 86_400;
  expect(await site.create("次の季節")).toMatch(/^id-/);
});

test("a league is closed to everybody without an invitation, which expires, ends and is stored as a hash", async () => {
  await using site = await openSite(6);
  const { leagues, deps } = site;
  const id = await site.create("内緒");
  const read = (user: number) => leagues.read({ user: userOf(user), id });
  const preview = (token: string) => leagues.readInvitation({ user: userOf(3), token });
  const nothing = refused("not-found");
  expect(await site.join("", 2)).toEqual(nothing);
  const first = await site.invite(id);
  expect(await preview(first)).toMatchObject({ league: { name: "内緒", hostName: "user 1", members: 1 } });
  expect(JSON.stringify(await site.rows("leagues"))).not.toContain(`"${first}"`);
  expect(await site.join(first, 2)).toMatchObject({ kind: "joined" });
  expect(await read(2)).toMatchObject({ isHost: false, league: { members: 2 } });
  // Not a member: read, choose, invite, revoke, leave and an id of one's own making.
  expect(await read(3)).toBeNull();
  expect(await leagues.read({ user: userOf(3), id: "1" })).toBeNull();
  expect(await leagues.chooseModel({ user: userOf(3), id, modelId: 3 })).toEqual(nothing);
  expect(await leagues.invite({ user: userOf(2), id })).toEqual(nothing);
  await leagues.revokeInvitation({ user: userOf(2), id });
  await leagues.leave({ user: userOf(3), id });
  expect(await preview(first)).not.toBeNull();
  // Models of others, and those that the rankings do not count.
  await insertModel(site.db, { id: 900, userId: 3, venueType: 2 });
  for (const modelId of [2, 900, 999]) expect(await site.join(first, 3, modelId)).toEqual(refused("no-model"));

  const second = await site.invite(id);
  expect(await site.join(first, 3)).toEqual(nothing);
  await leagues.revokeInvitation({ user: userOf(1), id });
  expect(await site.join(second, 3)).toEqual(nothing);
  const third = await site.invite(id);
  deps.clock.now += 7 * 86_400;
  expect(await site.join(third, 3)).toEqual(nothing);
  // The invitation goes with its host.
  const last = await site.invite(id);
  await leagues.leave({ user: userOf(1), id });
  expect([await site.join(last, 3), await preview(last), await read(1)]).toEqual([nothing, null, null]);
  const tries = await Promise.all(Array.from({ length: 40 }, () => site.join("x", 4)));
  expect(
    tries.filter(({ kind, ...more }) => kind === "refused" && JSON.stringify(more).includes("too-many")),
  ).toHaveLength(10);
});

test("twelve members play a season: figures of each week's model, duels, and those who left, were hidden or deleted", async () => {
  await using site = await openSite(12);
  const { leagues, deps, db } = site;
  const id = await site.create("会社の仲間", { weeks: 12 });
  const token = await site.invite(id);
  for (let user = 2; user <= 12; user++) await site.join(token, user);
  const read = async (user = 1) => (await leagues.read({ user: userOf(user), id }))!;
  expect(await read()).toMatchObject({
    league: { members: 12, firstDay: FIRST, lastDay: "2027-02-19" },
    isChosen: true,
  });

  // The first member knows nearly everything, the last one little. Nobody else differs.
  const knowledge = Array.from({ length: 12 }, (_, index) => (index === 0 ? 0 : index === 11 ? null : 0.4));
  const { rows } = simulatePeriod(knowledge, { races: 12 * 48, seed: 7 });
  const days = rows.map(({ modelId, date, ...row }) => {
    const day = Number(date.slice(4));
    return {
      ...{ ...row, modelId: modelId + 1, date: addDays(FIRST, Math.floor(day / 2) * 7 + (day % 2)) },
      ...{ sketch: "[]", raceDataVersion: 1 },
    };
  });
  const run = async (from: string, to: string) => {
    const run = days.filter(({ date }) => date >= from && date < to);
    for (let at = 0; at < run.length; at += 12) await db.insert(forecastDays).values(run.slice(at, at + 12));
  };
  await run(FIRST, "2026-12-12");
  // The second one's other model, from the third week on. It has a race less.
  const others = days.filter(({ modelId, date }) => modelId === 2 && date >= "2026-12-12");
  await db.insert(forecastDays).values(others.slice(0, 2).map((day) => ({ ...day, modelId: 102, races: 23 })));
  await insertRace(db, { raceId: "r1", date: FIRST });
  const paid = { raceId: "r1", date: FIRST, raceDataVersion: 1, settledAt: 1 };
  const bets = { winStakeYen: 200, placeStakeYen: 100, quinellaStakeYen: 700, winPayoutYen: 0, placePayoutYen: 450 };
  await db.insert(settledBets).values({ ...paid, ...bets, modelId: 1, quinellaPayoutYen: 0 });

  // In the second week: a model for the third one, once.
  deps.clock.now += 14 * 86_400 - 3600;
  const choose = (modelId: number) => leagues.chooseModel({ user: userOf(2), id, modelId });
  expect(await Promise.all([choose(102), choose(102)])).toEqual([{ kind: "saved" }, { kind: "saved" }]);
  expect(await choose(2)).toEqual(refused("chosen"));
  deps.clock.now += 3 * 86_400;
  const { season: early } = await read();
  expect(early.weeks.map(({ state }) => state)).toEqual(["over", "over", "next"]);
  expect(early.weeks.every(({ duels }) => duels.length === 6)).toBe(true);
  expect(early.standings.find(({ userId }) => userId === 1)).toMatchObject({
    races: 96,
    stakeYen: 1000,
    payoutYen: 450,
  });

  await run("2026-12-12", "2026-12-19");
  deps.clock.now += 7 * 86_400;
  const { season, names } = await read();
  expect(names.get(2)).toEqual({ name: "user 2", modelName: "model 102" });
  // What is over does not change.
  expect(season.weeks.slice(0, 2)).toEqual(early.weeks.slice(0, 2));
  expect(season.standings.find(({ userId }) => userId === 2)?.races).toBe(48 + 48 + 46);
  const third = season.weeks[2]!.duels.find(({ members }) => members.includes(2));
  expect(third?.difference).toBeNull();

  await leagues.leave({ user: userOf(3), id });
  await site.console.setNameHidden({ staff: { id: 12 }, userId: 4, isHidden: true, reason: "通報 12" });
  await site.accounts.deleteAccount({ user: userOf(5) });
  await site.accounts.deleteAccount({ user: userOf(1) });
  await run("2026-12-19", "2027-03-01");
  deps.clock.now += 70 * 86_400;
  const end = await read(6);
  expect(end.league).toMatchObject({ name: "名前のないリーグ", hostName: "退会した人", members: 9 });
  const gone = { name: "退会した人", modelName: null };
  expect([1, 3, 4, 5, 6].map((user) => end.names.get(user))).toEqual([
    ...[gone, gone, { name: "非表示の名前", modelName: "非表示のモデル" }, gone],
    { name: "user 6", modelName: "model 6" },
  ]);
  expect(end.season.weeks).toHaveLength(12);
  expect(end.season.weeks.slice(0, 3)).toEqual(season.weeks.slice(0, 3));
  expect(end.season.weeks.at(-1)?.duels).toHaveLength(4);
  const standingOf = (user: number) => end.season.standings.find(({ userId }) => userId === user)!;
  expect([1, 3, 6].map((user) => standingOf(user).races)).toEqual([3 * 48, 3 * 48, 12 * 48]);
  expect(standingOf(12)).toBe(end.season.standings.at(-1));
  expect(standingOf(12).counts.lost).toBeGreaterThan(6);
  // Equal models draw.
  const equal = end.season.weeks
    .flatMap(({ duels }) => duels)
    .filter(({ members }) => members.every((one) => one > 2 && one < 12));
  expect(equal.every(({ difference }) => difference?.outcome === "drawn")).toBe(true);
  expect(end).toMatchObject({ nextWeek: null, invitedUntil: null });
});
