import { expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { removeAnalysis } from "#app/db/analyses/analysis-tombstones.server.ts";
import { refused } from "#app/domain/refused.ts";
import { removeWithShare, stopSharesOfDeleted } from "#app/services/analyses/sharing.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { insertAnalysis, insertModel, insertUser } from "#test/integration/support/rows.ts";
import {
  ADMIN,
  OWNER,
  reset,
  SCORES,
  SHARE_ID,
  STRANGER,
  startWorld,
} from "#test/integration/support/sharing-world.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { intercept } from "#test/integration/support/workerd/intercept.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const PRIVATE = { isMarked: false, isDeleted: false, isPublic: false };
const PUBLIC = { isMarked: true, isDeleted: false, isPublic: true };
const GONE = { isMarked: false, isDeleted: true, isPublic: false };

test("an analysis is invisible until its owner shares it, then visible by its share id until they stop", async () => {
  await using world = await startWorld();
  const { sharing } = world;
  expect(await sharing.find({ shareId: SHARE_ID })).toBeNull();
  const shared = { kind: "shared", shareId: SHARE_ID };
  expect(await sharing.share({ user: OWNER, analysisId: 1 })).toEqual(shared);
  const first = await sharing.find({ shareId: SHARE_ID });
  expect(first).toMatchObject({
    analysisId: 1,
    shareId: SHARE_ID,
    sharedAt: world.deps.now(),
    modelName: "model 1",
    userName: "user 1",
    race: {
      raceNum: 1,
      name: "サンプル特別",
      title: "東京",
      date: "2026-11-21",
      venueType: 1,
      startTime: "15:40",
      surface: "turf",
      distanceM: 2000,
    },
    isLearntFrom: false,
    url: `http://127.0.0.1:8788/share/analysis/${SHARE_ID}`,
  });
  expect(first?.horses.map(({ horseNum, score, probability, mark }) => [horseNum, score, probability, mark])).toEqual([
    [3, 2.31, 0.34, "favourite"],
    [9, 1.64, 0.3, "rival"],
    [6, 1.12, 0.2, "third"],
    [12, 0, 0.1, "fourth"],
    [1, -0.4, 0.05, "fourth"],
    [2, -1.02, 0.01, null],
  ]);
  expect(first?.imageKey).toMatch(/^[0-9a-f]{32}$/);
  // Repeated later, the result is the same.
  world.deps.clock.now += 60;
  expect(await sharing.share({ user: OWNER, analysisId: 1 })).toEqual(shared);
  expect(await sharing.find({ shareId: SHARE_ID })).toEqual(first);
  expect(await sharing.resolve({ reference: "1" })).toEqual(first);

  expect([await sharing.unshare({ user: OWNER, analysisId: 1 }), await world.stateOf()]).toEqual([
    { kind: "unshared" },
    PRIVATE,
  ]);
  expect([await sharing.find({ shareId: SHARE_ID }), await sharing.resolve({ reference: "1" })]).toEqual([null, null]);
  expect([await sharing.unshare({ user: OWNER, analysisId: 1 }), await world.stateOf()]).toEqual([
    { kind: "unshared" },
    PRIVATE,
  ]);
  // And once more.
  expect(await sharing.share({ user: OWNER, analysisId: 1 })).toEqual(shared);
  expect(await sharing.find({ shareId: SHARE_ID })).toEqual({ ...first, sharedAt: world.deps.now() });
});

test("no probability is shared for a race the model was trained on", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 5 });
  const shared = await world.sharing.find({ shareId: encodeShareId(5) });
  expect(shared?.isLearntFrom).toBe(true);
  expect(shared?.horses.map(({ probability }) => probability)).toEqual([null, null, null, null, null, null]);
});

