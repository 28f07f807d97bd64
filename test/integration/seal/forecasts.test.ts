import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CURRENT_MANIFEST_KEY, createFeatureStore, type StoredManifest } from "#app/adapters/feature-store.server.ts";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { insertForecastJobs, listLots } from "#app/db/seal/forecasts.server.ts";
import { insertOwnerKeys } from "#app/db/seal/seal-keys.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkSealProof } from "#app/domain/seal/seal-proof.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import {
  endFailedForecasts,
  enqueueDueForecasts,
  sealForecasts,
  sealProofOfForecast,
} from "#app/services/seal/forecasts.server.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import {
  buildUpTo,
  createLedgerSite,
  features,
  type LedgerSite,
  RACE_DAY,
} from "#test/integration/support/rankings/ledger-site.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { runVerifier } from "#test/unit/seal/sealed-days.ts";

/** The ledger's site on the morning of its races, which start in the afternoon. Model 3 reads body weights. */
async function createMorning() {
  const site = await createLedgerSite();
  await site.database.d1.batch([
    site.database.d1.prepare("update races set status = 'scheduled', start_time = '15:35', inputs_version = 1"),
    site.database.d1.prepare("update models set is_weight = 1 where id = 3"),
  ]);
  site.deps.clock.now = SATURDAY_MORNING;
  return site;
}

function lotContext(site: LedgerSite, overrides: Partial<JobContext> = {}): JobContext {
  return contextOf(site.deps, jobOf("seal-forecasts", "batch", { lot: 0 }), overrides);
}

async function readRoots(site: LedgerSite) {
  let text = "";
  for await (const part of readRootsText(site.deps)) text += part;
  return { text, roots: JSON.parse(text) as PublishedRoots };
}

const rowsOf = async <Row>(site: LedgerSite, sql: string) => (await site.database.d1.prepare(sql).all<Row>()).results;

test("every ranked model's forecast of a coming race is proved, and again after the body weights that its model reads", async () => {
  await using site = await createMorning();
  await enqueueDueForecasts(site.deps);
  expect(await sealForecasts(lotContext(site), features)).toEqual({ kind: "done" });
  site.deps.clock.now += 200;
  await sealDue(site.deps);
  const check = async (modelId: number, raceId: string) => {
    const proof = await sealProofOfForecast(site.deps, { user: { id: 1 }, modelId, raceId });
    if (proof.kind !== "proof") return proof.kind;
    expect(proof.file.length).toBeLessThanOrEqual(4_096);
    const { roots, text } = await readRoots(site);
    const checked = await checkSealProof(proof.file, roots);
    expect(runVerifier(proof.file, text).isFound).toBe(false);
    if (checked.kind !== "whole") return checked.fault;
    const { model, race, inputs, horses, ps } = checked.body;
    expect([model, race, horses.length, ps.length, checked.isLate]).toEqual([modelId, raceId, 8, 8, false]);
    return `on ${inputs}`;
  };
  for (const modelId of [1, 2, 3]) expect(await check(modelId, "r97")).toBe("on 1");
  expect(await check(4, "r97")).toBe("none");

  await site.database.d1.prepare("update races set weights_version = 2 where race_id = 'r97'").run();
  expect(await sealForecasts(lotContext(site), features)).toEqual({ kind: "done" });
  expect(await check(3, "r97")).toBe("waiting");
  site.deps.clock.now += 200;
  await sealDue(site.deps);
  expect([await check(1, "r97"), await check(3, "r97"), await check(3, "r98")]).toEqual(["on 1", "on 2", "on 1"]);
  expect(await rowsOf(site, "select count(*) leaves from seal_leaves")).toEqual([{ leaves: 3 }]);
});

test("a deleted account leaves hashes alone in its batches, which prove the others' forecasts as before", async () => {
  await using site = await createMorning();
  await insertUser(site.database.db, { id: 2, plan: 3 });
  await site.database.d1.batch([
    site.database.d1.prepare(
      "insert into plan_changes (user_id, plan, reason, effective_at, recorded_at) select 2, plan, reason, effective_at, recorded_at from plan_changes where user_id = 1",
    ),
    site.database.d1.prepare("update models set user_id = 2 where id = 2"),
  ]);
  await sealForecasts(lotContext(site), features);
  site.deps.clock.now += 200;
  await sealDue(site.deps);
  const sealProofOf = (id: number, modelId: number) =>
    sealProofOfForecast(site.deps, { user: { id }, modelId, raceId: "r97" });
  const before = await sealProofOf(1, 1);
  // Only the owner's, and nothing in R2 that names a model or its forecast.
  expect([(await sealProofOf(2, 1)).kind, (await sealProofOf(1, 2)).kind, (await sealProofOf(2, 2)).kind]).toEqual([
    ...["none", "none", "proof"],
  ]);
  const { objects } = await site.deps.store.list({ prefix: "seals/" });
  for (const { key } of objects) {
    const stored = gunzipSync(await (await site.deps.store.get(key))!.arrayBuffer()).toString();
    expect(stored).not.toMatch(/model|artifact|salt/);
  }
  // Half, at once and again: the key is gone with the account, in one transaction.
  const deletion = { userId: 2, limitKeys: [], now: site.deps.now() };
  for (let at = 1; at <= 2; at++) {
    const dying = withFault(site.deps, { at, mode: "after", calls: 0 });
    const runs = [dying, site.deps].map(({ db }, run) =>
      deleteUser(db, { ...deletion, jobId: `erase-${at}-${run}` }).catch(() => {}),
    );
    await Promise.all(runs);
  }
  expect(await rowsOf(site, "select user_id from seal_keys")).toEqual([{ user_id: 1 }]);
  expect((await sealProofOf(2, 2)).kind).toBe("none");
  const { roots, text } = await readRoots(site);
  const after = await sealProofOf(1, 1);
  expect(after).toEqual(before);
  const file = after.kind === "proof" ? after.file : "";
  expect(await checkSealProof(file, roots)).toMatchObject({ kind: "whole", isLate: false });
  expect(runVerifier(file, text).isFound).toBe(false);
  // A job that runs after the deletion creates no new key for the account.
  await insertOwnerKeys(site.deps.db, [{ userId: 2, key: "00" }]);
  expect(await rowsOf(site, "select user_id from seal_keys")).toEqual([{ user_id: 1 }]);
});

