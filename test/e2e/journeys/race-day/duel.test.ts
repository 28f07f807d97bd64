import { logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

/** Forecasts of the last weeks that name every winner, fixed an hour before the start. */
const settledEntries = (modelId: number) => `
  insert into record_entries (analysis_id, user_id, model_id, model_name, race_id, date, picks, is_learnt_from,
    completed_at, seen_version, result_kind, bets)
  select 800000000 + m.id * 1000 + row_number() over (order by r.race_id), m.user_id, m.id, m.name, r.race_id, r.date,
    (select json_array(n.horse_num) from runners n where n.race_id = r.race_id and n.finish_position = 1), 0,
    unixepoch(r.date || ' ' || r.start_time, '-10 hours'), r.data_version, 'settled', '[[100,0,0],[100,0,0],[700,0,0]]'
  from races r join models m on m.id = ${modelId}
  where r.venue_type = 1 and r.status = 'result' and r.surface <> 'jump' and r.start_time is not null and r.hidden = 0
    and r.date between '2026-11-03' and '2026-11-16'
    and exists (select 1 from runners n where n.race_id = r.race_id and n.finish_position = 1)`;

test("a fan finds the weeks of the main model against the favourite from the record", { tag: "@both" }, async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "taiketsu");
  const modelId = await newModel(url, token, "対決の素");
  await logIn(page, url, email, undefined, "/models/all/record");
  await page.getByRole("link", { name: "1番人気との対決" }).click();
  await expect(page.getByText("中央の7〜12Rを発走前に分析すると")).toBeVisible();
  await expect(page.getByRole("link", { name: "レースを分析する" })).toHaveAttribute("href", "/races");
  await runStatements(stateDir, [settledEntries(modelId)]);

  await page.goto("/rankings");
  await page.getByRole("link", { name: "1番人気との対決" }).click();
  await expect(page.getByRole("heading", { name: "1番人気に勝ちました" })).toBeVisible();
  await expect(page.getByText("11/10〜11/16")).toBeVisible();
  await expect(page.getByText("2勝0敗0分　2連勝中")).toBeVisible();
  await expect(page.getByText("1週の勝ち負けは、ほとんど運です。")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "11/10からの週は勝" })).toBeVisible();
  await expectGoodPage(page);
  await expectNoOverflow(page);
  expect(await misfits(page)).toEqual([]);
});
