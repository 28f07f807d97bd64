import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

/** Analyses of past races, as completed an hour before the start, with the bets on horses 1 to 5 settled as given. */
const settledEntries = (modelId: number) => `
  insert into record_entries (analysis_id, user_id, model_id, model_name, race_id, date, picks, is_learnt_from,
    completed_at, seen_version, result_kind, starters, finish, odds, popularity, bets, favourite)
  select 900000000 + m.id * 1000 + row_number() over (order by r.date desc, r.race_id), m.user_id, m.id, m.name, r.race_id,
    r.date, '[1,2,3,4,5]', 0, unixepoch(r.date || ' ' || r.start_time, '-10 hours'), r.data_version, 'settled', r.runner_count,
    1 + r.race_num % 5, 3.4, 2, case r.race_num % 3 when 0 then '[[200,410,1],[100,130,1],[700,0,0]]'
      else '[[200,0,0],[100,0,0],[700,1280,1]]' end, '[1,[[200,240,1],[100,110,1],[700,0,0]]]'
  from races r join models m on m.id = ${modelId}
  where r.venue_type = 1 and r.status = 'result' and r.surface <> 'jump' and r.start_time is not null and r.hidden = 0
  order by r.date desc limit 160`;

test("a record shows every analysis from before the start, and deleting one takes nothing from it", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "seiseki");
  const modelId = await newModel(url, token, "末脚");
  await logIn(page, url, email, undefined, `/models/${modelId}/record`);
  await expect(page.getByText("発走前に記録した分析はまだありません")).toBeVisible();
  const race = (await racesOf(url, token, "2026-11-21")).at(-1);
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await runStatements(stateDir, [settledEntries(modelId)]);

  await page.goto(`/models/edit/${modelId}`);
  await expect(page.getByText("いつ指数を出せるか")).toBeVisible();
  await page.locator("#report").getByRole("link", { name: "成績表" }).click();
  await expect(page.getByText("発走前に記録し、結果が確定した160件の予想。")).toBeVisible();
  await expect(page.getByText("結果待ち 1R")).toBeVisible();
  await expect(page.getByRole("img", { name: /^単勝の収支の動き。160レースで/ })).toBeVisible();
  await expectGoodPage(page);

  await page.goto(`/analyses?delete=${analysisId}`);
  await expect(page.getByText("成績表からも消えず、収支に数えます。")).toBeVisible();
  await page.getByRole("button", { name: "分析結果を削除" }).click();
  await expect(page.getByRole("status").getByText("分析結果を削除しました")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "成績表", exact: true }).click();
  await expect(page.getByRole("heading", { name: "あなたの成績表" })).toBeVisible();
  await expect(page.getByText("削除した分析", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "馬連", exact: true }).click();
  await expect(page.getByText("馬連の回収率。")).toBeVisible();
  await page.locator("select[name=result]").selectOption("外れ");
  await page.getByRole("button", { name: "しぼり込む" }).click();
  await expect(page.getByText("この条件の分析はありません。")).toBeVisible();
  await expect(page.getByText("馬連の回収率。")).toBeVisible();

  const file = await page.request.get(`/settings/export?record=${modelId}&format=csv`);
  expect(file.headers()["content-disposition"]).toContain(`record-${modelId}.csv`);
  expect((await file.text()).trim().split("\r\n")).toHaveLength(162);
});

test("a finished race is looked back on: the marks' finish, the winner's views, and the months of the model", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "kotaeawase");
  const modelId = await newModel(url, token, "答え");
  const [race] = await racesOf(url, token, "2026-11-15");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race?.race_id });
  await logIn(page, url, email, undefined, `/analyses/${analysisId}`);
  await expect(page.getByRole("heading", { name: "答え合わせ" })).toBeVisible();
  await expect(page.getByText(/^◎\d+番は.+、○\d+番は.+、▲\d+番は.+でした。$/)).toBeVisible();
  await expect(page.getByText(/^勝った\d+番を高く見てい/)).toBeVisible();
  await expect(page.getByText(/^勝ったのは、指数\d+位（[+−]?\d\.\d\d）の\d+番/)).toBeVisible();
  await expectGoodPage(page);

  await page.goto(`/models/${modelId}/record?answers`);
  await expect(page.getByRole("heading", { name: "2026年11月 1レース" })).toBeVisible();
  await expect(page.getByText("10レースになると、見方ごとの幅を計算します。")).toBeVisible();
  await page.getByText("答え合わせの見方").click();
  await expect(page.getByText(/まだ分かりません/)).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "成績表にもどる" }).click();
  await page.waitForURL(/record$/);
});
