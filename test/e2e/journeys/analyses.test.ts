import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const TODAY = "2026-11-21";
const FIXED = /^発走(直前|\d+(分|時間)前)に記録$/;

test("an analysis is accepted, comes back complete uncounted, and is deleted from its page", async ({ page }) => {
  const { email, token } = await newAccount(url, "bunseki");
  await newModel(url, token, "ひとつめ");
  // The last one: the first has started by then.
  const race = (await racesOf(url, token, TODAY)).at(-1);
  if (race === undefined) throw new Error("no race today");
  const analyse = async (left: number) => {
    await page.goto(`/races?date=${TODAY}&race=${race.race_id}`);
    await expect(page.getByRole("heading", { name: "モデルの選択" })).toBeVisible();
    await expect(page.getByText(`無料の分析はあと${left}回です。`)).toBeVisible();
    await page.getByRole("button", { name: "分析する" }).click();
  };
  await logIn(page, url, email, undefined, "/races");
  const counters = page.getByRole("list", { name: "分析の回数" });
  await expect(counters).toHaveText("無料の分析はあと5回（全5回）");
  await expect(page).toHaveTitle(/^11月21日（土）のレース｜/);

  await analyse(5);
  await expect(page.getByText(`「${race.race_num}R ${race.name}」の分析を受け付けました。`)).toBeVisible();
  // The list's dialog when the scoring took longer than the answer waits, else the result itself.
  if (page.url().includes("?accepted=")) {
    await expect(page.getByText("分析結果は一覧画面からご確認ください。")).toBeVisible();
    const id = new URL(page.url()).searchParams.get("accepted");
    await page.goto(`/analyses/${id}`);
  }
  await expect(page.getByRole("heading", { name: "馬ごとの指数" })).toBeVisible();
  const analysisPath = new URL(page.url()).pathname;
  await expect(page).toHaveTitle(new RegExp(`${race.race_num}R ${race.name}の分析結果｜`));
  // Before the payouts no bets are shown.
  await expect(page.getByText("この指数で買っていたら")).toHaveCount(0);
  // Private until it is shared (sharing.test.ts).
  await expect(page.getByRole("button", { name: "共有する" })).toBeVisible();
  const fixed = (await page.getByText(FIXED).textContent()) ?? "";
  await expectGoodPage(page);

  await analyse(4);
  await page.waitForURL(/\/analyses\?completed=\d+/);
  await expect(page.getByRole("heading", { name: "分析が完了しました" })).toBeVisible();
  await expect(counters).toHaveText("無料の分析はあと4回（全5回）");
  await expectGoodPage(page);
  await page.getByRole("link", { name: "結果を見る" }).click();
  await page.waitForURL(analysisPath);

  await page.getByRole("link", { name: "この分析結果を削除" }).click();
  await expect(page.getByRole("heading", { name: "この分析結果を削除しますか？" })).toBeVisible();
  await expect(page.getByText("発走前に記録した分析です。")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await page.waitForURL(analysisPath);
  await page.getByRole("link", { name: "この分析結果を削除" }).click();
  await page.getByRole("button", { name: "分析結果を削除" }).click();
  await expect(page.getByRole("status").getByText("分析結果を削除しました")).toBeVisible();
  await expect(page.getByText("まだレースを分析していません")).toBeVisible();
  // What is deleted stays counted.
  await expect(counters).toHaveText("無料の分析はあと4回（全5回）");
  await expectGoodPage(page);

  await page.getByRole("link", { name: "削除した分析" }).click();
  await page.waitForURL("/analyses/deleted");
  // The address may come before the page.
  const kept = await page.locator(".tombstones > li").first().textContent();
  for (const words of [`${race.race_num}R ${race.name}`, "ひとつめ", fixed, "予想の馬番 ", "結果待ち"]) {
    expect(kept).toContain(words);
  }
  await expectGoodPage(page);
});

test("deleting what is gone ends like the deletion, an unknown one is refused, and a page beyond the end leads back", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "bunseki-nidome");
  const modelId = await newModel(url, token, "ふたつめ");
  const [race] = await racesOf(url, token, TODAY);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await logIn(page, url, email, undefined, "/analyses");
  await page.goto(`/analyses?delete=${analysisId}`);
  await expect(page.getByRole("heading", { name: "この分析結果を削除しますか？" })).toBeVisible();
  await fetch(`${url}/api/analysis_results/${analysisId}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${token}` },
  });
  await page.getByRole("button", { name: "分析結果を削除" }).click();
  await expect(page.getByRole("status").getByText("分析結果を削除しました")).toBeVisible();
  const refused = await page.context().request.post(`${url}/analyses?delete=${analysisId}`, {
    form: { analysis_id: "999999999", page: "1" },
    headers: { Origin: url },
  });
  expect([refused.status(), (await refused.text()).includes("分析結果を削除できませんでした")]).toEqual([400, true]);

  for (const beyond of ["2", "999999999999999"]) {
    await page.goto(`/analyses?page=${beyond}`);
    await expect(page.getByText("このページに分析結果はありません")).toBeVisible();
  }
  await expectGoodPage(page);
  await page.getByRole("link", { name: "最初のページへ" }).click();
  await page.waitForURL("/analyses");
  for (const first of ["0", "-3", "x", "1.5", ""]) {
    await page.goto(`/analyses?page=${first}`);
    await expect(page.getByText("まだレースを分析していません")).toBeVisible();
  }
});
