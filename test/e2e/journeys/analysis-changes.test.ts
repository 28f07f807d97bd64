import { callApi, finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements, setPlan, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

const TODAY = "2026-11-21";

test("a page says what changed after its analysis and who does not run, and offers a new one, which counts", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "henkou");
  const modelId = await newModel(url, token, "変更を知る");
  // A race that has not started, and of its own for each project.
  const race = (await racesOf(url, token, TODAY)).at(javaScriptEnabled ? -3 : -4);
  const raceId = race?.race_id ?? "";
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  const changes = page.locator("section").filter({ has: page.getByRole("heading", { name: "分析後の変更" }) });
  const again = changes.getByRole("button", { name: "もう一度分析する" });
  const counters = page.getByRole("list", { name: "分析の回数" });
  await logIn(page, url, email, undefined, `/analyses/${analysisId}`);
  await expect(page.getByRole("heading", { name: "馬ごとの指数" })).toBeVisible();
  await expect(changes).toHaveCount(0);
  const best = page.locator(".horse").first();
  const horseNum = Number(
    /\d+(?=番)/.exec((await best.locator(".waku").textContent())?.replace(/^\d+枠/, "") ?? "")?.[0],
  );
  const name = (await best.locator(".row-name b").textContent()) ?? "";

  // What an import would write; the version is another one, of which the features hold the data.
  const change = (version: number, ...fields: string[]) => [
    `update races set ${["data_version = data_version", `inputs_version = ${version}`, ...fields].join(", ")} where race_id = '${raceId}'`,
  ];
  await runStatements(stateDir, [
    ...change(0, "going = case going when 'soft' then 'firm' else 'soft' end", "start_time = '16:55'"),
    `update runners set status = 'scratched' where race_id = '${raceId}' and horse_num = ${horseNum}`,
    `update runners set jockey_id = 'substitute', jockey_name = '代打' where race_id = '${raceId}' and horse_num =
       (select max(horse_num) from runners where race_id = '${raceId}' and horse_num <> ${horseNum})`,
  ]);
  await page.goto(`/analyses/${analysisId}`);
  await expect(changes.getByText(`${horseNum}番 ${name} 取消`)).toBeVisible();
  await expect(changes.getByText(/^馬場状態 .+ → (良|不良)$/)).toBeVisible();
  await expect(changes.getByText(/^発走時刻 .+ → 16:55$/)).toBeVisible();
  await expect(changes.getByText(/^\d+番 .+ 騎手 .+ → 代打$/)).toBeVisible();
  await expect(changes.getByText("もう一度分析すると、分析1回として数えます。")).toBeVisible();
  // The withdrawn horse stands last without mark and chance; no mark moves up, and the chances of the others sum to one.
  const last = page.locator(".horse").last();
  await expect(last.locator(".horse-row .out")).toHaveText(/^取消/);
  await expect(last.locator(".horse-row .pr")).toHaveCount(0);
  await expect(best.getByRole("img", { name: "○ 対抗" })).toBeVisible();
  const chances = await page.locator(".horse-row .pr").allTextContents();
  const sum = chances.reduce((total, words) => total + Number(/([\d.]+)%/.exec(words)?.[1]), 0);
  expect(Math.abs(sum - 100)).toBeLessThan(0.05 * chances.length + 0.001);
  await expectGoodPage(page);

  await again.click();
  await page.waitForURL(/\/analyses\/\d+\?done=accepted$/);
  const renewedPath = new URL(page.url()).pathname;
  expect(renewedPath).not.toBe(`/analyses/${analysisId}`);
  await expect(page.getByText(`「${race?.race_num}R ${race?.name}」の分析を受け付けました。`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "馬ごとの指数" })).toBeVisible({ timeout: 60_000 });
  await expect(changes).toHaveCount(0);
  await page.goto("/races");
  await expect(counters).toHaveText("無料の分析はあと3回（全5回）");

  // Requested once more, it is the same one and does not count.
  await page.goto(`/analyses/${analysisId}`);
  await again.click();
  await page.waitForURL(`${url}${renewedPath}?done=accepted`);
  await page.goto("/races");
  await expect(counters).toHaveText("無料の分析はあと3回（全5回）");

  // The start time is told, and alters no index.
  await runStatements(stateDir, change(0, "start_time = '16:59'"));
  await page.goto(renewedPath);
  await expect(changes.getByText("発走時刻 16:55 → 16:59")).toBeVisible();
  await expect(again).toHaveCount(0);

  // A limit refuses on the page itself.
  await runStatements(stateDir, [
    ...change(-1, "weather = case weather when 'snow' then 'fine' else 'snow' end"),
    `insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
       select users.id, 'analysis', -users.id * 10 - value, '${TODAY}', '2026-11', 1, created_at
       from users, json_each('[1, 2, 3]') where users.id = ${userIdOf(email)}`,
  ]);
  await page.goto(renewedPath);
  await again.click();
  await expect(changes.getByText("本日の分析回数が上限に達しています。")).toBeVisible();
  await expectGoodPage(page);
  quietConsole.expectFailures([400]);
});

test("after a scratch a paid user's marks follow by themselves: the bell and the page name what moved, and nothing counts", {
  // The site's sweep runs the job within a minute.
  tag: "@full",
}, async ({ page, javaScriptEnabled }) => {
  const { email, token } = await newAccount(url, "shirushi");
  await setPlan(stateDir, email, 2);
  const modelId = await newModel(url, token, "印が動く");
  const race = (await racesOf(url, token, TODAY)).at(javaScriptEnabled ? -18 : -19);
  const raceId = race?.race_id ?? "";
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  const found = await callApi<{ result: { scores: { uma_num: number }[] } }>(
    ...[url, token, `/analysis_result?analysis_result_id=${analysisId}`],
  );
  const [first = 0, second = 0, third = 0] = found.body.result.scores.map(({ uma_num: horseNum }) => horseNum);
  // What an import would write, two minutes after the analysis.
  await runStatements(stateDir, [
    `update analyses set completed_at = completed_at - 120 where id = ${analysisId}`,
    `update runners set status = 'scratched' where race_id = '${raceId}' and horse_num in (${first}, ${second})`,
    `update races set inputs_version = 0 where race_id = '${raceId}'`,
    `insert into jobs (id, kind, queue, subject, payload, status, run_after, created_at)
       select 'marks-' || id, 'renew-marks', 'score', race_id || ' 0', json_object('raceId', race_id, 'version', 0),
         'queued', created_at, created_at from analyses where id = ${analysisId}`,
  ]);
  await logIn(page, url, email);
  const notice = page.getByRole("link", { name: `印が変わりました（${third}番 ▲→◎` });
  await expect(async () => {
    await page.reload();
    await page.getByLabel("お知らせ", { exact: false }).first().click();
    await expect(notice).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 100_000 });
  await notice.click();
  const versions = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "前の分析からの印の変化" }) });
  await expect(versions.getByText(`${third}番 ▲→◎`)).toBeVisible();
  await expect(versions.getByText(`${first}番 ◎→無印`)).toBeVisible();
  await expect(page.locator(".best").getByText("本命")).toBeVisible();
  await expectGoodPage(page);
  await versions.getByRole("link", { name: /^前の分析（/ }).click();
  await page.waitForURL(`${url}/analyses/${analysisId}`);
  await expect(page.getByRole("link", { name: "新しい分析" })).toBeVisible();
  const me = await callApi<{ analyzes_day: number }>(url, token, "/users/me/");
  expect(me.body.analyzes_day).toBe(1);
});
