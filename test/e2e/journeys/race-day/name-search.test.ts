import { logIn, newAccount, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { namesEntered, openSiteBindings } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const { url } = saturday;
const TODAY = "2026-11-21";

test("a horse, a race and a jockey are found from any page by the beginning of their name in any kana", async ({
  page,
  javaScriptEnabled,
}) => {
  test.setTimeout(240_000);
  const { email, token } = await newAccount(url, "kensaku");
  const [race] = await racesOf(url, token, TODAY);
  const raceId = race?.race_id ?? "";
  const { DB } = openSiteBindings(saturday.stateDir);
  const runner = await sql(DB)`select horse_name horse, jockey_name jockey from runners
    where race_id = ${raceId} order by horse_num`.first<{ horse: string; jockey: string }>();
  const { horse = "", jockey = "" } = runner ?? {};
  await namesEntered(saturday.stateDir);
  await logIn(page, url, email, undefined, `/races?date=${TODAY}`);
  await page.locator("header.bar").getByRole("link", { name: "さがす" }).click();
  await page.waitForURL("/search");
  const field = page.getByRole("searchbox", { name: "馬名・レース名・騎手名" });
  if (javaScriptEnabled) await expectGoodPage(page);
  // In hiragana, and not to the end.
  const beginning = horse.slice(0, -1).replace(/[ァ-ヶ]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0x60));
  await field.fill(beginning);
  await page.getByRole("button", { name: "さがす" }).click();
  await page.waitForURL(/\/search\?q=/);
  await expect(page.getByRole("heading", { name: "馬", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: new RegExp(`^${horse}`) }).first()).toHaveAttribute(
    "href",
    /^\/horses\//,
  );
  await expect(field).toHaveValue(beginning);
  if (javaScriptEnabled) await expectGoodPage(page);

  await field.fill(jockey);
  await page.getByRole("button", { name: "さがす" }).click();
  const rides = page.locator(".rides", {
    has: page.getByRole("heading", { name: new RegExp(`^${jockey}\\s*2026年`) }),
  });
  await expect(rides).toContainText("2026年11月21日（土）");
  const ride = rides.locator(`a[href="/races/${raceId}"]`);
  await expect(ride).toContainText(horse);
  if (javaScriptEnabled) await expectGoodPage(page);
  await ride.click();
  await page.waitForURL(`/races/${raceId}`);

  await page.goto(`/search?q=${encodeURIComponent(race?.name.slice(0, 3) ?? "")}`);
  await expect(page.getByRole("heading", { name: "レース", exact: true, level: 2 })).toBeVisible();
  const races = page.locator("section.sec", { has: page.getByRole("heading", { name: "レース", exact: true }) });
  await expect(races.locator(".list a").first()).toHaveAttribute("href", /^\/races\//);
});

test("an empty, a too short and an unknown name are answered in words, and signs are no wildcards", {
  tag: "@full",
}, async ({ page }) => {
  const { email } = await newAccount(url, "mikensaku");
  await logIn(page, url, email, undefined, "/search");
  await expect(page.getByText("名前のはじめを入れてください。")).toBeVisible();
  for (const text of ["ハ", "%", "__", "ー"]) {
    await page.goto(`/search?q=${encodeURIComponent(text)}`);
    await expect(page.getByText("2文字以上（漢字は1文字以上）入れてください。")).toBeVisible();
  }
  await page.goto(`/search?q=${encodeURIComponent("<b>いない馬</b>")}`);
  await expect(page.getByText("「<b>いない馬</b>」ではじまる馬・レース・騎手は見つかりませんでした。")).toBeVisible();
});
