import { readFile } from "node:fs/promises";
import { putBatch } from "#app/adapters/seal/seal-batch-store.server.ts";
import { leafHash } from "#app/domain/seal/hashes.ts";
import { writeBody } from "#app/domain/seal/sealed-body.ts";
import { appendLeaves } from "#app/domain/seal/tree.ts";
import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { shareAnalysis } from "#test/e2e/support/public-views.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { openSiteBindings, runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;
/** Earlier on the site's day. */
const SEALED_AT = Date.parse("2026-11-21T08:00:00+09:00") / 1000;

/** Lets the waiting leaves have waited for long enough, and asks for the sweep that publishes their head. */
async function publishHead(): Promise<void> {
  await runStatements(stateDir, ["update seal_leaves set created_at = created_at - 600 where position is null"]);
  const answer = await fetch(`${url}/admin/api/cron`, {
    method: "POST",
    headers: { Authorization: `Bearer ${adminToken()}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "sweep" }),
  });
  expect(answer.status).toBe(202);
}

/** What stays of a proof when leaves of others follow: the day's last head moves on. */
function sealOf(proof: string) {
  const { body, path, root, head } = JSON.parse(proof);
  return { body, path, root, head };
}

test("a sealed analysis is proved from its share page by a file, which a changed byte makes fail", {
  tag: "@full",
}, async ({ page, javaScriptEnabled, openPage, quietConsole }) => {
  const { email, token } = await newAccount(url, "fuuin");
  const modelId = await newModel(url, token, "封のためし");
  const race = (await racesOf(url, token, "2026-11-21")).at(-1);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  const { path, shareId } = await shareAnalysis(url, { token, analysisId });
  await publishHead();
  // Before a head holds the leaf, the file leads to the page that says when.
  const proofStatus = async () => (await fetch(`${url}${path}/proof.json`, { redirect: "manual" })).status;
  await expect.poll(proofStatus, { timeout: 60_000 }).toBe(200);

  // A visitor: from the share page to the check of the number, and of the file.
  const { page: visitor, quietConsole: visitorConsole } = await openPage();
  await visitor.goto(path);
  const [file] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("link", { name: "証明ファイル（JSON）" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${shareId}.json`);
  const proof = await readFile(await file.path(), "utf8");
  await visitor.getByRole("link", { name: "記録を確かめる" }).click();
  await expect(visitor.getByText("封は合っています。")).toBeVisible();
  await expect(visitor.getByText("封のためし")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(visitor);

  const check = async (text: string) => {
    await visitor.goto("/verify");
    await visitor
      .getByLabel("証明ファイルを選ぶ")
      .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await visitor.getByRole("button", { name: "ファイルを確かめる" }).click();
  };
  await check(proof);
  await expect(visitor.getByText("封は合っています。")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(visitor);
  // The marks are among what is sealed.
  const changed = proof.replace(/(\\"marks\\":\[)(\d+),(\d+)/, "$1$3,$2");
  expect(changed).not.toBe(proof);
  await check(changed);
  await expect(visitor.getByText("封が合いません。")).toBeVisible();
  visitorConsole.expectFailures([400]);

  // The owner: the analysis and the record lead to the check, and the file is there without sharing, for nobody else.
  await logIn(page, url, email, undefined, `/analyses/${analysisId}`);
  const own = await page.request.get(`/analyses/${analysisId}/proof.json`);
  expect([own.status(), sealOf(await own.text())]).toEqual([200, sealOf(proof)]);
  const other = await newAccount(url, "hoka-no-hito");
  const foreign = await fetch(`${url}/analyses/${analysisId}/proof.json`, {
    headers: { cookie: `session=${other.token}` },
  });
  expect(foreign.status).toBe(404);
  await page.getByRole("link", { name: /^発走.*に記録$/ }).click();
  await expect(page.getByText("この封はルートに入っています。")).toBeVisible();
  await page.goto(`/models/${modelId}/record`);
  await page.getByRole("link", { name: /^発走.*に記録$/ }).click();
  await expect(page.getByText("この封はルートに入っています。")).toBeVisible();

  // Deleted, the record keeps its line and its seal; the content is gone, and with it the file.
  await page.goto(`/analyses?delete=${analysisId}`);
  await page.getByRole("button", { name: "分析結果を削除" }).click();
  await expect(page.getByRole("status").getByText("分析結果を削除しました")).toBeVisible();
  await page.goto(`/models/${modelId}/record`);
  await expect(page.getByText("削除した分析", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /消しても成績に数えます/ }).click();
  await expect(page.getByText("この封はルートに入っています。")).toBeVisible();
  expect((await page.request.get(`/analyses/${analysisId}/proof.json`)).status()).toBe(404);
  expect((await page.goto(`/verify/${shareId}`))?.status()).toBe(404);
  await expect(page.getByText("この番号の記録はありません")).toBeVisible();
  quietConsole.expectFailures([404]);
});

test("the owner of a ranked model saves the proof of its forecast from the record, and it is checked", {
  tag: "@full",
}, async ({ page, javaScriptEnabled }) => {
  const { email, token } = await newAccount(url, "jun-i");
  const modelId = await newModel(url, token, "順位のモデル");
  // A race, a hundred models and a version have one batch: the two projects take a race each.
  const race = (await racesOf(url, token, "2026-11-21")).at(javaScriptEnabled ? -1 : -2);
  const raceId = race?.race_id ?? "";
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  // The job seals models that were complete the day before: its batch, with a leaf of somebody else's beside.
  const { DB, STORE } = openSiteBindings(stateDir);
  const forecast = {
    ...{ modelId, artifact: "artifacts/0", inputsVersion: 1, raceId, date: "2026-11-21", startTime: "16:30" },
    ...{ horses: [{ horseNum: 3, index: 1, probability: 0.5 }], at: SEALED_AT, salt: "0".repeat(32) },
  };
  const bodies = [writeBody({ ...forecast, modelId: 0 }), writeBody(forecast)];
  const hashes = await Promise.all(bodies.map(leafHash));
  const { root } = await appendLeaves([], 0, hashes);
  const keys = ["a".repeat(64), "b".repeat(64)];
  const parts = bodies.map((body, index) => ({ key: keys[index] ?? "", bodies: [body] }));
  const batchKey = await putBatch(STORE, { root, hashes, parts });
  await DB.batch([
    DB.prepare("update models set completed_at = completed_at - 100000 where id = ?1").bind(modelId),
    DB.prepare("insert into seal_keys (user_id, key) select user_id, ?2 from models where id = ?1").bind(
      modelId,
      keys[1],
    ),
    DB.prepare("insert into seal_leaves (hash, batch_key, race_id, created_at) values (?1, ?2, ?3, ?4)").bind(
      root,
      batchKey,
      raceId,
      SEALED_AT,
    ),
    DB.prepare(
      `insert into seal_forecasts (race_id, lot, is_weight, version, leaf_id)
       select ?1, models.id / 100, is_weight, 1, (select id from seal_leaves where hash = ?3) from models where models.id = ?2`,
    ).bind(raceId, modelId, root),
  ]);
  await publishHead();
  const file = `/models/${modelId}/forecasts/${raceId}.json`;
  await logIn(page, url, email, undefined, `/models/${modelId}/record`);
  await expect
    .poll(async () => (await page.request.get(file, { maxRedirects: 0 })).status(), { timeout: 60_000 })
    .toBe(200);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "ランキング用の予測の証明ファイル" }).click(),
  ]);
  const proof = await readFile(await saved.path(), "utf8");
  await page.goto("/verify");
  await page
    .getByLabel("証明ファイルを選ぶ")
    .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer: Buffer.from(proof) });
  await page.getByRole("button", { name: "ファイルを確かめる" }).click();
  await expect(page.getByText("封は合っています。")).toBeVisible();
  const other = await newAccount(url, "jun-i-igai");
  const foreign = await fetch(`${url}${file}`, { headers: { cookie: `session=${other.token}` } });
  expect(foreign.status).toBe(404);
});

test("the record of a deleted model stays, under its name and in the sum of all", { tag: "@full" }, async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "kesu-moderu");
  const modelId = await newModel(url, token, "消すモデル");
  const race = (await racesOf(url, token, "2026-11-21")).at(-1);
  await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await logIn(page, url, email, undefined, `/models?delete=${modelId}`);
  await page.getByRole("dialog").getByRole("button", { name: /削除/ }).click();
  await page.waitForURL(/done=deleted/);
  await page.goto(`/models/${modelId}/record`);
  await expect(page.getByRole("heading", { name: "消すモデル" })).toBeVisible();
  await expect(page.getByText("削除したモデル")).toBeVisible();
  await expect(page.getByText("結果待ち 1レース")).toBeVisible();
  await page.goto("/models/all/record");
  await expect(page.getByText("結果待ち 1レース")).toBeVisible();
});
