import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const TODAY = "2026-11-21";

test("a fan records a planned ticket as bought, corrects it, and types another by hand", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "shuushi");
  const modelId = await newModel(url, token, "収支の素");
  const race = (await racesOf(url, token, TODAY)).at(javaScriptEnabled ? -5 : -6);
  const raceId = race?.race_id ?? "";
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await logIn(page, url, email, undefined, `/races/${raceId}/bets?ticket=wide&budget=1200`);
  await page
    .getByRole("button", { name: /を収支に記録する$/ })
    .first()
    .click();
  await page.waitForURL("/tickets?done=recorded");
  await expect(page.getByText("馬券を記録しました")).toBeVisible();
  const list = page.getByRole("listitem").filter({ hasText: "ワイド 6点" });
  await expect(list).toContainText("1,200円");
  await expect(list).toContainText("収支の素・発走前");
  await list.getByRole("textbox").fill("350");
  await list.getByRole("button", { name: "金額を直す" }).click();
  const refused = page.getByRole("alert");
  await expect(refused).toContainText("100円単位で入れてください");
  await expect(refused).toContainText("ワイド");
  await expect(refused.getByRole("textbox")).toHaveValue("350");
  await expectNoOverflow(page);
  await refused.getByRole("textbox").fill("300");
  await refused.getByRole("button", { name: "金額を直す" }).click();
  await page.waitForURL("/tickets?done=changed");
  await expect(list).toContainText("1,800円");

  // Typed by hand: a fault is named, and nothing typed is lost.
  await page.getByLabel("券種", { exact: true }).selectOption({ label: "三連単" });
  await page.getByLabel("馬番・枠番").fill("1→2→3 3-2-2");
  await page.getByLabel("1点の金額（円）").fill("150");
  await page.getByRole("button", { name: "記録する", exact: true }).click();
  await expect(page.getByText("金額は100円から1,000,000円まで、100円単位で入れてください。")).toBeVisible();
  await expect(page.getByLabel("馬番・枠番")).toHaveValue("1→2→3 3-2-2");
  await page.getByLabel("1点の金額（円）").fill("200");
  await page.getByRole("button", { name: "記録する", exact: true }).click();
  await expect(page.getByText("2組目に、同じ番号か、前と同じ組があります。")).toBeVisible();
  await page.getByLabel("馬番・枠番").fill("1→2→3 3-2-1");
  await page.getByRole("button", { name: "記録する", exact: true }).click();
  await page.waitForURL("/tickets?done=recorded");
  const typed = page.getByRole("listitem").filter({ hasText: "三連単 2点" });
  await expect(typed).toContainText("1 → 2 → 3、3 → 2 → 1（各200円）");
  await expect(page.getByRole("table", { name: "券種ごと" })).toContainText("結果待ち 1,800円");
  await expectGoodPage(page);
  await expectNoOverflow(page);
  expect(await misfits(page)).toEqual([]);
  const file = await page.request.get(`${url}/tickets.csv`);
  expect((await file.text()).trim().split("\r\n")).toHaveLength(9);

  const target = page.getByRole("link", { name: "11/21", exact: true });
  const bets = await page.request.get(`${url}${await target.getAttribute("href")}`);
  expect(await bets.text()).toMatch(/^(\d{16},0,[47],\d+,\d+,\d+,\d+00,0,0,,,\r\n){8}$/);
  await typed.getByRole("button", { name: "取り消す" }).click();
  await page.waitForURL("/tickets?done=deleted");
  await expect(typed).toHaveCount(0);
  // The record of the models leads here.
  await page.goto("/models/all/record");
  await page.getByRole("link", { name: "自分で買った馬券の収支" }).click();
  await expect(list).toBeVisible();
  quietConsole.expectFailures([400, 400, 400]);
});
