import {
  type Account,
  callApi,
  finishedAnalysis,
  logIn,
  newAccount,
  newModel,
  PASSWORD,
  racesOf,
} from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, postForm, type WebUser, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

/** States that no page or call brings about at will: failures of ours, work in progress, full pages, broken rows. */

const TODAY = "2026-11-21";
const LAST_DAY = "2026-11-15";

let owner: Account;
let modelId: number;
let settledId: number;
let cancelledId: number;
let cancelledRaceId: string | undefined;
let reader: WebUser;
let unlucky: WebUser;
let busy: Account;

test.beforeAll(async () => {
  owner = await newAccount(url, "jotai");
  const pager = await newAccount(url, "peiji");
  const broken = await newAccount(url, "koware");
  busy = await newAccount(url, "tatekomi");
  modelId = await newModel(url, owner.token, "できた型");
  const busyModelId = await newModel(url, busy.token, "混む型");
  // The last of a card is never a jump race, on which no bets are counted.
  const [cancelled, past] = (await racesOf(url, owner.token, LAST_DAY)).slice(-2);
  const [race, other] = await racesOf(url, owner.token, TODAY);
  settledId = await finishedAnalysis(url, owner.token, { model_id: modelId, race_id: past?.race_id });
  const todayId = await finishedAnalysis(url, owner.token, { model_id: modelId, race_id: race?.race_id });
  const ofModel = "name, venue_type, is_all_venue, features, feature_count, is_weight";
  const ofAnalysis = "model_id, race_id, race_data_version, model_name, venue_type, race_info, created_at";
  const copyModel = (name: string, status: number, user = "user_id", features = "features") =>
    `insert into models (user_id, ${ofModel}, status, form_key, created_at)
     select ${user}, '${name}', venue_type, is_all_venue, ${features}, feature_count, is_weight, ${status}, '${name}',
       created_at + ${status} from models where id = ${modelId}`;
  const used = (user: string, kind: string, count: number) =>
    `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
     select id, '${kind}', -id * 100 - i, '2026-11-01', '2026-11', 1, created_at from users, n where id = ${user}`;
  cancelledRaceId = cancelled?.race_id;
  // The other project has cancelled it already.
  await runStatements(saturday.stateDir, [`update races set status = 'result' where race_id = '${cancelledRaceId}'`]);
  cancelledId = await finishedAnalysis(url, owner.token, { model_id: modelId, race_id: cancelled?.race_id });
  await runStatements(saturday.stateDir, [
    // Its result and its payouts stay.
    `update races set status = 'cancelled' where race_id = '${cancelledRaceId}'`,
    `update users set plan = 4 where id = ${userIdOf(owner.email)}`,
    // As if the model had been made before that day.
    `update analyses set is_learnt_from = 0 where id in (${settledId}, ${cancelledId})`,
    copyModel("しくじり", 3),
    copyModel("つくりかけ", 1),
    `insert into analyses (user_id, ${ofAnalysis}, status) select user_id, ${ofAnalysis}, 3 from analyses
     where id = ${todayId}`,
    `insert into analyses (user_id, ${ofAnalysis}, status)
     select user_id, model_id, '${other?.race_id}', 1, model_name, venue_type, race_info, created_at, 1 from analyses
     where id = ${todayId}`,
    // Thirty-one rows of the list.
    `insert into analyses (user_id, ${ofAnalysis}, status)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 31)
     select ${userIdOf(pager.email)}, ${ofAnalysis}, 3 from analyses, n where id = ${todayId}`,
    // Rows that cannot be read.
    copyModel("よめない", 3, userIdOf(broken.email), "'{'"),
    `insert into analyses (user_id, ${ofAnalysis}, status)
     select ${userIdOf(broken.email)}, model_id, race_id, race_data_version, model_name, venue_type, '{', created_at, 3
     from analyses where id = ${todayId}`,
    // One analysis at work, and a second creation used.
    `insert into analyses (user_id, ${ofAnalysis}, status)
     select user_id, id, '${other?.race_id}', 1, name, venue_type,
       (select race_info from analyses where id = ${todayId}), created_at, 1 from models where id = ${busyModelId}`,
    used(userIdOf(busy.email), "model", 1),
  ]);
  reader = await webUser(url, pager.email, PASSWORD);
  unlucky = await webUser(url, broken.email, PASSWORD);
});

const analysisIds = async () =>
  [...(await (await getPage(url, "/analyses", reader)).text()).matchAll(/page=1&amp;delete=(\d+)/g)].map((match) =>
    String(match[1]),
  );

test("the next page is offered exactly when thirty analyses are on this one", { tag: "@once" }, async () => {
  const links = async (page: number) => {
    const html = await (await getPage(url, `/analyses?page=${page}`, reader)).text();
    return {
      rows: html.match(/の分析結果を削除"/g)?.length ?? 0,
      previous: /<a[^>]*rel="prev"[^>]*href="([^"]*)"/.exec(html)?.[1] ?? null,
      next: /<a[^>]*rel="next"[^>]*href="([^"]*)"/.exec(html)?.[1] ?? null,
    };
  };
  const removeNewest = async () => {
    const [id = ""] = await analysisIds();
    expect((await postForm(url, "/analyses", { analysis_id: id, page: "1" }, reader)).status).toBe(302);
  };
  const [back, on] = ["/analyses?page=1", "/analyses?page=2"];
  expect([await links(1), await links(2)]).toEqual([
    { rows: 30, previous: null, next: on },
    { rows: 1, previous: back, next: null },
  ]);
  await removeNewest();
  expect([await links(1), await links(2)]).toEqual([
    { rows: 30, previous: null, next: on },
    { rows: 0, previous: back, next: null },
  ]);
  await removeNewest();
  expect(await links(1)).toEqual({ rows: 29, previous: null, next: null });
});

