import { expect, test } from "vitest";
import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { deleteUser } from "#app/db/accounts/account-deletion.server.ts";
import { removeAnalysis } from "#app/db/analyses/analysis-tombstones.server.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { scoreOne } from "#app/services/analyses/scoring.server.ts";
import { share } from "#app/services/analyses/sharing.server.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { sealProofOfShare, verifyCode, verifyFile } from "#app/services/seal/verification.server.ts";
import { SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { features, trainSmallArtifact } from "#test/integration/support/rankings/ledger-site.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { runVerifier } from "#test/unit/seal/sealed-days.ts";

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
  const roots = async () => {
    let text = "";
    for await (const part of readRootsText(deps)) text += part;
    return text;
  };
  return { ...database, deps, rows, roots, user: { id: 1, plan: 3 } };
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
