import { expect, test } from "vitest";
import { completeTraining } from "#app/db/models/training.server.ts";
import { saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import { saveBuild } from "#app/db/rankings/ranking-builds.server.ts";
import { MODEL_NOTIFICATIONS_PER_DAY } from "#app/domain/notifications.ts";
import { MODEL_READY, rankingsOut } from "#app/services/notifications/notification-words.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";
import { build, createWeekend, WEEKEND_DUE } from "#test/integration/support/rankings/ranking-site.ts";
import { insertModel } from "#test/integration/support/rows.ts";

const DAY = "2026-11-21";

/** The end of a training, as its job writes it. */
function complete({ deps }: Awaited<ReturnType<typeof createNotificationSite>>, modelId: number) {
  const now = deps.now();
  return completeTraining(deps.db, {
    ...{ modelId, artifactKey: "k", report: "{}", details: null, now },
    notification: { ...MODEL_READY, day: DAY, perDay: MODEL_NOTIFICATIONS_PER_DAY, now },
  });
}

test("a training that ends twice, and concurrently, notifies its owner once", async () => {
  await using site = await createNotificationSite();
  for (const userId of [1, 2]) await insertModel(site.db, { id: userId, userId, status: 1, name: `逃げ${userId}` });
  await site.choose(1, "model-ready");
  const ends = await Promise.all(Array.from({ length: 6 }, () => complete(site, 1)));
  expect(ends.filter((isFirst) => isFirst)).toHaveLength(1);
  await complete(site, 1);
  await complete(site, 2);
  expect(await site.notifications()).toEqual([
    {
      ...{ user_id: 1, kind: "model-ready", event_key: "model-ready:1", path: "/models/1" },
      title: "AIモデルが使えるようになりました",
      body: "「逃げ1」の学習が終わり、レースの分析に使えるようになりました。",
    },
  ]);
});

test("a model that was deleted or failed notifies nobody, and a day has ten notifications of models at most", async () => {
  await using site = await createNotificationSite();
  await site.choose(1, "model-ready");
  await insertModel(site.db, { id: 90, status: 1, deletedAt: 1 });
  await insertModel(site.db, { id: 91, status: 3 });
  for (const modelId of [90, 91, 92]) await complete(site, modelId);
  expect(await site.notifications()).toEqual([]);
  for (let id = 1; id <= 12; id += 1) await insertModel(site.db, { id, status: 1 });
  await Promise.all(Array.from({ length: 12 }, (_, index) => complete(site, index + 1)));
  expect(await site.notifications()).toHaveLength(MODEL_NOTIFICATIONS_PER_DAY);
  // They were all completed.
  expect(await site.rows("select count(*) n from models where status = 2")).toEqual([{ n: 12 }]);
});

test("rankings that are built tell all who want it once, also when they are built again", async () => {
  await using site = await createNotificationSite();
  for (const userId of [1, 3]) await site.choose(userId, "rankings-out");
  await site.d1.prepare("update users set deleted_at = 1, email = null, password_hash = null where id = 3").run();
  const period = { cadence: "weekly" as const, key: "2026-11-14", from: "2026-11-14", to: "2026-11-15" };
  const notification = { ...rankingsOut(period), day: DAY, now: site.deps.now() };
  const save = (id: string) =>
    saveBuild(
      site.db,
      {
        ...{ id, cadence: period.cadence, periodKey: period.key, fromDay: period.from, toDay: period.to },
        ...{ ledgerState: "", participants: 1, builtAt: 1 },
      },
      notification,
    );
  await Promise.all(["weekly:2", "weekly:3", "weekly:2"].map(save));
  await save("weekly:1");
  await save("weekly:4");
  expect(await site.notifications()).toEqual([
    {
      ...{ user_id: 1, kind: "rankings-out", event_key: "rankings-out:weekly:2026-11-14", path: "/rankings/weekly" },
      title: "週間ランキングが出ました",
      body: "11月14日から11月15日までのレースの週間ランキングが出ました。",
    },
  ]);
});

test("rankings that were due long ago, as after an import of history, tell nobody", async () => {
  for (const [later, told] of [
    [3600, 1],
    [8 * 86_400, 0],
  ] as const) {
    await using site = await createWeekend(WEEKEND_DUE);
    await saveChoices(site.database.db, { userId: 1, choices: [{ kind: "rankings-out", byMail: true }], now: 1 });
    site.deps.clock.now = WEEKEND_DUE + later;
    await build(site);
    const builds = "select count(*) n from ranking_builds where cadence = 'weekly'";
    expect(await site.database.d1.prepare(builds).first("n")).toBe(1);
    const weekly = "select count(*) n from notifications where event_key glob 'rankings-out:weekly:*'";
    expect([later, await site.database.d1.prepare(weekly).first("n")]).toEqual([later, told]);
  }
});
