import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;
const FIRST = "2026-10-31";

/** The league's first three weeks, with a third member between the two fans. */
const playedWeeks = (id: string, models: readonly [host: number, fan: number, third: number]) => [
  `insert into league_members (league_id, user_id, joined_at) select '${id}', user_id, 1 from models where id = ${models[2]}`,
  `insert into league_models (league_id, user_id, week, model_id)
   select '${id}', user_id, '${FIRST}', id from models where id = ${models[2]}`,
  `update leagues set first_day = '${FIRST}', last_day = date('${FIRST}', '+34 days') where id = '${id}'`,
  `update league_models set week = '${FIRST}' where league_id = '${id}'`,
  ...models.map(
    (model, seat) => `update league_members set joined_at = ${[0, 2, 1][seat]}
      where league_id = '${id}' and user_id = (select user_id from models where id = ${model})`,
  ),
  ...models.map(
    (model, seat) => `insert into forecast_days (model_id, date, races, loss, uniform_loss, sketch, race_data_version)
      select ${model}, date('${FIRST}', value || ' days'), 18, ${[36, 44, 43.5][seat]} + value % ${seat + 2} * 0.3, 46, '[]', 1
      from json_each('[0,1,7,8,14,15]')`,
  ),
];

test("two fans play a league by an invitation: the duel of a week, the table, and one who leaves", {
  tag: "@both",
}, async ({ page, browser, javaScriptEnabled, quietConsole }) => {
  const [host, fan, third] = [
    await newAccount(url, "kaicho"),
    await newAccount(url, "nakama"),
    await newAccount(url, "dai3"),
  ];
  const hostModel = await newModel(url, host.token, "会長の鬼");
  await logIn(page, url, host.email, undefined, "/rankings");
  await page.getByRole("link", { name: "仲間とのリーグ" }).click();
  quietConsole.expectFailures([400]);
  await page.getByLabel("週の数").fill("4");
  await page.getByRole("button", { name: "つくる", exact: true }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await expect(page.getByLabel("週の数")).toHaveValue("4");
  await page.getByLabel("名前").fill("会社の仲間リーグ");
  await page.getByRole("button", { name: "つくる", exact: true }).click();
  await expect(page.getByRole("heading", { name: "11/28に始まります" })).toBeVisible();
  await expect(page.getByText("賭け金も賞品もありません")).toBeVisible();
  const league = page.url();
  await page.getByRole("button", { name: "新しいリンクをつくる" }).click();
  const link = await page.getByLabel("招待リンク").inputValue();

  const context = await browser.newContext({ javaScriptEnabled });
  const other = await context.newPage();
  const fanModel = await newModel(url, fan.token, "たまきの本命");
  await logIn(other, url, fan.email, undefined, new URL(league).pathname);
  await expect(other.getByText("ページが見つかりません").first()).toBeVisible();
  await other.goto(link);
  await expect(other.getByText("kaichoさんからの招待です")).toBeVisible();
  await other.getByRole("button", { name: "参加する" }).click();
  await expect(other).toHaveURL(league);

  const thirdModel = await newModel(url, third.token, "砂の王者");
  await runStatements(stateDir, playedWeeks(new URL(league).pathname.slice(9), [hostModel, fanModel, thirdModel]));
  await page.goto(league);
  await expect(page.getByRole("heading", { name: "第3週の対決は、勝ちでした" })).toBeVisible();
  await expect(page.getByText("2勝0敗0分")).toBeVisible();
  await expect(page.getByRole("row", { name: /^1 会長の鬼/ })).toContainText("2-0-0");
  await expect(page.getByRole("heading", { name: "今週（11/21・11/22）" })).toBeVisible();
  await expectGoodPage(page);
  await expectNoOverflow(page);
  expect(await misfits(page)).toEqual([]);
  await page.getByRole("button", { name: "リンクを止める" }).click();
  await expect(page.getByText("招待リンクを止めました")).toBeVisible();
  await other.goto(link);
  await expect(other.getByText("この招待は使えません")).toBeVisible();

  await other.goto(league);
  await expect(other.getByRole("heading", { name: "第3週の対決は、負けでした" })).toBeVisible();
  await other.getByText("リーグを抜ける", { exact: true }).click();
  await other.getByRole("button", { name: "抜ける", exact: true }).click();
  await expect(other.getByText("リーグを抜けました")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("row", { name: /退会した人/ })).toContainText("退会");
  await context.close();
});
