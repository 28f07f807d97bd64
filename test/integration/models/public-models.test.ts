import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createPublicModelStore } from "#app/adapters/share-store.server.ts";
import { insertEntries } from "#app/db/own-records/record-entries.server.ts";
import { analyses as schema } from "#app/db/schema/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { refused } from "#app/domain/refused.ts";
import type { PublicModelView } from "#app/domain/views/public-model.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { listPublished } from "#app/services/models/public-models.server.ts";
import { settleRecords } from "#app/services/own-records/settle-records.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const user = { id: 1, plan: 4 };
const OTHER = { id: 2, plan: 4 };
const CODE = encodeShareId(1);
const RACES = 12;
const MUTATIONS = 1000;
const READ_EVERY = 10;
const at = (time: string) => Date.parse(`2026-11-21T${time}:00+09:00`) / 1000;
const PICKS = JSON.stringify([3, 8, 1, 2, 4].map((horseNum) => ({ horseNum, index: 1 })));

/** Races of today at 15:40 with an analysis each, half of them settled. */
async function openSite() {
  const { database, deps, db, d1 } = await openTestDeps();
  deps.clock.now = at("10:00");
  for (const { id, plan } of [user, OTHER]) await insertUser(db, { id, plan, name: `user${id}@example.com` });
  await insertModel(db, { id: 1, name: "わたしの" });
  await insertModel(db, { id: 2, userId: 2 });
  for (let race = 1; race <= RACES; race++) {
    const raceId = `r${race}`;
    await insertRace(db, { raceId, raceNum: race, startTime: "15:40", surface: "turf", runnerRows: 8 });
    await insertAnalysis(db, { id: race, raceId, scores: PICKS, completedAt: at("09:00") });
  }
  await insertEntries(db, undefined);
  return {
    ...{ db, d1, deps, services: createServices(deps), [Symbol.asyncDispose]: database.dispose },
    /** Every third race is won by the first pick. */
    async finish() {
      deps.clock.now = at("17:00");
      await d1.batch([
        d1.prepare("update races set status = 'result', data_version = 2 where race_num <= 6"),
        sql(d1)`update runners set status = 'finished', win_odds = 2,
          finish_position = iif(substr(race_id, 2) % 3 = 0, (horse_num + 5) % 8 + 1, horse_num)
          where cast(substr(race_id, 2) as integer) <= 6`,
        sql(d1)`insert into payouts select race_id, value, cast(horse_num as text), 540
          from runners, json_each('["win","place"]')
          where finish_position = 1`,
        sql(d1)`insert into payouts select one.race_id, 'quinella',
          min(one.horse_num, two.horse_num) || '-' || max(one.horse_num, two.horse_num), 960
          from runners one join runners two using (race_id) where one.finish_position = 1 and two.finish_position = 2`,
      ]);
      await settleRecords(contextOf(deps, jobOf("settle-records")));
    },
  };
}

test("a model is private until its owner publishes it, and private again at once", async () => {
  await using site = await openSite();
  const { models } = site.services;
  const store = createPublicModelStore(site.deps.store);
  expect(await models.readPublic({ code: CODE })).toBeNull();
  expect(await models.publish({ user: OTHER, modelId: 1, publication: "count" })).toEqual(refused("not-found"));
  expect(await models.readPublication({ user: OTHER, modelId: 1 })).toBeNull();

  expect(await models.publish({ user, modelId: 1, publication: "count" })).toEqual({ kind: "saved" });
  expect(await models.readPublic({ code: CODE })).toMatchObject({
    // A mail address used as a name is masked.
    ...{ modelName: "わたしの", userName: "******", choice: null, featureCount: 8, season: null, weekly: null },
  });
  expect((await store.read()).ids).toEqual([1]);
  await models.publish({ user, modelId: 1, publication: "choice" });
  expect((await models.readPublic({ code: CODE }))?.choice).toMatchObject({ static: ["騎手", "枠番"] });

  await models.publish({ user, modelId: 1, publication: "none" });
  for (const code of [CODE, encodeShareId(2), encodeShareId(9), "x", ""]) {
    expect(await models.readPublic({ code })).toBeNull();
  }
  expect((await store.read()).ids).toEqual([]);
});

