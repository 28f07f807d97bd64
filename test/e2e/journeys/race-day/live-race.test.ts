import type { Page } from "@playwright/test";
import { logIn, newAccount } from "#test/e2e/support/account.ts";
import { openSiteBindings, runStatements } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const { url, stateDir } = saturday;

const TODAY = "2026-11-21";
const MINUTE = 60_000;
/** Pages ask at least this often, and once more. */
const REFRESH = 16 * MINUTE;

/** A race of the afternoon, which no other test uses, with or without odds, and the numbers of its horses that start. */
async function raceOfDay(raceNum: number, hasOdds: boolean): Promise<{ raceId: string; horses: number[] }> {
  const { DB } = openSiteBindings(stateDir);
  const race = await sql(DB)`select race_id as raceId from races
    where date = ${TODAY} and status = 'scheduled' and venue_type = 1 and race_num = ${raceNum}
    and hidden = 0 and runner_count >= 8 order by venue limit 1`.first<{ raceId: string }>();
  if (race === null) throw new Error("the sample has no such race");
  const { raceId } = race;
  const [odds, popularity] = hasOdds ? ["2 + horse_num", "horse_num"] : ["null", "null"];
  await runStatements(stateDir, [
    `delete from odds where race_id = '${raceId}'`,
    `update runners set win_odds = ${odds}, popularity = ${popularity} where race_id = '${raceId}'`,
  ]);
  const { results } = await sql(DB)`select horse_num as horseNum from runners where race_id = ${raceId}
    and status = 'entered' order by horse_num`.all<{ horseNum: number }>();
  return { raceId, horses: results.map(({ horseNum }) => horseNum) };
}

/** あと6時間12分 */
async function minutesLeft(page: Page): Promise<number> {
  const words = (await page.locator(".left").textContent()) ?? "";
  const [, hours = "0", minutes = ""] = /^あと(?:(\d+)時間)?(\d+)分$/.exec(words) ?? [];
  return Number(hours) * 60 + Number.parseInt(minutes, 10);
}

test("an open card counts the minutes down and takes what is new into its places, while nothing in use moves", {
  tag: "@script",
}, async ({ page, quietConsole }) => {
  const { raceId, horses } = await raceOfDay(9, true);
  const [first = 0, second = 0, last = 0] = [...horses.slice(0, 2), ...horses.slice(-1)];
  const { email } = await newAccount(url, "ima-no-ozzu");
  await page.clock.install();
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  const before = await minutesLeft(page);
  // The page's script runs once they change.
  await expect
    .poll(async () => {
      await page.clock.runFor(MINUTE);
      return await minutesLeft(page);
    })
    .toBeLessThan(before);

  const row = page.locator(`.phone #h${second}`);
  await row.locator("summary").click();
  await row.getByRole("textbox", { name: "メモ" }).fill("書きかけ");
  const top = async () => (await row.boundingBox())?.y ?? Number.NaN;
  const stood = await top();
  const order = await page.locator(".phone .card-horse .waku").allTextContents();
  await runStatements(stateDir, [
    `update runners set win_odds = 88.8, popularity = 1 where race_id = '${raceId}' and horse_num = ${first}`,
    `update runners set status = 'scratched' where race_id = '${raceId}' and horse_num = ${last}`,
  ]);
  const odds = page.locator(`.phone #h${first} .od`);
  await expect(odds).not.toContainText("88.8");

  // Hidden, it asks nothing; shown again, it asks at once.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/now?")) asked.push(request.url());
  });
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.clock.runFor(REFRESH);
  expect(asked).toEqual([]);
  await hide(false);
  await expect(odds).toContainText("88.8");
  await expect(odds).toContainText("1人気");
  await expect(page.locator(".note li", { hasText: `${last}番` })).toContainText("取消");
  await expect(row.getByRole("textbox", { name: "メモ" })).toHaveValue("書きかけ");
  expect(await page.locator(".phone .card-horse .waku").allTextContents()).toEqual(order);
  expect(Math.abs((await top()) - stood)).toBeLessThan(2);

  // A failure is tried again, later.
  await page.route("**/now?*", (route) => route.fulfill({ status: 429 }), { times: 1 });
  await runStatements(stateDir, [
    `update runners set win_odds = 99.9 where race_id = '${raceId}' and horse_num = ${first}`,
  ]);
  await expect(async () => {
    await page.clock.runFor(REFRESH);
    await expect(odds).toContainText("99.9", { timeout: 1000 });
  }).toPass();
  await runStatements(stateDir, [
    `update runners set status = 'entered' where race_id = '${raceId}' and horse_num = ${last}`,
  ]);
  quietConsole.expectFailures([429]);
});

for (const { view, tag, row, cell } of [
  { view: "list", tag: "@script", row: ".phone #h", cell: ".od" },
  { view: "table", tag: "@desktop", row: ".desk #t", cell: ".td-od" },
]) {
  test(`odds and weights that come while a card is open come into its ${view}, and with them their order`, {
    tag,
  }, async ({ page }) => {
    const { raceId, horses } = await raceOfDay(8, false);
    const [first = 0, second = 0] = horses;
    await runStatements(stateDir, [
      `update runners set body_weight_kg = null, body_weight_change_kg = null where race_id = '${raceId}'`,
    ]);
    const { email } = await newAccount(url, `ozzu-mada-${view}`);
    await page.clock.install();
    await logIn(page, url, email, undefined, `/races/${raceId}?sort=popularity`);
    const head = page.getByText("オッズ", { exact: true }).locator("visible=true");
    const byOdds = page.getByRole("link", { name: "人気順" });
    await expect(page.locator(`${row}${first}`)).toBeVisible();
    await expect(page.getByRole("link", { name: "馬番順" })).toHaveAttribute("aria-current", "true");
    await expect(head).toHaveCount(0);
    await expect(byOdds).toHaveCount(0);

    await runStatements(stateDir, [
      `update runners set win_odds = 2 + horse_num, popularity = horse_num, body_weight_kg = 468, body_weight_change_kg = 4
       where race_id = '${raceId}' and horse_num <> ${second}`,
    ]);
    await expect(async () => {
      await page.clock.runFor(REFRESH);
      await expect(head).toHaveCount(1, { timeout: 1000 });
    }).toPass();
    await expect(page.locator(`${row}${first}`)).toContainText(`${(2 + first).toFixed(1)}`);
    await expect(page.locator(`${row}${first}`)).toContainText("468(+4)");
    await expect(page.locator(`${row}${second} ${cell}`)).toHaveText("");
    // The rows stay as they are until they are asked for in their order.
    await expect(byOdds).not.toHaveAttribute("aria-current", "true");
    await byOdds.click();
    await page.waitForURL(`/races/${raceId}?sort=popularity`);
    await expect(byOdds).toHaveAttribute("aria-current", "true");
  });
}
