import { expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { insertEntries } from "#app/db/own-records/record-entries.server.ts";
import { refused } from "#app/domain/refused.ts";
import { FOLLOWS_MAX } from "#app/domain/views/public-model.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { queueSummaries } from "#app/services/notifications/summaries.server.ts";
import { settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

const owner = { id: 1, plan: 4 };
const user = { id: 2, plan: 1 };
const at = (time: string) => Date.parse(`2026-11-21T${time}:00+09:00`) / 1000;

async function openSite({ models }: { models: number }) {
  const { database, deps } = await openTestDeps();
  for (const each of [owner, user]) await insertUser(database.db, each);
  const ids = Array.from({ length: models }, (_, index) => index + 1);
  for (const id of ids) await insertModel(database.db, { id, publishedAt: 1 });
  const { fans, models: ofModels } = createServices(deps);
  return {
    ...{ ...database, deps, fans, models: ofModels, ids },
    follow: (id: number, isFollowed = true) => fans.setFollow({ user, code: encodeShareId(id), isFollowed }),
  };
}

test("a user follows fifty models at most, also when requests race", async () => {
  await using site = await openSite({ models: FOLLOWS_MAX + 6 });
  const outcomes = await Promise.all(site.ids.map((id) => site.follow(id)));
  expect(outcomes.filter(({ kind }) => kind === "saved")).toHaveLength(FOLLOWS_MAX);
  expect(outcomes.filter(({ kind }) => kind === "refused")).toEqual(Array(6).fill(refused("too-many-follows")));
  const followed = await site.fans.listFollowing({ user });
  expect(followed).toHaveLength(FOLLOWS_MAX);
  // Repeated, nothing changes; one that ends makes room for one.
  expect(await site.follow(followed[0]!.modelId)).toEqual({ kind: "saved" });
  await site.follow(followed[0]!.modelId, false);
  const again = await Promise.all(site.ids.filter((id) => id !== followed[0]!.modelId).map((id) => site.follow(id)));
  expect(again.filter(({ kind }) => kind === "saved")).toHaveLength(FOLLOWS_MAX);
});

test("private and unknown models cannot be followed, and a withdrawn one shows nothing", async () => {
  await using site = await openSite({ models: 2 });
  const { models, fans } = site;
  await models.publish({ user: owner, modelId: 2, publication: "none" });
  for (const code of [encodeShareId(2), encodeShareId(99), "x"]) {
    expect(await fans.setFollow({ user, code, isFollowed: true })).toEqual(refused("not-found"));
  }
  await site.follow(1);
  expect(await fans.listFollowing({ user })).toMatchObject([{ shown: { modelName: "model 1", races: 0 } }]);
  await models.publish({ user: owner, modelId: 1, publication: "none" });
  expect(await fans.listFollowing({ user })).toEqual([{ modelId: 1, code: encodeShareId(1), shown: null }]);
  expect(await fans.listFollowing({ user: owner })).toEqual([]);
});

test("a followed model's week counts its last analysis of a race, and its results are told once a day", async () => {
  await using site = await openSite({ models: 1 });
  const { db, d1, deps } = site;
  await insertRace(db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 8 });
  for (const [id, first] of [3, 1].entries()) {
    const scores = JSON.stringify([first, 8, 5, 2, 4].map((horseNum) => ({ horseNum, index: 1 })));
    await insertAnalysis(db, { id: id + 1, raceInputsVersion: id, scores, completedAt: at(`1${id}:00`) });
  }
  await insertEntries(db, undefined);
  await site.follow(1);
  await d1.prepare("insert into notification_choices values (2, 'race-settled', 1, 0, 6)").run();
  const told = async (time: string) => {
    deps.clock.now = at(time);
    await queueSummaries(deps);
    const { results } = await d1.prepare("select user_id, title, path from notifications").all();
    return results;
  };
  expect(await told("21:58")).toEqual([]);
  await d1.batch([
    d1.prepare("update races set status = 'result', data_version = 2"),
    d1.prepare("update runners set status = 'finished', win_odds = 2, finish_position = horse_num"),
    d1.prepare("insert into payouts values ('r1', 'win', '1', 540), ('r1', 'place', '1', 180)"),
    d1.prepare("insert into payouts values ('r1', 'quinella', '1-2', 960)"),
  ]);
  await settleRecords(contextOf(deps, jobOf("settle-records")));
  expect(await site.fans.listFollowing({ user })).toMatchObject([{ shown: { races: 1, wins: 1, netYen: 340 } }]);
  const one = { user_id: 2, title: "フォロー中のモデルの結果が出ました", path: "/following" };
  expect(await told("22:01")).toEqual([one]);
  await d1.prepare("update races set data_version = 3").run();
  expect(await told("22:02")).toEqual([one]);
});
