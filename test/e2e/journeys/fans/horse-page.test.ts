import { finishedAnalysis, horseOf, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const LAST_DAY = "2026-11-15";

test("a fan goes from a card to a horse, makes it a favourite, and notes what the card then says", async ({
  page,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "uma-no-peji");
  const raceId = (await racesOf(url, token, LAST_DAY)).at(-1)?.race_id ?? "";
  const modelId = await newModel(url, token, "末脚くん");
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  const row = page
    .locator(".phone .card-horse")
    .filter({ has: page.locator("form") })
    .first();
  const name = await row.locator(".row-name b").innerText();
  await row.locator("summary").click();
  await row.getByRole("link", { name: "馬のページ" }).click();
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  const horse = new URL(page.url()).pathname;
  const start = page.locator(".runs li").filter({ has: page.locator(`a[href="/races/${raceId}"]`) });
  await expect(start.locator(".tm")).toHaveText(/指数[+−]?\d+\.\d\d/);

  await page.getByRole("button", { name: "お気に入り", pressed: false }).click();
  await expect(page.getByRole("button", { name: "お気に入り", pressed: true })).toBeVisible();
  await expect(page.getByText("お気に入りに加えました")).toBeVisible();
  await page.getByRole("textbox", { name: "メモ" }).fill("直線で前が壁。");
  await page.getByRole("button", { name: "メモを保存" }).click();
  await page.waitForURL(`${horse}?done=note#note`);
  await expect(page.locator("#note").getByRole("status")).toHaveText("保存しました");
  await expect(page.getByRole("textbox", { name: "メモ" })).toHaveValue("直線で前が壁。");
  await expectGoodPage(page);

  await page.getByRole("link", { name: "お気に入りの一覧" }).click();
  const listed = page.getByRole("listitem").filter({ hasText: name });
  await expect(listed).toContainText("直線で前が壁。");
  await expectGoodPage(page);
  await listed.getByRole("link", { name }).first().click();
  await page.waitForURL(`${url}${horse}`);

  const long = "あ".repeat(201);
  await page.getByRole("textbox", { name: "メモ" }).evaluate((note) => note.removeAttribute("maxlength"));
  await page.getByRole("textbox", { name: "メモ" }).fill(long);
  await page.getByRole("button", { name: "メモを保存" }).click();
  await expect(page.getByText("200文字以内にしてください")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "メモ" })).toHaveValue(long);
  await page.getByRole("textbox", { name: "メモ" }).fill("");
  await page.getByRole("button", { name: "メモを保存" }).click();
  await expect(page.locator("#note").getByRole("status")).toHaveText("保存しました");

  await page.getByRole("button", { name: "お気に入り" }).click();
  await expect(page.getByText("お気に入りから外しました")).toBeVisible();
  await expect(page.getByRole("button", { name: "お気に入り", pressed: false })).toBeVisible();
  await page.goto("/favourites");
  await expect(page.getByText("お気に入りの馬はまだありません")).toBeVisible();
  await page.goto(horse);
  await page.locator(".runs a").first().click();
  await page.waitForURL(/\/races\/[^/]+$/);
  quietConsole.expectFailures([400]);
});

test("an unknown horse is a 404 with a way on", async ({ page, quietConsole }) => {
  const { email } = await newAccount(url, "shiranai-uma");
  await logIn(page, url, email, undefined, "/races");
  await page.goto("/horses/no-such-horse");
  await expect(page.getByText("該当する馬が見つかりません")).toBeVisible();
  await expect(page.getByRole("link", { name: "レースを探す" })).toBeVisible();
  quietConsole.expectFailures([404]);
});

test("on a wide screen the starts are one table", { tag: "@desktop" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "hiroi-uma");
  // Not the race before it, which another file's tests cancel.
  const raceId = (await racesOf(url, token, LAST_DAY)).at(-1)?.race_id ?? "";
  const horseId = await horseOf(url, token, raceId);
  await logIn(page, url, email, undefined, `/horses/${horseId}`);
  const rows = page.getByRole("table", { name: /全成績/ }).getByRole("row");
  expect(await rows.count()).toBe((await page.locator(".phone .runs > li").count()) + 1);
  await expect(page.locator(".phone")).toBeHidden();
  await expectGoodPage(page);
});