test("only the owner shares and stops, and only complete analyses that are not deleted; anyone else changes nothing", async () => {
  await using world = await startWorld();
  const { sharing } = world;
  for (const user of [STRANGER, ADMIN]) {
    for (const analysisId of [1, 2, 3, 4, 5, 999]) {
      expect(await sharing.share({ user, analysisId })).toEqual({ kind: "refused", reason: "not-found" });
      expect(await sharing.unshare({ user, analysisId })).toEqual(refused("not-found"));
    }
  }
  expect(await world.stateOf()).toEqual(PRIVATE);
  for (const [analysisId, reason] of [
    [2, "not-finished"],
    [3, "not-finished"],
    [4, "not-found"],
    [999, "not-found"],
  ] as const) {
    expect(await sharing.share({ user: OWNER, analysisId })).toEqual({ kind: "refused", reason });
    expect(await sharing.find({ shareId: encodeShareId(analysisId) })).toBeNull();
  }
  expect((await world.store.list()).objects).toEqual([]);
  await sharing.share({ user: OWNER, analysisId: 1 });
  for (const user of [STRANGER, ADMIN]) {
    expect(await sharing.unshare({ user, analysisId: 1 })).toEqual(refused("not-found"));
    expect(await world.analyses.remove({ user, analysisId: 1 })).toEqual(refused("not-found"));
  }
  expect(await world.stateOf()).toEqual(PUBLIC);
});

test("shared data contains nothing of the account, and mail addresses in names are masked", async () => {
  await using world = await startWorld();
  const secret = "himitsu";
  await insertUser(world.db, {
    id: 424242,
    email: "himitsu@himitsu.example",
    name: "taro@example.com",
    passwordHash: secret,
    plan: 4,
    favHorse: secret,
    favJockey: secret,
    raceOfMemories: secret,
    phoneNumber: secret,
    birthDate: "1999-09-09",
    profile: secret,
  });
  await insertModel(world.db, { id: 515151, userId: 424242, name: "kabu@gmail.com" });
  await insertAnalysis(world.db, {
    id: 6,
    userId: 424242,
    modelId: 515151,
    modelName: "kabu@gmail.com",
    scores: JSON.stringify(SCORES.slice(0, 1)),
  });
  await world.sharing.share({ user: { id: 424242, plan: 4 }, analysisId: 6 });
  const stored = await (await world.store.get("shares/6.json"))?.text();
  const shared = await world.sharing.find({ shareId: encodeShareId(6) });
  expect([shared?.userName, shared?.modelName]).toEqual(["******", "******"]);
  for (const text of [stored, JSON.stringify(shared)]) {
    expect(text).not.toMatch(/himitsu|424242|515151|example\.com|gmail|1999/);
  }
  expect(Object.keys(JSON.parse(stored ?? "{}")).sort()).toEqual([
    "analysisId",
    "completedAt",
    "createdAt",
    "horses",
    "imageKey",
    "isLearntFrom",
    "modelCode",
    "modelName",
    "race",
    "shareId",
    "sharedAt",
    "userName",
  ]);
});

test("shared data holds of the race and its horses what the README says, and no other race data", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  const shared = await world.sharing.find({ shareId: SHARE_ID });
  const ofRace = ["raceNum", "name", "title", "date", "venueType", "startTime", "surface", "distanceM"];
  const ofResult = ["grade", "status"];
  expect([...ofRace, ...ofResult]).toEqual(expect.arrayContaining(Object.keys(shared?.race ?? {})));
  expect(Object.keys(shared?.race ?? {})).toEqual(expect.arrayContaining(ofRace));
  const ofHorse = ["horseNum", "bracketNum", "name", "score", "probability", "mark", "groups", "finish"];
  for (const horse of shared?.horses ?? []) {
    expect(ofHorse).toEqual(expect.arrayContaining(Object.keys(horse)));
    expect(["status", "position"]).toEqual(expect.arrayContaining(Object.keys(horse.finish ?? {})));
  }
  expect(shared?.horses.length).toBeGreaterThan(0);
});