test("lists that cannot be read say so in the specification's words, inside the frame, with the way to try again", {
  tag: "@once",
}, async () => {
  const cases = [
    ["/models", "モデルが取得できません", "/models"],
    ["/analyses", "ページを再度読み込んでください。", "/analyses"],
    [`/races?date=${TODAY}&race=x`, "レースを取得する際にエラーが発生しました", "/races"],
    ["/home", "エラーが発生しました。 もう一度やりなおしてください", "/home"],
  ] as const;
  for (const [path, text, again] of cases) {
    const answer = await getPage(url, path, unlucky);
    const html = await answer.text();
    expect([path, answer.status, html.includes(text)]).toEqual([path, 500, true]);
    expect(html).toContain(`href="${again}"`);
    expect(html).toContain('aria-label="メニュー"');
  }
});

test("a failed model says so, can be made anew and deleted, and neither it nor one in the making can be renamed", {
  tag: "@both",
}, async ({ page }) => {
  await logIn(page, url, owner.email, PASSWORD, "/models");
  const card = (name: string) => page.locator("article.model", { has: page.getByText(name, { exact: true }) });
  const failed = card("しくじり");
  await expect(failed.getByText("AIモデル作成中にエラーが発生しました")).toBeVisible();
  const making = card("つくりかけ");
  await expect(making.getByRole("progressbar")).toBeVisible();
  for (const one of [failed, making]) await expect(one.locator('a[href*="rename="]')).toHaveCount(0);
  await expect(card("できた型").locator('a[href*="rename="]')).toHaveCount(1);
  await expect(failed.getByRole("link", { name: /^削除/ })).toHaveAttribute("href", /\?delete=\d+$/);
  await expectGoodPage(page);

  await failed.getByRole("link", { name: "同じ項目でつくり直す" }).click();
  await page.waitForURL(/\/models\/copy\/\d+$/);
  await expect(page.getByText("騎手・枠番")).toBeVisible();
  await expectGoodPage(page);
  await page.goto(page.url().replace("/copy/", "/edit/"));
  await expect(page.getByText("名称変更ができるのは、作成が完了したモデルだけです。")).toBeVisible();
  await expect(page.getByText("AIモデル作成中にエラーが発生しました")).toBeVisible();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  await expectGoodPage(page);
});

test("an analysis in progress has a bar and no deletion, a failed one says so, and a request is told as accepted", {
  tag: "@full",
}, async ({ page }) => {
  await logIn(page, url, owner.email, PASSWORD, "/analyses");
  const rows = page.locator(".analyses li");
  const running = rows.filter({ hasText: "分析中" });
  await expect(running.getByRole("progressbar")).toBeVisible();
  await expect(running.locator('a[href*="delete="]')).toHaveCount(0);
  const failed = rows.filter({ hasText: "分析が失敗しました" });
  await expect(failed.locator('a[href*="delete="]')).toHaveCount(1);
  await expect(failed.locator('a[href^="/analyses/"]')).toHaveCount(0);
  await expectGoodPage(page);
  const { body } = await callApi<{ analysis_result_id: number; status: number }[]>(
    url,
    owner.token,
    "/analysis_results",
  );
  const id = body.find(({ status }) => status === 1)?.analysis_result_id;
  await page.goto(`/analyses?accepted=${id}`);
  await expect(page.getByRole("heading", { name: /^「\d+R .+」の分析を受け付けました。$/ })).toBeVisible();
  await expect(page.getByText("分析結果は一覧画面からご確認ください。")).toBeVisible();
  await expectGoodPage(page);
  await expect(page.getByRole("dialog").getByRole("link", { name: "分析結果の一覧" })).toHaveAttribute(
    "href",
    "/analyses",
  );
});

test("an analysis of a race that was cancelled says so, and shows no winnings although payouts are stored", async ({
  page,
}) => {
  await logIn(page, url, owner.email, PASSWORD, `/analyses/${cancelledId}`);
  await expect(page.getByText("このレースは中止になりました。この分析は回数に数えません。")).toBeVisible();
  await expect(page.getByText("この指数で買っていたら")).toHaveCount(0);
  await expect(page.locator(".horse-row .out").getByText(/着$/)).toHaveCount(0);
  await expectGoodPage(page);
});

test("a cancelled race is listed as such, cannot be chosen, and is refused in its own words", async ({ page }) => {
  await logIn(page, url, owner.email, PASSWORD, `/races?date=${LAST_DAY}`);
  const row = page.locator(".board li").filter({ hasText: "中止" }).first();
  await expect(row).toBeVisible();
  await expect(page.locator(`a[href*="race=${encodeURIComponent(cancelledRaceId ?? "")}"]`)).toHaveCount(0);
  await expectGoodPage(page);
  await page.goto(`/races?date=${LAST_DAY}&race=${encodeURIComponent(cancelledRaceId ?? "")}`);
  await expect(page.getByText("このレースは中止になったため分析できません。")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "分析する" })).toHaveCount(0);
  await expectGoodPage(page);

  const asked = { model_id: modelId, race_id: cancelledRaceId };
  const refused = await callApi<{ detail: string }>(url, owner.token, "/analyze", asked);
  expect([refused.status, refused.body.detail]).toEqual([400, "The race is cancelled."]);
  const user = await webUser(url, owner.email, PASSWORD);
  const form = { model_id: String(modelId), race_id: cancelledRaceId ?? "" };
  const answer = await postForm(url, `/races?date=${LAST_DAY}&race=${cancelledRaceId}`, form, user);
  expect([answer.status, (await answer.text()).includes("このレースは中止になったため分析できません。")]).toEqual([
    400,
    true,
  ]);
});
