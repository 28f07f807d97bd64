import { expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { removeAnalysis } from "#app/db/analyses/analysis-tombstones.server.ts";
import { insertLeaf } from "#app/db/seal/seals.server.ts";
import { startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkSealProof } from "#app/domain/seal/seal-proof.ts";
import { sealForecast } from "#app/domain/seal/sealed-body.ts";
import { scoreOne } from "#app/services/analyses/scoring.server.ts";
import { share } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealProofOf } from "#app/services/seal/seal-proofs.server.ts";
import { sealBeforeStart, sealDue } from "#app/services/seal/sealing.server.ts";
import { sealProofOfShare, verifyCode, verifyFile } from "#app/services/seal/verification.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { createNotificationSite } from "#test/integration/support/notification-site.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { features, trainSmallArtifact } from "#test/integration/support/rankings/ledger-site.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { withFault } from "#test/integration/support/workerd/faults.ts";
import { forecastAt, runVerifier } from "#test/unit/seal/sealed-days.ts";

const DAY = "2026-11-21";
const RACE = { raceId: "r1", date: DAY, startTime: "15:35" };
const minutes = (clock: string, day = DAY) => Date.parse(`${day}T${clock}:00+09:00`) / 1000;

async function rootsText(deps: Deps): Promise<string> {
  let text = "";
  for await (const part of readRootsText(deps)) text += part;
  return text;
}

/** A site with a race, to which leaves of analyses can be added. */
async function createSealSite() {
  const site = await createNotificationSite();
  site.deps.config.witnesses = ["https://one.example/heads", "https://two.example/heads"];
  await insertRace(site.db, { ...RACE, runnerRows: 2 });
  const { clock } = site.deps;
  return {
    ...site,
    clock,
    async add(analysisId: number) {
      const forecast = forecastAt(DAY, (clock.now - startOfJapanDay(DAY)) / 60, {
        ...{ raceId: RACE.raceId, salt: `salt ${analysisId}` },
      });
      const leaf = await sealForecast(forecast);
      await insertLeaf(site.db, { ...leaf, analysisId, batchKey: null, raceId: RACE.raceId, now: clock.now });
    },
    async roots() {
      const text = await rootsText(site.deps);
      return { text, ...(JSON.parse(text) as PublishedRoots) };
    },
    places: () =>
      site.rows<{ day: string | null; position: number | null; sealed_at: number }>(
        "select day, position, sealed_at from seal_leaves order by position",
      ),
    async check(analysisId: number) {
      const proof = await sealProofOf(site.deps, { analysisId });
      if (proof.kind !== "proof") return proof.kind;
      const roots = await this.roots();
      const checked = await checkSealProof(proof.file, roots);
      const isFound = checked.kind === "broken" || checked.isLate;
      expect(runVerifier(proof.file, roots.text).isFound).toBe(isFound);
      return checked.kind === "broken" ? checked.fault : checked.isLate ? "late" : "in time";
    },
  };
}

test("leaves wait three minutes for a head, or until their race is about to start; every head is posted to both witnesses", async () => {
  await using site = await createSealSite();
  const counts = async () => (await site.roots()).days[0]?.heads.map(({ at, count }) => `${at.slice(11, 19)} ${count}`);
  site.clock.now = minutes("14:20");
  await site.add(1);
  await sealDue(site.deps);
  // The day begins with a root of its own.
  expect(await counts()).toEqual(["14:20:00 0"]);
  expect(await site.check(1)).toBe("waiting");
  site.clock.now += 120;
  await site.add(2);
  await sealDue(site.deps);
  expect(await counts()).toHaveLength(1);
  site.clock.now += 60;
  await sealDue(site.deps);
  expect(await counts()).toEqual(["14:23:00 2", "14:20:00 0"]);
  site.clock.now = minutes("15:31");
  await site.add(3);
  await sealBeforeStart(site.deps, RACE);
  expect(await counts()).toHaveLength(2);
  site.clock.now = minutes("15:34");
  await sealBeforeStart(site.deps, RACE);
  expect(await counts()).toEqual(["15:34:00 3", "14:23:00 2", "14:20:00 0"]);
  site.clock.now = minutes("15:36");
  await site.add(4);
  site.clock.now += 180;
  await sealDue(site.deps);
  expect([await site.check(1), await site.check(3), await site.check(4)]).toEqual(["in time", "in time", "late"]);
  const posts = await site.rows<{ witness: string; head: string }>(
    "select payload ->> 'witness' witness, payload ->> 'headId' head from jobs where kind = 'post-head'",
  );
  const heads = await site.rows<{ id: string }>("select id from seal_heads");
  expect(posts.map(({ witness, head }) => `${witness} ${head}`).sort()).toEqual(
    site.deps.config.witnesses.flatMap((witness) => heads.map(({ id }) => `${witness} ${id}`)).sort(),
  );
});

