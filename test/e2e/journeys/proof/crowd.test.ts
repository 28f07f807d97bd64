import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { READY_TIMEOUT_MS, readyRankings } from "#test/e2e/support/public-views.ts";
import { putCrowd } from "#test/e2e/support/site-crowd.ts";
import { putSeason } from "#test/e2e/support/site-season.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS);
  // Else the site's own first board could come between.
  await readyRankings(url);
  await putSeason(stateDir);
});

test("everybody's forecast is announced before it is fixed, shown when it is, and public after the start only", async ({
  page,
  javaScriptEnabled,
  openPage,
}) => {
  const { email, token } = await newAccount(url, "minna");
  const modelId = await newModel(url, token, "みんなと違う");
  const today = await racesOf(url, token, "2026-11-21");
  // Each project has a race of its own: a forecast, once fixed, stays.
  const [fixed, ahead] = javaScriptEnabled ? [today.at(-1), today.at(-2)] : [today.at(-3), today.at(-2)];
  await logIn(page, url, email, undefined, `/races/${ahead?.race_id}/crowd`);
  await expect(page.getByText(/^\d\d:\d\dに記録します$/)).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^40モデルの予測力の分布。みんなのAIは18\.9、オッズは25\.3$/ }),
  ).toBeVisible();
  await expect(page.getByText("オッズには届きません。")).toBeVisible();

  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: fixed?.race_id });
  await putCrowd(stateDir, fixed?.race_id);
  await page.goto(`/races/${fixed?.race_id}/crowd`);
  await expect(page.getByText("◎は1番")).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^混戦度\d+、実質\d+\.\d頭の争い。この1年の全レースのふだんは44〜72$/ }),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "あなたのモデルとの違い" })).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: /^自分の分析を見る ?（みんなと違う）$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/analyses/${analysisId}$`));
  const answer = await fetch(`${url}/share/crowd/${fixed?.race_id}`);
  expect(answer.status).toBe(404);

  // A race of last Sunday: shared, without odds, and without what is the reader's own.
  const past = (await racesOf(url, token, "2026-11-15")).at(-1);
  await putCrowd(stateDir, past?.race_id);
  await page.goto(`/races/${past?.race_id}/crowd`);
  await page.getByRole("link", { name: "共有用のページ" }).click();
  await expect(page).toHaveURL(`${url}/share/crowd/${past?.race_id}`);
  const { page: visitor } = await openPage();
  await visitor.goto(`/share/crowd/${past?.race_id}`);
  await expect(visitor.getByRole("heading", { name: "みんなの印と勝率" })).toBeVisible();
  await expect(visitor.getByText(/^オッズ \d/)).toHaveCount(1);
  await visitor.getByText("分布を数字で見る").click();
  await expect(visitor.getByRole("row", { name: "17–18 3" })).toBeVisible();
  await expect(visitor.getByText("あなたのモデルとの違い")).toHaveCount(0);
  await expectGoodPage(visitor);
});

test("the season board shows value, interval and rank range, to visitors too", async ({ page, openPage }) => {
  const { email } = await newAccount(url, "nenkan");
  const { page: visitor } = await openPage();
  await logIn(page, url, email, undefined, "/rankings/season");
  await visitor.goto("/share/rankings/season");
  for (const reader of [page, visitor]) {
    await expect(reader.getByRole("list", { name: "1位から10位" }).getByRole("listitem")).toHaveCount(10);
    await expect(reader.getByRole("list", { name: "くらべる基準" }).getByRole("listitem")).toHaveText([
      /オッズ（締切時）.*25\.3/s,
      /みんなのAI.*18\.9/s,
      /くじ引き.*0\.0/s,
    ]);
    await reader.getByText("数字の表で見る").click();
    // The raw value has its own interval.
    await expect(reader.getByRole("row", { name: /^1\s*長距離は血統で買うモデル1\s?1,704R/ })).toContainText(
      /17\.6\s*16\.4–18\.8\s*18\.0\s*16\.5–19\.5\s*1〜6位/,
    );
    await expect(reader.getByText("オッズを上回ったモデルはまだありません。")).toBeVisible();
    await expectGoodPage(reader);
  }
});
