import { readFile } from "node:fs/promises";
import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { shareAnalysis } from "#test/e2e/support/public-views.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

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
}, async ({ page, openPage, quietConsole }) => {
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
  await expectGoodPage(visitor);

  const check = async (text: string) => {
    await visitor.goto("/verify");
    await visitor
      .getByLabel("証明ファイルを選ぶ")
      .setInputFiles({ name: "proof.json", mimeType: "application/json", buffer: Buffer.from(text) });
    await visitor.getByRole("button", { name: "ファイルを確かめる" }).click();
  };
  await check(proof);
  await expect(visitor.getByText("封は合っています。")).toBeVisible();
  await expectGoodPage(visitor);
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