test("sealers at once give every leaf one place, and the chain proves each of them", async () => {
  await using site = await createSealSite();
  const { clock } = site;
  clock.now = minutes("10:00");
  // The first day, too, begins once.
  await Promise.all(Array.from({ length: 4 }, () => sealDue(site.deps)));
  expect((await site.roots()).days).toHaveLength(1);
  for (let round = 0; round < 6; round++) {
    const ids = Array.from({ length: 7 }, (_, index) => 1 + round * 7 + index);
    await Promise.all(ids.map((id) => site.add(id)));
    clock.now += 180;
    const late = site.add(100 + round);
    await Promise.all([...Array.from({ length: 5 }, () => sealDue(site.deps)), late]);
  }
  clock.now += 180;
  await sealDue(site.deps);
  const places = await site.places();
  expect(places.map(({ position }) => position)).toEqual(Array.from({ length: 48 }, (_, index) => index));
  for (const id of [1, 2, 8, 20, 41, 42, 100, 103, 105]) expect(await site.check(id)).toBe("in time");
});

test("a sealer that dies at any call leaves a chain that the next one continues", { tags: "full" }, async () => {
  await using site = await createSealSite();
  const { clock } = site;
  clock.now = minutes("10:00", "2026-11-19");
  await sealDue(site.deps);
  clock.now = minutes("09:00");
  let added = 0;
  for (let at = 1; at <= 8; at++) {
    for (const mode of ["before", "after"] as const) {
      for (let leaf = 0; leaf < 3; leaf++) await site.add(++added);
      clock.now += 180;
      await sealDue(withFault(site.deps, { at, mode, calls: 0 })).catch(() => {});
    }
  }
  clock.now += 180;
  await sealDue(site.deps);
  expect((await site.places()).map(({ position }) => position)).toEqual(Array.from({ length: added }, (_, at) => at));
  for (let id = 1; id <= added; id += 5) expect(await site.check(id)).toBe("in time");
  expect((await site.roots()).days.map(({ date, count }) => `${date} ${count}`)).toEqual([
    `${DAY} ${added}`,
    "2026-11-20 0",
    "2026-11-19 0",
  ]);
});

test("a day ends at midnight, its root is the next day's previous one, and is mailed once to those who want it", async () => {
  await using site = await createSealSite();
  await site.choose(1, "root-final");
  site.clock.now = minutes("10:00");
  await sealDue(site.deps);
  await site.add(1);
  site.clock.now += 200;
  await sealDue(site.deps);
  site.clock.now = minutes("00:00", "2026-11-22");
  await Promise.all(Array.from({ length: 4 }, () => sealDue(site.deps)));
  const { days } = await site.roots();
  expect(days.map(({ date, count, heads }) => [date, count, heads.length])).toEqual([
    ["2026-11-22", 0, 1],
    [DAY, 1, 2],
  ]);
  expect(days[0]?.previous).toBe(days[1]?.root);
  expect(days[1]?.previous).toBe("0".repeat(64));
  expect(days[0]?.root).not.toBe(days[1]?.root);
  expect(await site.check(1)).toBe("in time");
  const notifications = await site.rows<{ user_id: number; title: string; body: string }>(
    "select user_id, title, body from notifications",
  );
  expect(notifications).toEqual([
    { user_id: 1, title: "11月21日のルート", body: expect.stringContaining(days[1]!.root) },
  ]);
});

/** Analyses 1 to 3 of user 1's model of a race that starts at 15:35, complete and sealed. */
async function createSite() {
  const { database, deps, db } = await openTestDeps();
  const artifactKey = await putArtifact(database.store, await packArtifact(await trainSmallArtifact()));
  await insertUser(db, { id: 1, plan: 3 });
  await insertRace(db, { raceId: "r99", date: "2026-11-21", dataVersion: SYNTHETIC_IMPORT, runnerRows: 8 });
  await database.d1.prepare("update races set start_time = '15:35', inputs_version = 1").run();
  await sealDue(deps);
  for (const id of [1, 2, 3]) {
    await insertModel(db, { id, artifactKey });
    await insertAnalysis(db, { id, modelId: id, raceId: "r99", status: 1 });
    expect(await scoreOne(deps, features, id)).toEqual({ kind: "done" });
  }
  deps.clock.now += 180;
  await sealDue(deps);
  const rows = async <Row>(sql: string) => (await database.d1.prepare(sql).all<Row>()).results;
  return { ...database, deps, rows, roots: () => rootsText(deps), user: { id: 1, plan: 3 } };
}