test("the page is removed with the analysis, and all pages with the account, including their images", async () => {
  await using world = await startWorld();
  const drawn = (analysisId: number) => `share-images/analysis/${encodeShareId(analysisId)}/00.png`;
  for (const analysisId of [1, 5]) {
    await world.sharing.share({ user: OWNER, analysisId });
    await world.store.put(drawn(analysisId), "png");
  }
  await world.store.put("share-images/analysis/other/00.png", "png");
  expect(await world.analyses.remove({ user: OWNER, analysisId: 1 })).toEqual({ kind: "deleted" });
  expect([await world.stateOf(1), await world.stateOf(5)]).toEqual([GONE, PUBLIC]);
  expect([await world.store.head(drawn(1)), (await world.store.head(drawn(5)))?.key]).toEqual([null, drawn(5)]);
  expect(await world.analyses.remove({ user: OWNER, analysisId: 1 })).toEqual(refused("not-found"));
  expect(await world.sharing.share({ user: OWNER, analysisId: 1 })).toEqual({ kind: "refused", reason: "not-found" });

  expect(await world.accounts.deleteAccount({ user: OWNER })).toEqual({ kind: "deleted" });
  expect(await world.stateOf(5)).toEqual(GONE);
  expect(await world.store.head(drawn(5))).toBeNull();
  // Only a stamp is left of a page, and of the account its number, for databases that are restored.
  const { objects } = await world.store.list();
  const left = await Promise.all(
    objects
      .filter(({ key }) => key !== `deletions/${OWNER.id}`)
      .map(async ({ key }) => [key, await (await world.store.get(key))?.text()]),
  );
  expect(left.length).toBe(objects.length - 1);
  expect(left.map(([key]) => key)).toEqual(["share-images/analysis/other/00.png", "shares/1.json", "shares/5.json"]);
  for (const [, text] of left.slice(1)) expect(text).toMatch(/^\{"stopped":"[0-9a-f-]{36}"\}$/);
});

test("a result whose share is stopped during its deletion is still deleted", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  let looks = 0;
  const removed = await removeWithShare(world.deps, { user: OWNER, analysisId: 1 }, async ({ mayBeShared }) => {
    const result = await removeAnalysis(world.db, { userId: OWNER.id, analysisId: 1, mayBeShared, now: 9 });
    looks += 1;
    // The first read finds it shared, the following ones do not.
    if (looks === 1) await world.sharing.unshare({ user: OWNER, analysisId: 1 });
    return result;
  });
  expect([looks, removed, await world.stateOf()]).toEqual([2, { kind: "deleted" }, GONE]);
});

test("deleting an account succeeds although the last check of its pages fails", async () => {
  await using world = await startWorld();
  await world.sharing.share({ user: OWNER, analysisId: 1 });
  let puts = 0;
  const store = intercept(world.store, (name, [key], call) => {
    const isOfPage = name === "put" && String(key).startsWith("shares/");
    if (isOfPage && ++puts > 1) throw new Error("R2: internal error");
    return call();
  });
  const { accounts } = createServices({ ...world.deps, store });
  expect(await accounts.deleteAccount({ user: OWNER })).toEqual({ kind: "deleted" });
  expect([puts, await world.stateOf()]).toEqual([2, { isMarked: true, isDeleted: true, isPublic: false }]);
  await stopSharesOfDeleted(world.deps);
  expect(await world.stateOf()).toEqual(GONE);
});

/** Actions that may be interrupted; each is called once, again, and concurrently with others. */
const ACTS = {
  share: ({ sharing }) => sharing.share({ user: OWNER, analysisId: 1 }),
  unshare: ({ sharing }) => sharing.unshare({ user: OWNER, analysisId: 1 }),
  remove: ({ analyses }) => analyses.remove({ user: OWNER, analysisId: 1 }),
  deleteAccount: ({ accounts }) => accounts.deleteAccount({ user: OWNER }),
} satisfies Record<string, (services: ReturnType<typeof createServices>) => Promise<unknown>>;
type Act = keyof typeof ACTS;

async function act(deps: Deps, name: Act, fault: Fault): Promise<void> {
  try {
    await ACTS[name](createServices(withFault(deps, fault)));
  } catch (error) {
    const { message, cause } = error as Error;
    if (!`${message} ${cause}`.includes("injected fault")) throw error;
  }
}

