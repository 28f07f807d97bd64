import { expect, test } from "vitest";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { deleteAccount } from "#app/services/accounts/account-deletion.server.ts";
import { setNameHidden } from "#app/services/operations/user-files.server.ts";
import { enqueueDueRankings } from "#app/services/rankings/rankings-due.server.ts";
import { deleteFromRankings } from "#app/services/rankings/rankings-switch.server.ts";
import {
  addRanked,
  build,
  countJobs,
  createWeekend,
  type RankingSite,
  readStanding,
  settle,
  WEEKEND,
  WEEKEND_DUE,
} from "#test/integration/support/rankings/ranking-site.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";

/** An image of earlier rankings, with everybody's names, and one of a shared analysis. */
const OTHER_PICTURE = "share-images/analysis/other/0.png";
const PICTURES = ["share-images/rankings/weekly/0.png", "share-images/rankings/monthly/1.png", OTHER_PICTURE];

async function putPictures({ database: { store } }: RankingSite): Promise<void> {
  for (const key of PICTURES) await store.put(key, "png");
}

async function listPictures({ database: { store } }: RankingSite): Promise<string[]> {
  return (await store.list({ prefix: "share-images/" })).objects.map(({ key }) => key);
}

test("a deleted user is no longer named, also in rankings.json and images; the figures stay, also when built again", async () => {
  await using site = await createWeekend();
  await build(site);
  await putPictures(site);
  site.deps.clock.now += 60;
  expect(await deleteAccount(site.deps, { user: { id: 1, plan: 3 } })).toEqual({ kind: "deleted" });
  await Promise.all([deleteFromRankings(site.deps, { userId: 1 }), deleteFromRankings(site.deps, { userId: 1 })]);
  await deleteFromRankings(site.deps, { userId: 1 });
  const expectForgotten = async () => {
    const { rank, own, inFile } = (await readStanding(site, "weekly"))!;
    expect(rank.map(({ user_name }) => user_name)).toEqual(["退会したユーザー", "user 2", "user 3"]);
    expect(rank[0]).toMatchObject({ id: 1, tan_return_rate: 150, model_name: "退会者のモデル" });
    expect(inFile.rank).toEqual(rank);
    expect(own.map(({ userId }) => userId)).toEqual([2, 3]);
    const { objects } = await site.database.store.list({ prefix: "rankings/" });
    for (const { key } of objects) {
      const text = await (await site.database.store.get(key))?.text();
      expect(text).not.toMatch(/"(user|model) 1"/);
    }
    expect(await listPictures(site)).toEqual([OTHER_PICTURE]);
  };
  await expectForgotten();
  await site.database.db.update(races).set({ dataVersion: 2 });
  for (const date of WEEKEND) await settle(site, { modelId: 3, date, winYen: 102, version: 2 });
  await site.database.d1.prepare("update ledger_days set data_version = 2").run();
  await build(site);
  await expectForgotten();
});

test("a user deleted while the names are being written is removed by that very build, or by the next", async () => {
  await using site = await createWeekend();
  let isLeft = false;
  await build(site, {
    yieldAndRenewLease: async () => {
      if (isLeft) return;
      isLeft = true;
      await deleteUser(site.database.db, { userId: 2, jobId: "erase 2", limitKeys: [], now: WEEKEND_DUE });
      await deleteFromRankings(site.deps, { userId: 2 });
    },
  });
  const { rank, own } = (await readStanding(site, "weekly"))!;
  expect(rank[1]).toMatchObject({ user_name: "退会したユーザー", model_name: "退会者のモデル" });
  expect(own.map(({ userId }) => userId)).toEqual([1, 3]);

  await deleteUser(site.database.db, { userId: 3, jobId: "erase 3", limitKeys: [], now: WEEKEND_DUE + 60 });
  await enqueueDueRankings(site.deps);
  expect(await countJobs(site)).toBe(1);
  await build(site);
  expect((await readStanding(site, "weekly"))?.rank[2]?.user_name).toBe("退会したユーザー");
});

test("an interrupted removal is completed by the next build", { tags: "full" }, async () => {
  await using site = await createWeekend();
  for (let at = 1, userId = 4; ; at += 1, userId += 1) {
    await addRanked(site, { id: userId });
    await settle(site, { modelId: userId, date: WEEKEND[0]!, winYen: 1000 });
    await build(site);
    await putPictures(site);
    await deleteUser(site.database.db, { userId, jobId: `erase ${userId}`, limitKeys: [], now: WEEKEND_DUE });
    const fault = { at, mode: at % 2 === 0 ? ("before" as const) : ("after" as const), calls: 0 };
    await deleteFromRankings(withFault(site.deps, fault), { userId }).catch(String);
    await build(site);
    const { rank, inFile, own } = (await readStanding(site, "weekly"))!;
    expect(JSON.stringify([rank, inFile, own])).not.toMatch(new RegExp(`"(user|model) ${userId}"`));
    expect([at, await listPictures(site)]).toEqual([at, [OTHER_PICTURE]]);
    if (fault.calls < at) break;
  }
});

test("hidden names leave the standing rankings at once, stay out of later counts, and come back with the next one", async () => {
  await using site = await createWeekend();
  await build(site);
  const names = async () =>
    (await readStanding(site, "weekly"))?.rank.map((entry) => [entry.user_name, entry.model_name]);
  const shown = await names();
  expect(shown?.[0]).toEqual(["user 1", "model 1"]);
  const hide = (isHidden: boolean) =>
    setNameHidden(site.deps, { staff: { id: 2 }, userId: 1, isHidden, reason: "通報 12" });
  expect(await hide(true)).toEqual({ kind: "changed" });
  expect(await hide(true)).toMatchObject({ reason: "same" });
  const hidden = [["非表示の名前", "非表示のモデル"], ...(shown ?? []).slice(1)];
  expect(await names()).toEqual(hidden);

  const again = async () => {
    await site.database.d1.prepare("update ranking_builds set ledger_state = ''").run();
    site.deps.clock.now += 60;
    await build(site);
  };
  await again();
  expect(await names()).toEqual(hidden);
  expect(await hide(false)).toEqual({ kind: "changed" });
  await again();
  expect(await names()).toEqual(shown);
  const { results } = await site.database.d1.prepare("select action, reason from audit_log order by id").all();
  expect(results).toEqual([
    { action: "user.name-hidden", reason: "通報 12" },
    { action: "user.name-shown", reason: "通報 12" },
  ]);
});
