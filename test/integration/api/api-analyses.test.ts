import { expect, test } from "vitest";
import { zipDetails } from "#app/db/zipped-details.server.ts";
import { createApiClient } from "#test/integration/support/api-client.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser, insertUses } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const PRO = { id: 1, plan: 4 };
const ADMIN = { id: 2, plan: 0 };

/** User 1 with the complete model 1, user 2, and the race r1 of today. */
async function startApi() {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  await insertUser(database.db, ADMIN);
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 2 });
  const client = createApiClient(deps);
  const call: typeof client = (method, path, options = {}) => client(method, path, { user: PRO, ...options });
  return { ...database, deps, call };
}

test("an analysis is accepted with 202 once, and complete with 200 when it is finished", async () => {
  await using world = await startApi();
  const analyze = () =>
    world.call("POST", "/analyze", { body: { model_id: 1, race_id: "r1", plan: 6, is_weight: true } });
  expect(await analyze()).toMatchObject({ status: 202, body: { result: "accept", analysis_result_id: 1 } });
  expect(await analyze()).toMatchObject({ status: 202, body: { result: "accept", analysis_result_id: 1 } });
  await world.d1.prepare("update analyses set status = 2, scores = '[]', completed_at = 1").run();
  expect(await analyze()).toMatchObject({ status: 200, body: { result: "complete", analysis_result_id: 1 } });
  expect(await world.d1.prepare("select count(*) n from usage").first("n")).toBe(1);
});

test("exceeded limits return the words that clients match on, in their order", async () => {
  await using world = await startApi();
  const refusal = async (user = PRO) => {
    const { status, body } = await world.call("POST", "/analyze", { user, body: { model_id: "1", race_id: "r1" } });
    expect(status).toBe(400);
    return (body as { detail: string }).detail;
  };
  await insertUses(world.db, { count: 5, day: "2026-10-01", underFreeLimits: true });
  const lifetime = await refusal({ id: 1, plan: 1 });
  expect(lifetime).toMatch(/month.*lifetime/);
  await insertUses(world.db, { count: 90, day: "2026-11-01", firstSubject: 2000 });
  const month = await refusal();
  expect(month).toContain("month");
  for (const id of [1, 2, 3]) await insertAnalysis(world.db, { id, raceInputsVersion: 100 + id, status: 1 });
  const parallel = await refusal();
  expect(parallel).toContain("parallel");
  await insertUses(world.db, { count: 30, firstSubject: 3000 });
  expect(await refusal()).toBe("The number of analysis has reached the limit.");
  expect([lifetime, month].some((detail) => detail.includes("parallel"))).toBe(false);
  expect(parallel).not.toContain("month");
});

test("unusable models and races are refused with their reason", async () => {
  await using world = await startApi();
  await insertModel(world.db, { id: 2, userId: 2 });
  await insertModel(world.db, { id: 3, featureCount: 200 });
  await insertModel(world.db, { id: 4, isWeight: true });
  await insertRace(world.db, { raceId: "empty", raceNum: 2, runnerCount: 0 });
  await insertRace(world.db, { raceId: "tomorrow", date: "2026-11-22", weighedCount: 0 });
  await insertRace(world.db, { raceId: "unweighed", raceNum: 3, weighedCount: 0 });
  const analyze = async (model_id: unknown, race_id: unknown) => {
    const { status, body } = await world.call("POST", "/analyze", { body: { model_id, race_id } });
    return [status, (body as { detail: string }).detail];
  };
  expect(await analyze(2, "r1")).toEqual([404, "model does not exist"]);
  expect(await analyze(99, "r1")).toEqual([404, "model does not exist"]);
  expect(await analyze(1, "nowhere")).toEqual([404, "race does not exist"]);
  expect(await analyze(1, "tomorrow")).toEqual([404, "race does not exist"]);
  expect(await analyze(1, "empty")).toEqual([400, "The race has no runners yet."]);
  expect(await analyze(3, "r1")).toEqual([400, "このモデルは現在のプランでは利用できません"]);
  expect((await analyze(4, "unweighed"))[0]).toBe(400);
  const bad: [unknown, unknown][] = [
    [0, "r1"],
    [-1, "r1"],
    [1.5, "r1"],
    ["abc", "r1"],
    ["9".repeat(40), "r1"],
    [1e300, "r1"],
    [null, "r1"],
    [[1], "r1"],
    [1, ""],
    [1, null],
    [1, {}],
    [1, "x".repeat(201)],
    [undefined, undefined],
  ];
  for (const [modelId, raceId] of bad)
    expect([modelId, raceId, (await analyze(modelId, raceId))[0]]).toEqual([modelId, raceId, 400]);
  const foreign = await world.call("POST", "/analyze", { body: { model_id: 1, race_id: "r1", user_id: 2 } });
  expect(foreign.status).toBe(403);
  expect(await world.d1.prepare("select count(*) n from analyses").first("n")).toBe(0);
});

