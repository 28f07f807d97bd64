import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow, waitUntilIdle } from "#test/e2e/support/page-checks.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { measureBesideOdds, runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { concat, o1, o3 } from "#test/unit/jv-data/records.ts";

const { url, stateDir } = saturday;

const TODAY = "2026-11-21";

/** Sends odds as a reader of the official data would: all horses 8.0 to win, 2.0–3.0 to be placed, all pairs 4.0–5.0. */
async function sendOdds(raceId: string, horses: readonly number[]): Promise<void> {
  const [day = "", course = "", race = ""] = raceId.split("-");
  const at = { key: `${day}${course}0101${race}`, at: "11212345", made: "20261121" };
  const two = (horse: number) => String(horse).padStart(2, "0");
  const singles = horses.map(() => ["008001", "002000300101"] as const);
  const pairs = horses.flatMap((one, place) =>
    horses.slice(place + 1).map((other) => ({ horses: two(one) + two(other), odds: "0004000050001" })),
  );
  const body = Buffer.from(concat(o1(at, singles), o3(at, pairs)));
  const headers = { Authorization: `Bearer ${adminToken()}` };
  const answer = await fetch(`${url}/admin/api/records`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

test("a fan forms tickets from an analysis, splits a budget, and takes them along as text", async ({
  page,
  context,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "kaime");
  const modelId = await newModel(url, token, "買い目の素");
  // A race that has not started, and of its own for each project.
  const race = (await racesOf(url, token, TODAY)).at(javaScriptEnabled ? -7 : -8);
  const raceId = race?.race_id ?? "";
  const path = `/races/${raceId}/bets`;
  await runStatements(stateDir, [`delete from odds where race_id = '${raceId}'`]);
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  await page.getByRole("navigation", { name: "このレース" }).getByRole("link", { name: "買い目" }).click();
  await page.waitForURL(path);
  await expect(page.getByRole("heading", { name: "このレースの分析がありません" })).toBeVisible();
  await expect(page.getByRole("link", { name: "このレースを分析する" })).toHaveAttribute("href", /^\/races\?date=/);
  await expectGoodPage(page);

  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await page.goto(path);
  const kinds = page.getByRole("table", { name: "券種別の的中率" });
  await expect(kinds.getByRole("link", { name: /^三連[単複]/ })).toHaveCount(2);
  await expect(page.getByText("オッズがまだ届いていないため")).toBeVisible();
  await expect(kinds).not.toContainText("回収率");
  const tickets = page.locator(".ticket:visible");
  await expect(tickets.locator("tfoot th")).toHaveText("合計 6点");
  const budget = page.getByLabel("予算（円）");
  await expect(budget).toHaveValue("");
  await expect(page.getByText("20歳未満の方は")).toBeVisible();
  await expect(page.getByText("この画面では馬券を買えません。")).toBeVisible();

  // Too little for six, then enough; what was typed stays.
  const calculate = page.getByRole("button", { name: "この条件で計算する" });
  await budget.fill("500");
  await calculate.click();
  await page.waitForURL(/budget=500/);
  await expect(page.getByText("6点には600円から必要です")).toBeVisible();
  await expect(budget).toHaveValue("500");
  await budget.fill("3,000");
  await calculate.click();
  await page.waitForURL(/budget=3%2C000/);
  await expect(tickets.locator("tfoot td").nth(1)).toHaveText("3,000");

  // With odds there are payouts, and both splits, of which one is shown.
  const horses = await page
    .locator(".legs")
    .first()
    .locator("input")
    .evaluateAll((boxes) => boxes.map((box) => Number(box.getAttribute("value"))).sort((one, other) => one - other));
  await sendOdds(
    raceId,
    Array.from({ length: Math.max(...horses) }, (_, index) => index + 1),
  );
  // A model whose report has not measured how it goes with the odds prints no return.
  await measureBesideOdds(stateDir, modelId, null);
  await page.reload();
  await expect(page.getByText("4.0倍")).toBeVisible();
  await expect(page.getByText("合わせ方を測れていないため、期待回収率は出しません。")).toBeVisible();
  await expect(page.getByText(/◎はオッズより高く見ています（\d\.\d倍）。/)).toBeVisible();
  await expect(kinds.getByRole("columnheader")).toHaveCount(4);
  await expect(page.getByText("払戻の期待値")).toHaveCount(0);
  // One that has prints it beside what such bets have returned, in the same size.
  await measureBesideOdds(stateDir, modelId, 0.1);
  await page.reload();
  await expect(kinds.getByRole("columnheader", { name: "期待 回収率" })).toBeVisible();
  const past = kinds.getByRole("row", { name: /^過去に「オッズ高い」の単勝を買うと/ }).locator("td b");
  const expected = kinds.getByRole("row", { name: /^単勝/ }).locator("td b").last();
  await expect(past).toHaveText("68.4%");
  await expect(expected).toHaveText(/^\d+\.\d%$/);
  const sizes = await Promise.all(
    [past, expected].map((cell) => cell.evaluate((element) => getComputedStyle(element).fontSize)),
  );
  expect(sizes[0]).toBe(sizes[1]);
  await expect(page.getByText("払戻の期待値").first()).toBeAttached();
  await expect(page.getByText("6点は、当たっても払戻が合計3,000円に届きません（トリガミ）。").first()).toBeVisible();
  const text = page.locator("pre:visible");
  await expect(text).toContainText("ワイド 6点 合計3,000円");
  await expect(text).toContainText("オッズ23:45時点・買い目の素");
  await page.getByText("払戻をそろえる", { exact: true }).click();
  await expect(page.getByRole("table", { name: "買い目（払戻をそろえる）" })).toBeVisible();
  await expect(page.getByRole("table", { name: "買い目", exact: true })).toBeHidden();
  const copy = page.getByRole("button", { name: "コピー" });
  if (javaScriptEnabled) {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await copy.click();
    await expect(page.getByText("コピーしました")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("ワイド 6点 合計3,000円");
  } else {
    await expect(copy).toBeHidden();
  }

  // Two legs fewer; the split that was chosen stays.
  const legs = page.getByRole("group", { name: "相手・2列目" }).locator("label:has(:checked)");
  await legs.last().click();
  await legs.last().click();
  await calculate.click();
  await page.waitForURL(/split=even/);
  await expect(tickets.locator("tfoot th")).toHaveText("合計 4点");
  await expect(page.getByRole("table", { name: "買い目（払戻をそろえる）" })).toBeVisible();
  await expectGoodPage(page);
  await expectNoOverflow(page);
  // The tabs stay on top of what is scrolled.
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await misfits(page)).toEqual([]);

  await kinds.getByRole("link", { name: "三連複" }).click();
  await page.waitForURL(/ticket=trio/);
  await expect(page.getByRole("heading", { name: "三連複の買い目" })).toBeVisible();
  await expect(page.getByText("3,000円").first()).toBeVisible();
  await expectGoodPage(page);
  // The second column beside a third is a formation.
  await page.getByRole("group", { name: "3列目" }).locator("label").last().click();
  await calculate.click();
  await page.waitForURL(/third=/);
  await expect(tickets.locator("tfoot th")).toHaveText("合計 4点");
  await page.goto(`${path}?ticket=trio&axis=${horses.slice(0, 3).join("&axis=")}`);
  await expect(page.getByText("軸は2頭までです。3列目を選ぶと、フォーメーションになります。")).toBeVisible();
  await expect(tickets).toHaveCount(0);
  await waitUntilIdle(page);

  // The day's indices go along, too.
  await page.goto(`/races?date=${TODAY}`);
  await expect(page.getByRole("link", { name: "指数をCSVで保存" })).toHaveAttribute("href", /indices\.csv\?date=/);
  const file = await page.request.get(`${url}/races/indices.csv?date=${TODAY}`);
  expect(file.headers()["content-disposition"]).toContain(`indices-${TODAY}.csv`);
  expect(await file.text()).toContain("買い目の素");
  await page.goto(`/days/${TODAY}`);
  const target = page.getByRole("link", { name: "TARGET用に保存" });
  const targetFile = await page.request.get(`${url}${await target.getAttribute("href")}`);
  expect(targetFile.headers()["content-type"]).toBe("text/csv; charset=utf-8");
  expect(await targetFile.text()).toMatch(/^(\d{18},\d+\.\d,\d+\r\n)+$/);
  expect((await page.request.get(`${url}/days/${TODAY}/target-index.csv?model=999999`)).status()).toBe(404);
  await page.getByRole("link", { name: "TARGETで使うには" }).click();
  await expect(page.getByText("TARGETの実機では試していません。")).toBeVisible();
  await expectGoodPage(page);
  await page.goto(`/analyses/${analysisId}`);
  await page.getByText("テキストをコピー").click();
  await expect(page.locator("pre")).toContainText("買い目の素の指数と勝率");
  expect(await misfits(page)).toEqual([]);
});

test("the wide page has the form beside the tickets", { tag: ["@desktop", "@full"] }, async ({ page }) => {
  const { email, token } = await newAccount(url, "kaime-hiroi");
  const modelId = await newModel(url, token, "広い買い目");
  const raceId = (await racesOf(url, token, TODAY)).at(-9)?.race_id ?? "";
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await sendOdds(
    raceId,
    Array.from({ length: 18 }, (_, index) => index + 1),
  );
  await logIn(page, url, email, undefined, `/races/${raceId}/bets?budget=3000`);
  const form = await page.locator("#bets").boundingBox();
  const tickets = await page.locator(".tickets-card").boundingBox();
  expect(tickets?.x ?? 0).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  await expectGoodPage(page);
});
