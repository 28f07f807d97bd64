import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

const { url } = saturday;

const LAST_DAY = "2026-11-15";

test("a fan reads a card with its past runs, analyses the race, and sees how it ended", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "shutsuba");
  const modelId = await newModel(url, token, "出馬表くん");
  const race = (await racesOf(url, token, LAST_DAY)).at(-4);
  const raceId = race?.race_id ?? "";
  await logIn(page, url, email, undefined, `/races?date=${LAST_DAY}`);
  await page.locator(`a[href="/races/${raceId}"]`).click();
  await page.waitForURL(`/races/${raceId}`);
  await expect(page.getByRole("heading", { name: race?.name ?? "", level: 2 })).toBeVisible();
  const horses = page.locator(".phone .card-horse");
  expect(await horses.count()).toBeGreaterThan(4);
  await expect(page.getByText("AIの指数")).toHaveCount(0);
  await expect(page.locator(".conditions")).toContainText(/コース(芝|ダ)\d{4}m [右左]/);
  await expect(page.locator(".rhead").getByRole("link", { name: "このレースを分析する" })).toBeVisible();
  const ran = horses.filter({ has: page.locator(".form i") }).first();
  await ran.locator("summary").click();
  await expect(ran.locator(".runs li").first()).toContainText(/\d+頭/);
  if (javaScriptEnabled) await expectGoodPage(page);

  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await page.getByRole("link", { name: "人気順" }).click();
  await page.waitForURL(`/races/${raceId}?sort=popularity`);
  await expect(horses.first()).toContainText("1人気");
  await page.getByRole("link", { name: "指数順" }).click();
  await page.waitForURL(`/races/${raceId}?sort=index`);
  await expect(horses.first().getByRole("img", { name: "◎ 本命" })).toBeVisible();
  await expect(page.getByText("近走の「指数」は、")).toBeVisible();
  const rated = horses.filter({ has: page.locator(".form small") }).first();
  await rated.locator("summary").click();
  await expect(rated.locator(".runs li").filter({ hasText: /指数 [+−]?\d\.\d\d/ })).not.toHaveCount(0);
  await expect(rated.locator(".six")).toContainText(/能力[+−]?\d\.\d\d\d+位/);
  if (javaScriptEnabled) await expectGoodPage(page);
  const head = page.locator(".rhead");
  await expect(head.getByRole("link", { name: "出馬表くん" })).toBeVisible();
  await expect(head.locator(".pill")).toHaveText("発走後の分析");
  await expect(head.getByRole("img", { name: /^馬番順の指数。◎.*結果は1着/ })).toBeVisible();
  await expect(head.getByRole("link", { name: "印と内訳を見る" })).toHaveAttribute("href", /^\/analyses\/\d+$/);
  await expect(page.getByRole("link", { name: "条件を変えてみる" })).toHaveAttribute(
    "href",
    `/races/${raceId}/what-if?model=${modelId}`,
  );

  await page.getByRole("link", { name: "結果", exact: true }).click();
  await page.waitForURL(`/races/${raceId}/result`);
  await expect(page.locator(".order tbody tr").first().locator("td").first()).toHaveText("1");
  await expect(page.getByRole("heading", { name: "払戻金" })).toBeVisible();
  await expect(page.locator(".pace")).toContainText(/4コーナー.*ラップ\d\d?\.\d – /);
  await expect(page.locator(".own")).toContainText("出馬表くん");
  if (javaScriptEnabled) await expectGoodPage(page);
});

test("a race with a withdrawn horse says so above its tabs, on each of them", async ({ page, javaScriptEnabled }) => {
  const { DB } = openSiteBindings(saturday.stateDir);
  const gone = await sql(DB)`select race_id as raceId, horse_num as horseNum, horse_name as horseName
    from races join runners using (race_id)
    where runners.status = 'scratched' and races.status = 'result' and hidden = 0 and date <= ${LAST_DAY}
    order by date desc, race_id`.first<{
    raceId: string;
    horseNum: number;
    horseName: string;
  }>();
  if (gone === null) throw new Error("no horse of the sample is withdrawn");
  const { email } = await newAccount(url, "torikeshi");
  await logIn(page, url, email, undefined, `/races/${gone.raceId}`);
  for (const tab of ["出馬表", "指数", "買い目", "結果"]) {
    await page.getByRole("link", { name: tab, exact: true }).first().click();
    await expect(page.locator(".rtabs [aria-current]")).toHaveText(tab);
    await expect(page.getByRole("heading", { name: /^変更 \d+件$/ })).toBeVisible();
    await expect(page.locator(".static-html:has(+ .rtabs) li")).toContainText([
      `${gone.horseNum}番 ${gone.horseName} 取消`,
    ]);
  }
  if (javaScriptEnabled) await expectGoodPage(page);
});

test("the wide card is one table of the same horses", { tag: "@desktop" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "umabashira");
  const raceId = (await racesOf(url, token, LAST_DAY)).at(-3)?.race_id;
  await finishedAnalysis(url, token, { model_id: await newModel(url, token, "馬柱くん"), race_id: raceId });
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  await expect(page.locator(".phone")).toBeHidden();
  await expect(page.locator(".card-table .run-index").first()).toHaveText(/^指数[+−]?\d\.\d\d$/);
  await page.locator(".ai2 summary").first().click();
  await expect(page.locator(".ai2 .six").first()).toBeVisible();
  const rows = page.getByRole("table", { name: /馬柱/ }).getByRole("row");
  expect(await rows.count()).toBe((await page.locator(".phone .card-horse").count()) + 1);
  await expectGoodPage(page);
  // On paper it is one page of A4, on a phone's as on this screen.
  await page.setViewportSize({ width: 390, height: 800 });
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("a slow phone, whose browser reads ahead of the page, loads the stylesheets that the page holds after its scripts", {
  tag: "@script",
}, async ({ page, context }) => {
  const { email, token } = await newAccount(url, "osoi");
  const [race] = await racesOf(url, token, LAST_DAY);
  const path = `/races/${race?.race_id}`;
  await logIn(page, url, email, undefined, path);
  // Otherwise this page's stylesheets may be the first that the next one counts.
  await expect(page.locator("style[data-style]")).toHaveCount(0);
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  let loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  for (const each of ["/home", path]) {
    loaded = [];
    // From the text of the document: the framework takes these links off the page once it is hydrated.
    const html = (await (await page.goto(each))?.text()) ?? "";
    const scripts = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)].map(([, href]) => href);
    await expect(page.locator("style[data-style]")).toHaveCount(0);
    // Not the one for paper, which browsers load at the lowest priority in any place.
    const first = loaded.findIndex((file) => file.endsWith(".css") && !file.includes("print"));
    expect(scripts.length).toBeGreaterThan(3);
    expect(loaded.slice(0, first)).toEqual(expect.arrayContaining(scripts));
  }
});