test("one result has its groups and sentences: they sum to the score, and a withdrawn horse has none", async () => {
  await using world = await startApi();
  await insertRace(world.db, { raceId: "r3", raceNum: 3, runnerRows: 3 });
  const groups = [
    [1, [1, 0.25, null, null, null, null]],
    [2, [-0.5, -0.1, null, null, null, null]],
    [3, [-0.5, -0.15, null, null, null, null]],
  ] as const;
  const scores = groups.map(([horseNum, sums]) => ({
    ...{ horseNum, bracketNum: horseNum, horseName: `ウマ${horseNum}`, placeProbability: null },
    ...{ index: (sums[0] * 100 + sums[1] * 100) / 100, probability: [0.6, 0.3, 0.1][horseNum - 1]! },
  }));
  const why = groups.map(([horseNum, sums]) => ({
    horseNum,
    index: 0,
    up: [],
    down: [],
    rest: null,
    groups: [...sums],
  }));
  await insertAnalysis(world.db, {
    ...{ id: 7, raceId: "r3", scores: JSON.stringify(scores) },
    zippedDetails: zipDetails({ why, quinella: [] }),
  });
  await world.d1.prepare("update runners set status = 'scratched' where race_id = 'r3' and horse_num = 3").run();
  const { body } = await world.call("GET", "/analysis_result?analysis_result_id=7");
  expect(body).toMatchObject({
    sentences: [
      "◎1番の勝率は66.7%で、○2番との指数の差は1.85と大きめです。",
      "能力の差が大きく、騎手・厩舎の差は小さいレースです。",
      expect.stringMatching(/発表/),
    ],
    reasons: [
      {
        uma_num: 1,
        groups: [
          { name: "能力", contribution: 1, rank: 1 },
          { name: "騎手・厩舎", contribution: 0.25, rank: 1 },
          { name: "コース・距離", contribution: null, rank: null },
          ...["展開", "枠・斤量", "調子"].map((name) => ({ name, contribution: null, rank: null })),
        ],
        sentences: [
          "能力がメンバー1位（+1.00）で、騎手・厩舎も1位（+0.25）と上位です。",
          "マイナスはなく、指数+1.25は2頭中1位です。",
        ],
      },
      { uma_num: 2, sentences: expect.any(Array) },
    ],
  });
});

test("results are listed newest first and read one by one, with the scores by wire names", async () => {
  await using world = await startApi();
  expect((await world.call("GET", "/analysis_results")).body).toEqual([]);
  const scores = [
    { horseNum: 2, bracketNum: 2, horseName: "ウマ2", index: 1.25, probability: 0.6, placeProbability: 0.9 },
    { horseNum: 1, bracketNum: 1, horseName: "ウマ1", index: -1.25, probability: null },
  ];
  await insertAnalysis(world.db, { id: 1, scores: JSON.stringify(scores) });
  await insertAnalysis(world.db, { id: 2, raceInputsVersion: 2, status: 1 });
  const race_info = { race_num: 1, name: "サンプル特別", title: "東京", date: "2026-11-21" };
  const finished = {
    analysis_result_id: 1,
    model_name: "model 1",
    venue_type: 1,
    created_at: expect.any(Number),
    status: 2,
    result: {
      race_info,
      scores: [
        { uma_num: 2, name: "ウマ2", score: 1.25, probability: 0.6, place_probability: 0.9 },
        // As analyses were stored before there were place probabilities.
        { uma_num: 1, name: "ウマ1", score: -1.25, probability: null, place_probability: null },
      ],
    },
  };
  const running = { ...finished, analysis_result_id: 2, status: 1, result: { race_info, scores: [] } };
  expect((await world.call("GET", "/analysis_results/?offset=0&limit=30")).body).toEqual([running, finished]);
  expect((await world.call("GET", "/analysis_results?offset=1&limit=")).body).toEqual([finished]);
  expect((await world.call("GET", "/analysis_result?analysis_result_id=1")).body).toEqual({
    ...finished,
    sentences: [],
    reasons: [],
  });
  for (const query of ["offset=-1", "limit=x", "limit=1.5", "offset=99999999999999999999", "limit=-1"]) {
    expect([query, (await world.call("GET", `/analysis_results?${query}`)).status]).toEqual([query, 400]);
  }
});

test("races of a day are a plain array; without a date today's; invalid and future days are refused", async () => {
  await using world = await startApi();
  await insertRace(world.db, { raceId: "past", date: "2026-11-15", weighedCount: 0 });
  await insertRace(world.db, { raceId: "tomorrow", date: "2026-11-22" });
  const race = {
    race_id: "r1",
    name: "サンプル特別",
    race_num: 1,
    title: "東京",
    venue_type: 1,
    is_acquired_weight: true,
    date: "2026-11-21",
  };
  expect(await world.call("GET", "/races")).toMatchObject({ status: 200, body: [race] });
  expect((await world.call("GET", "/races?date=2026-11-21")).body).toEqual([race]);
  expect((await world.call("GET", "/races?date=2026-11-15")).body).toMatchObject([
    { race_id: "past", is_acquired_weight: false },
  ]);
  expect(await world.call("GET", "/races?date=2026-11-14")).toMatchObject({ status: 200, body: [] });
  expect(await world.call("GET", "/races?date=2026-11-22")).toMatchObject({
    status: 400,
    body: { detail: "未来のレースは検索できません" },
  });
  expect((await world.call("GET", "/races?date=2026-11-22", { user: ADMIN })).body).toMatchObject([
    { race_id: "tomorrow" },
  ]);
  for (const date of ["2026-02-31", "today", "2026-1-1", "20261121", "", "9999999", "2026-11-21' or 1=1--"]) {
    expect([date, (await world.call("GET", `/races?date=${encodeURIComponent(date)}`)).status]).toEqual([date, 400]);
  }
});

test("the 301st analysis of a user in a minute is refused, also for concurrent requests", async () => {
  await using world = await startApi();
  await sql(world.d1)`insert into rate_limits (key, window_start, count)
    values ('api:analyze:user:1', ${world.deps.now() - (world.deps.now() % 60)}, 290)`.run();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.call("POST", "/analyze", { body: { model_id: 99, race_id: "r1" } })),
  );
  expect(answers.filter(({ status }) => status === 404).length).toBe(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBe(10);
  expect(Number(refused[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
});
