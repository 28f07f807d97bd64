import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { shareAnalysis } from "#test/e2e/support/public-views.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { measureBesideOdds, runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { o1 } from "#test/unit/jv-data/records.ts";

const { url, stateDir } = saturday;

const TODAY = "2026-11-21";
/** Open pages of a race poll at least this often, and once more. */
const REFRESH_MS = 16 * 60_000;

/** Sends win odds as a reader of the official data would: 2.0 times for the first horse if not said, ten more for each next. */
async function sendOdds(
  raceId: string,
  horses: number,
  { at, stage = "1", tenths = 20 }: { at: string; stage?: string; tenths?: number },
) {
  const [day = "", course = "", race = ""] = raceId.split("-");
  const odds = Array.from(
    { length: horses },
    (_, index) =>
      [
        `${String(tenths + 100 * index).padStart(4, "0")}${String(index + 1).padStart(2, "0")}`,
        "0".repeat(10),
      ] as const,
  );
  const body = Buffer.from(o1({ key: `${day}${course}0101${race}`, at, stage, made: "20261121" }, odds));
  const headers = { Authorization: `Bearer ${adminToken()}` };
  const answer = await fetch(`${url}/admin/api/records`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { added: number; changed: number; older: number };
}

test("the market's odds stand beside the fair ones with their time, for who is logged in", { tag: "@full" }, async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "ozzu");
  const modelId = await newModel(url, token, "オッズと比べる");
  // A race that has not started, and of its own for each project.
  const race = (await racesOf(url, token, TODAY)).at(javaScriptEnabled ? -5 : -6);
  const raceId = race?.race_id ?? "";
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  const line = page.locator(".result .muted", { hasText: /^単勝(オッズ|の確定オッズ)/ });
  await runStatements(stateDir, [`delete from odds where race_id = '${raceId}'`]);
  await logIn(page, url, email, undefined, `/analyses/${analysisId}?sort=number`);
  await expect(line).toHaveText("単勝オッズはまだ届いていません。");
  const rows = page.locator(".horse");
  const horses = await rows.count();
  expect(horses).toBeGreaterThan(3);
  await expect(page.locator(".horse .out")).toHaveCount(0);

  await sendOdds(raceId, horses, { at: "11212350" });
  expect(await sendOdds(raceId, horses + 1, { at: "11212349" })).toMatchObject({ changed: 0 });
  await page.goto(`/analyses/${analysisId}?sort=number`);
  await expect(line).toHaveText("単勝オッズ 23:50 現在");
  await expect(rows.nth(0).locator(".horse-row")).toContainText(/適正オッズ[\d.]+倍\s*単勝 2\.0倍 1人気/);
  await expect(rows.nth(horses - 1).locator(".out")).toHaveText(
    `単勝 ${(2 + 10 * (horses - 1)).toFixed(1)}倍 ${horses}人気`,
  );
  await expect(page.getByText(/^馬体重 .*更新$/)).toHaveCount(race?.is_acquired_weight === true ? 1 : 0);
  await expectGoodPage(page);
  await expectNoOverflow(page);
  expect(await misfits(page)).toEqual([]);

  // How they moved stands on the card, once there is another moment before the start.
  const moves = page.locator("details.fold", { hasText: "単勝オッズの動き" });
  await page.goto(`/races/${raceId}`);
  await expect(page.getByText("単勝オッズ 23:50 現在")).toBeVisible();
  await expect(moves).toHaveCount(0);
  await sendOdds(raceId, horses, { at: "11210030", tenths: 34 });
  await page.goto(`/races/${raceId}`);
  await moves.locator("summary").click();
  await expect(moves.getByRole("listitem").first()).toHaveText(/^1 \S+\s*60分前 3\.4\s*現在 2\.0$/);
  await expect(moves.getByRole("listitem")).toHaveCount(horses);
  await expectGoodPage(page);
  await expectNoOverflow(page);
  // The tabs stay on top of what is scrolled under them.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  expect(await misfits(page)).toEqual([]);

  await sendOdds(raceId, horses, { at: "00000000", stage: "4" });
  await page.goto(`/analyses/${analysisId}`);
  await expect(line).toHaveText("単勝の確定オッズ");

  // Public pages show no more of the race than before.
  const { path } = await shareAnalysis(url, { token, analysisId });
  const shared = await (await fetch(url + path)).text();
  expect(shared).toContain("馬ごとの指数");
  expect(shared).not.toMatch(/単勝|人気|確定オッズ/);
});

test("how odds moved, and the order by value, come into open pages with the odds, and what is unfolded stays so", {
  tag: "@script",
}, async ({ page }) => {
  const { email, token } = await newAccount(url, "ozzu-no-ugoki");
  const modelId = await newModel(url, token, "動きを見る");
  await measureBesideOdds(stateDir, modelId, 0.2);
  const raceId = (await racesOf(url, token, TODAY)).at(-10)?.race_id ?? "";
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await runStatements(stateDir, [`delete from odds where race_id = '${raceId}'`]);
  await page.clock.install();
  const horses = page.locator(".vals ol > li .row-name b");
  const byValue = page.getByRole("link", { name: "期待値順" });
  await logIn(page, url, email, undefined, `/races/${raceId}/models`);
  await expect(page.getByRole("heading", { name: "適正オッズ", exact: true })).toBeVisible();
  const order = await horses.allTextContents();
  await expect(byValue).toHaveCount(0);
  await expect(page.locator(".vals .past")).toBeHidden();
  await sendOdds(raceId, order.length, { at: "11210030", tenths: 34 });
  await expect(async () => {
    await page.clock.runFor(REFRESH_MS);
    await expect(byValue).toHaveCount(1, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("heading", { name: "適正オッズと今のオッズ" })).toBeVisible();
  await expect(page.getByText("期待値＝補正勝率×オッズ")).toBeVisible();
  await expect(page.locator(".vals .past")).toHaveText("過去に「オッズ高い」の単勝を買うと68.4%");
  await expect(page.locator(".vals .past")).toBeVisible();
  // Nothing is sorted anew until it is asked for.
  await expect(page.locator('#value .sorts [aria-current="true"]')).toHaveText("勝率順");
  expect(await horses.allTextContents()).toEqual(order);
  await byValue.last().click();
  await expect(page.locator('#value .sorts [aria-current="true"]')).toHaveText("期待値順");
  expect((await horses.allTextContents()).sort()).toEqual(order.sort());

  const moves = page.locator("details.fold", { hasText: "単勝オッズの動き" });
  const first = moves.locator("li").first();
  await page.goto(`/races/${raceId}`);
  await expect(page.getByText("単勝オッズ 00:30 現在")).toBeVisible();
  await expect(moves).toHaveCount(0);
  const until = (words: string) =>
    expect(async () => {
      await page.clock.runFor(REFRESH_MS);
      await expect(first).toHaveText(new RegExp(words), { timeout: 1000 });
    }).toPass();
  await sendOdds(raceId, order.length, { at: "11212350" });
  await until("現在 2\\.0$");
  await moves.locator("summary").click();
  await expect(first).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await sendOdds(raceId, order.length, { at: "11212351", tenths: 21 });
  await until("現在 2\\.1$");
  await expect(first).toBeVisible();
});