test("a lot's forecasts are sealed once, by two jobs at once, or by one that died anywhere and ran again", {
  tags: "full",
}, async () => {
  for (let at = 0; at <= 10; at++) {
    await using site = await createMorning();
    const dying = withFault(site.deps, { at, mode: at % 2 === 0 ? "after" : "before", calls: 0 });
    const runs = [lotContext(site, { deps: dying }), lotContext(site)].map((context) =>
      sealForecasts(context, features).catch(() => null),
    );
    await Promise.all(runs);
    await sealForecasts(lotContext(site), features);
    expect(await rowsOf(site, "select race_id, is_weight, count(*) n from seal_forecasts group by 1, 2")).toHaveLength(
      6,
    );
    expect(await rowsOf(site, "select count(*) n from seal_leaves")).toEqual([{ n: 2 }]);
  }
});

test("the cards in the features get one job a hundred models, and again where one has failed", async () => {
  await using site = await createMorning();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  await site.database.d1.prepare("update models set id = 203 where id = 3").run();
  const listJobs = () =>
    rowsOf<{ id: string; payload: string }>(
      site,
      "select id, payload from jobs where kind = 'seal-forecasts' and status = 'queued' order by payload",
    );
  await enqueueDueForecasts(site.deps);
  await enqueueDueForecasts(site.deps);
  const given = await listJobs();
  expect(given.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual([{ lot: 0 }, { lot: 2 }]);
  for (const { payload } of given) {
    const context = lotContext(site);
    context.job.payload = JSON.parse(payload) as unknown;
    expect(await sealForecasts(context, features)).toEqual({ kind: "done" });
  }
  expect(await rowsOf(site, "select distinct lot, is_weight from seal_forecasts order by lot")).toEqual([
    { lot: 0, is_weight: 0 },
    { lot: 2, is_weight: 1 },
  ]);

  await site.database.d1.prepare("update jobs set status = 'failed', finished_at = 1").run();
  await enqueueDueForecasts(site.deps);
  expect(await listJobs()).toEqual([]);
  await endFailedForecasts(site.deps);
  await enqueueDueForecasts(site.deps);
  expect(await listJobs()).toHaveLength(2);
});

test("a race that has started gets no forecast, and the jobs of a state of the cards are made once", async () => {
  await using site = await createMorning();
  // The tests' store holds no features of its own: the cards are not in them yet.
  await enqueueDueForecasts(site.deps);
  expect(await rowsOf(site, "select id from jobs where kind = 'seal-forecasts'")).toEqual([]);
  site.deps.clock.now = Date.parse(`${RACE_DAY}T15:35:00+09:00`) / 1000;
  expect(await sealForecasts(lotContext(site), features)).toEqual({ kind: "done" });
  expect(await rowsOf(site, "select id from seal_leaves")).toEqual([]);
});

test("while the features of an earlier release are rebuilt, forecasts wait, and are sealed afterwards", async () => {
  await using site = await createMorning();
  await buildUpTo(site, SYNTHETIC_IMPORT);
  const { store } = site.deps;
  const manifest = await (await store.get(CURRENT_MANIFEST_KEY))!.json<StoredManifest>();
  const ofEarlier = { ...manifest, catalogueVersion: CATALOGUE_VERSION - 1 };
  await store.put(CURRENT_MANIFEST_KEY, JSON.stringify(ofEarlier));
  const outdated = { ...features, readManifest: () => createFeatureStore(store).readManifest() };
  const listJobs = () => rowsOf(site, "select id from jobs where kind = 'seal-forecasts'");
  await enqueueDueForecasts(site.deps);
  expect(await listJobs()).toEqual([]);
  // A job from before the release comes again.
  expect(await sealForecasts(lotContext(site), outdated)).toMatchObject({ kind: "again" });
  expect(await rowsOf(site, "select id from seal_leaves")).toEqual([]);

  await store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));
  await enqueueDueForecasts(site.deps);
  expect(await listJobs()).toHaveLength(1);
  expect(await sealForecasts(lotContext(site), features)).toEqual({ kind: "done" });
  expect(await rowsOf(site, "select id from seal_leaves")).toHaveLength(2);
});

test("the models of a hundred ids are one lot, whose job names it by a whole number", async () => {
  await using site = await createMorning();
  const { db } = site.deps;
  const lots = await listLots(db);
  expect(lots).toEqual([0]);
  await insertForecastJobs(db, { state: "s", lots: lots.map((lot) => ({ jobId: "j1", lot })), now: site.deps.now() });
  const given = await rowsOf<{ payload: string }>(site, "select payload from jobs where kind = 'seal-forecasts'");
  const [payload] = given.map(({ payload }) => JSON.parse(payload));
  const context = lotContext(site);
  expect(await sealForecasts({ ...context, job: { ...context.job, payload } }, features)).toEqual({ kind: "done" });
  expect(await rowsOf(site, "select count(*) leaves from seal_leaves")).toEqual([{ leaves: 2 }]);
});