test("an analysis is sealed with what it says, and its share page proves it", async () => {
  await using site = await createSite();
  const shared = await share(site.deps, { user: site.user, analysisId: 2 });
  if (shared.kind !== "shared") throw new Error(shared.reason);
  const { shareId } = shared;
  const proof = await sealProofOfShare(site.deps, { shareId });
  const file = proof.kind === "proof" ? proof.file : "";
  expect(runVerifier(file, await site.roots()).isFound).toBe(false);
  const [{ scores } = { scores: "[]" }] = await site.rows<{ scores: string }>(
    "select scores from analyses where id = 2",
  );
  const best = (JSON.parse(scores) as { horseNum: number }[]).slice(0, 5).map(({ horseNum }) => horseNum);
  const view = await verifyCode(site.deps, { code: shareId });
  expect(view).toMatchObject({
    ...{ kind: "whole", marks: best, isLate: false, isUpToDate: true, shareId },
    ...{ madeAt: SATURDAY_MORNING, sealedAt: SATURDAY_MORNING + 180 },
  });
  expect(await verifyFile(site.deps, { text: file })).toMatchObject({ kind: "whole", modelName: null, shareId: null });
  expect(await verifyFile(site.deps, { text: file.replace(",", ", ") })).toMatchObject({
    kind: "broken",
  });
  // A hash shows that a forecast is sealed, not its content; an unshared number shows nothing.
  const seal = view.kind === "whole" ? view.seal : "";
  expect(await verifyCode(site.deps, { code: seal })).toEqual({
    ...{ kind: "hash", seal, date: "2026-11-21", position: 1, sealedAt: SATURDAY_MORNING + 180 },
  });
  expect(await verifyCode(site.deps, { code: "no-such" })).toEqual({ kind: "unknown" });
});

test("the start as it was announced last decides, for a race that started earlier than its seal", async () => {
  await using site = await createSite();
  const shared = await share(site.deps, { user: site.user, analysisId: 1 });
  if (shared.kind !== "shared") throw new Error(shared.reason);
  await site.d1.prepare("update races set start_time = '10:02'").run();
  expect(await verifyCode(site.deps, { code: shared.shareId })).toMatchObject({ kind: "whole", isLate: true });
});

test("deletions erase what seals say and leave every root and every other proof valid", async () => {
  await using site = await createSite();
  await insertUser(site.db, { id: 2 });
  await site.d1.prepare("update analyses set user_id = 2 where id = 3").run();
  const shared = await share(site.deps, { user: { id: 2, plan: 3 }, analysisId: 3 });
  if (shared.kind !== "shared") throw new Error(shared.reason);
  const before = await site.roots();
  const mine = { userId: 1, analysisId: 1, mayBeShared: false, now: site.deps.now() };
  expect(await removeAnalysis(site.db, mine)).toBe(true);
  // Somebody else's, and again: nothing more happens.
  expect(await removeAnalysis(site.db, { ...mine, analysisId: 3 })).toBe(false);
  const leaves = () =>
    site.rows<{ position: number; body: string | null; analysis_id: number | null }>(
      "select position, body is null as body, analysis_id from seal_leaves order by position",
    );
  expect(await leaves()).toEqual([
    { position: 0, body: 1, analysis_id: 1 },
    { position: 1, body: 0, analysis_id: 2 },
    { position: 2, body: 0, analysis_id: 3 },
  ]);
  await deleteUser(site.db, { userId: 1, jobId: "erase", limitKeys: [], now: site.deps.now() });
  expect(await leaves()).toEqual([
    { position: 0, body: 1, analysis_id: null },
    { position: 1, body: 1, analysis_id: null },
    { position: 2, body: 0, analysis_id: 3 },
  ]);
  expect(await site.roots()).toBe(before);
  const proof = await sealProofOfShare(site.deps, { shareId: shared.shareId });
  const file = proof.kind === "proof" ? proof.file : "";
  expect(runVerifier(file, JSON.stringify(JSON.parse(before) as PublishedRoots)).isFound).toBe(false);
});

test("an analysis of a race that was over on an earlier day is complete without a seal", async () => {
  await using site = await createSite();
  await site.d1.prepare("update races set date = '2026-11-20'").run();
  await insertModel(site.db, {
    id: 4,
    artifactKey: (await site.rows<{ k: string }>("select artifact_key k from models"))[0]!.k,
  });
  await insertAnalysis(site.db, { id: 4, modelId: 4, raceId: "r99", status: 1 });
  await scoreOne(site.deps, features, 4);
  expect(await site.rows("select status from analyses where id = 4")).toEqual([{ status: 2 }]);
  expect(await site.rows("select id from seal_leaves")).toHaveLength(3);
});