/** Whole numbers below `below`, the same in every run. */
function createDice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("whatever the order of shares, stops and deletions, one of them interrupted, nothing is public that is not shared", {
  tags: "full",
}, async () => {
  await using world = await startWorld();
  const dice = createDice(20261121);
  const rounds = { public: 0, gone: 0, private: 0 };
  for (let round = 0; round < 50; round++) {
    await reset(world, dice(2) === 1);
    const names: Act[] = ["share", "unshare", "share"];
    if (dice(3) === 0) names.push("unshare");
    if (dice(3) === 0) names.push("remove");
    if (dice(4) === 0) names.push("deleteAccount");
    names.sort(() => dice(3) - 1);
    const cutOff = dice(names.length);
    // Each begins when the previous one has made some of its calls, or has ended.
    let isDue = Promise.resolve();
    await Promise.all(
      names.map((name, index) => {
        const begins = isDue;
        let beginNext = () => {};
        isDue = new Promise<void>((resolve) => {
          beginNext = resolve;
        });
        const callsBeforeNext = dice(7);
        const fault: Fault = {
          at: index === cutOff && dice(2) === 0 ? 1 + dice(8) : 0,
          mode: dice(2) === 0 ? "before" : "after",
          calls: 0,
          async pause() {
            if (fault.calls >= callsBeforeNext) beginNext();
            await new Promise((resolve) => setTimeout(resolve, dice(4)));
          },
        };
        return begins.then(() => act(world.deps, name, fault)).finally(beginNext);
      }),
    );
    await stopSharesOfDeleted(world.deps);
    const state = await world.stateOf();
    expect([round, names, state.isPublic && (!state.isMarked || state.isDeleted)]).toEqual([round, names, false]);
    rounds[state.isDeleted ? "gone" : state.isPublic ? "public" : "private"] += 1;
    if (state.isDeleted) continue;
    // The owner acts last.
    await world.sharing.unshare({ user: OWNER, analysisId: 1 });
    expect([round, await world.stateOf()]).toEqual([round, PRIVATE]);
    await world.sharing.share({ user: OWNER, analysisId: 1 });
    expect([round, await world.stateOf()]).toEqual([round, PUBLIC]);
  }
  // All three outcomes must occur, or this proves little.
  expect(Math.min(rounds.public, rounds.gone, rounds.private)).toBeGreaterThan(1);
});

test("twenty concurrent shares and stops end in one state, the same in D1 and for readers", async () => {
  await using world = await startWorld();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => world.sharing.share({ user: OWNER, analysisId: 1 })),
  );
  expect(answers).toEqual(Array.from({ length: 20 }, () => ({ kind: "shared", shareId: SHARE_ID })));
  expect(await world.stateOf()).toEqual(PUBLIC);
  await Promise.all(Array.from({ length: 20 }, () => world.sharing.unshare({ user: OWNER, analysisId: 1 })));
  expect(await world.stateOf()).toEqual(PRIVATE);
});

test("the sweep removes pages left by an interrupted deletion, a hundred at a time", { tags: "full" }, async () => {
  await using world = await startWorld();
  await sql(world.d1)`insert into analyses (id, user_id, model_id, race_id, race_data_version, model_name, venue_type,
    race_info, status,
    scores, created_at, completed_at, shared_at)
    select 100 + value, 1, 1, 'r1', 100 + value, 'm', 1,
    '{"race_num":1,"name":"n","title":"t","date":"2026-11-21"}', 2, '[]', 1, 1, 1
    from json_each(${JSON.stringify(Array.from({ length: 250 }, (_, index) => index))})`.run();
  for (let id = 100; id < 350; id += 50) await world.sharing.share({ user: OWNER, analysisId: id });
  await world.d1.prepare("update analyses set deleted_at = 9 where id >= 100").run();
  const left = async () =>
    await sql(world.d1)`select count(*) as n from analyses where deleted_at = 9 and shared_at is not null`.first("n");
  for (const rest of [150, 50, 0]) {
    await stopSharesOfDeleted(world.deps);
    expect(await left()).toBe(rest);
  }
  for (let id = 100; id < 350; id += 50) expect((await world.stateOf(id)).isPublic).toBe(false);
});