test("the first pick of a race is public from its start on", async () => {
  await using site = await openSite();
  const { models } = site.services;
  await models.publish({ user, modelId: 1, publication: "count" });
  site.deps.clock.now = at("15:39");
  const before = await models.readPublic({ code: CODE });
  expect(before?.today.map(({ pick }) => pick)).toEqual(Array(RACES).fill(null));
  expect(JSON.stringify(before)).not.toContain("ウマ");
  site.deps.clock.now = at("15:40");
  const after = await models.readPublic({ code: CODE });
  expect(after?.today[0]).toEqual({
    ...{ raceId: "r1", venue: "東京", raceNum: 1, startTime: "15:40", seal: null },
    pick: { horseNum: 3, bracketNum: 3, horseName: "ウマ3", finish: null },
  });
});

test("no deletion, order, late analysis, new name or withdrawal changes a figure of the record", {
  tags: "full",
  timeout: 120_000,
}, async () => {
  await using site = await openSite();
  const { models, analyses } = site.services;
  await models.publish({ user, modelId: 1, publication: "count" });
  await site.finish();
  const shown = ({ figures: { deleted: _, counts, ...figures } }: PublicModelView) => ({
    ...figures,
    ...{ counted: counts.counted, awaited: counts.awaited },
  });
  const first = await models.readPublic({ code: CODE });
  expect(shown(first!)).toMatchObject({
    ...{ counted: 6, awaited: 6, recent: [1, 3, 3, 1, 3, 3], firsts: { wins: 2 } },
    tickets: { win: { stakeYen: 1200, payoutYen: 1080 } },
  });
  const random = createRandom(43);
  let late = 100;
  const mutations: (() => Promise<unknown>)[] = [
    () => models.publish({ user, modelId: 1, publication: "none" }),
    () => models.publish({ user, modelId: 1, publication: "choice" }),
    () => models.rename({ user, modelId: 1, name: `改${late}` }),
    () => analyses.remove({ user, analysisId: 1 + Math.floor(random() * RACES) }),
    async () => {
      late += 1;
      const raceId = `r${1 + Math.floor(random() * RACES)}`;
      await insertAnalysis(site.db, {
        ...{ id: late, raceId, raceInputsVersion: late, scores: PICKS, completedAt: at("16:30") },
      });
      await insertEntries(site.db, eq(schema.id, late));
    },
    async () => {
      const rows = await site.db.select().from(recordEntries);
      const shuffled = rows.toSorted(() => random() - 0.5).slice(0, 4);
      for (const row of shuffled) {
        await site.d1.prepare("delete from record_entries where analysis_id = ?").bind(row.analysisId).run();
        await site.db.insert(recordEntries).values(row);
      }
    },
  ];
  for (let count = 0; count < MUTATIONS; count++) {
    await mutations[Math.floor(random() * mutations.length)]?.();
    if (count % READ_EVERY > 0) continue;
    const now = await models.readPublic({ code: CODE });
    if (now !== null) expect(shown(now)).toEqual(shown(first!));
  }
  await models.publish({ user, modelId: 1, publication: "count" });
  const last = await models.readPublic({ code: CODE });
  expect(shown(last!)).toEqual(shown(first!));
  // Every counted analysis was deleted meanwhile.
  expect(last?.figures.deleted).toBe(6);
});

test("a deleted model has no page and no link", async () => {
  await using site = await openSite();
  const { models } = site.services;
  await models.publish({ user, modelId: 1, publication: "count" });
  await models.remove({ user, modelId: 1 });
  expect(await models.readPublic({ code: CODE })).toBeNull();
  await listPublished(site.deps);
  expect((await createPublicModelStore(site.deps.store).read()).ids).toEqual([]);
});

test("the list of public models follows the last of concurrent choices", async () => {
  await using site = await openSite();
  const { models } = site.services;
  await Promise.all([
    ...["count", "none", "choice"].map((publication) =>
      models.publish({ user, modelId: 1, publication: publication as "count" }),
    ),
    models.publish({ user: OTHER, modelId: 2, publication: "count" }),
  ]);
  const isPublic = (await models.readPublication({ user, modelId: 1 }))?.publication !== "none";
  expect((await createPublicModelStore(site.deps.store).read()).ids).toEqual(isPublic ? [1, 2] : [2]);
});
