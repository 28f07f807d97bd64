import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements, setPlan, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday, tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** The race day on the home page, and the star that says which model its button takes. */

const { url } = saturday;
const TODAY = "2026-11-21";

test("from home the next race's index is one tap away, and is shown in the button's place afterwards", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "hitotap");
  const modelId = await newModel(url, token, "ひとタップ");
  await logIn(page, url, email);
  const next = page.getByRole("region", { name: /^(東京|京都|福島)\d+R / });
  await expect(next.getByText("次のレース")).toBeVisible();
  await expect(next.getByText(/^あと\d+分$/).first()).toBeVisible();
  await expect(next.getByText("無料の分析はあと5回（全5回）")).toBeVisible();
  const card = await next.getByRole("link", { name: "出馬表" }).getAttribute("href");
  await expectGoodPage(page);
  await next.getByRole("button", { name: "ひとタップで分析" }).click();
  // The scoring is usually done by then; else the list shows it.
  await page.waitForURL(/\/analyses/);
  const raceId = decodeURIComponent(card?.slice("/races/".length) ?? "");
  // The same again is the same analysis.
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await page.goto("/home");
  await expect(next.getByRole("link", { name: "指数を見る" })).toHaveAttribute("href", `/analyses/${analysisId}`);
  await expect(next.getByRole("img", { name: "◎ 本命" }).first()).toBeVisible();
  await expect(next.getByRole("button")).toHaveCount(0);
  await expect(page.locator("dl.quota dd").last()).toHaveText("あと4回");
  // The chart says in words what it shows, and the race is on the day's board.
  await expect(next.getByRole("img", { name: /^馬番順の指数。◎\d+番/ })).toBeVisible();
  await expect(page.locator(`.day .board a[href="/analyses/${analysisId}"]`)).toContainText(/\d+%/);
  await expectGoodPage(page);
  await next.getByRole("link", { name: "指数を見る" }).click();
  await page.waitForURL(`/analyses/${analysisId}`);
});

test("the star in the list of models decides which one analyses the next race", async ({ page }) => {
  const { email, token } = await newAccount(url, "hoshi");
  await setPlan(saturday.stateDir, email, 4);
  const first = await newModel(url, token, "ふるいほう");
  await newModel(url, token, "あたらしいほう");
  await logIn(page, url, email);
  await expect(page.getByRole("button", { name: "あたらしいほうで分析" })).toBeVisible();
  await page.goto("/models");
  const star = page.locator(`#model-${first}`).getByRole("button", { name: /^メインモデル/ });
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await page.waitForURL(/done=starred/);
  await expect(page.getByText("メインモデルにしました")).toBeVisible();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(1);
  await expectGoodPage(page);
  await page.goto("/home");
  await expect(page.getByRole("button", { name: "ふるいほうで分析" })).toBeVisible();
  await expect(page.getByText("メイン", { exact: true })).toBeVisible();
  await page.goto("/models");
  await star.click();
  await page.waitForURL(/done=unstarred/);
  await expect(page.getByRole("button", { pressed: true })).toHaveCount(0);
});

test("a spent limit and restricted mode turn the button off and say why", async ({ page }) => {
  const { email, token } = await newAccount(url, "kagiri");
  await newModel(url, token, "かぎり");
  const spend = (count: number, isFree: number) =>
    runStatements(saturday.stateDir, [
      `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
       select ${userIdOf(email)}, 'analysis', ${userIdOf(email)} * 1000 + 900 + i + ${isFree} * 10, '${TODAY}', '2026-11', ${isFree}, 1763000000
       from n`,
    ]);
  await spend(3, 0);
  await setPlan(saturday.stateDir, email, 2);
  await logIn(page, url, email);
  const off = page.getByRole("button", { name: "分析する" });
  await expect(off).toBeDisabled();
  await expect(page.getByText("次に使えるのは明日0時")).toBeVisible();
  await expectGoodPage(page);
  await setPlan(saturday.stateDir, email, 102);
  await page.goto("/home");
  await expect(off).toBeDisabled();
  await expect(page.getByText("制限モードのため、ここからの分析は止めています。")).toBeVisible();
  await spend(5, 1);
  await setPlan(saturday.stateDir, email, 1);
  await page.goto("/home");
  await expect(off).toBeDisabled();
  await expect(page.getByText("無料プランの分析は全5回です。")).toBeVisible();
});

test("on a day without racing home says when the next one is and how the last one went, misses included", async ({
  page,
}) => {
  const { email, token } = await newAccount(tuesday.url, "kayou");
  const modelId = await newModel(tuesday.url, token, "火曜の型");
  const races = (await racesOf(tuesday.url, token, "2026-11-23")).filter(({ race_num: num }) => num === 11);
  const analysed = [];
  for (const race of races.slice(0, 2))
    analysed.push(await finishedAnalysis(tuesday.url, token, { model_id: modelId, race_id: race.race_id }));
  await logIn(page, tuesday.url, email);
  await expect(page.getByRole("heading", { name: "今日はモデルの対象の開催がありません" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "11月23日（月）のまとめ" })).toBeVisible();
  // They were analysed when their results were known.
  await expect(page.getByText(`発走後に分析した${analysed.length}レースは入れていません。`)).toBeVisible();
  await expect(page.getByText(/^◎の単勝/)).toHaveCount(0);
  for (const id of analysed)
    await expect(page.locator(`.board a[href="/analyses/${id}"]`)).toContainText(/着|取消|除外|中止/);
  await expectGoodPage(page);
});
