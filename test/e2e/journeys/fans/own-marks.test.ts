import type { Page } from "@playwright/test";
import { logIn, newAccount, PASSWORD, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage, postForm, webUser } from "#test/e2e/support/web.ts";

const { url } = saturday;

const TODAY = "2026-11-21";
const LAST_DAY = "2026-11-15";

/** The row of the first horse that runs, opened. */
async function openRow(page: Page) {
  const row = page
    .locator(".phone .card-horse")
    .filter({ has: page.locator("form") })
    .first();
  await row.locator("summary").click();
  await expect(row.getByRole("textbox", { name: "メモ" })).toBeVisible();
  return row;
}

test("a fan marks a horse and notes what was seen, finds both again, and a note that is too long keeps its text", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "jibun-no-shirushi");
  const raceId = (await racesOf(url, token, TODAY)).at(-1)?.race_id ?? "";
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  let row = await openRow(page);
  await row.getByRole("radio", { name: "◎ 本命" }).check();
  if (!javaScriptEnabled) {
    await row.getByRole("button", { name: "印とメモを保存" }).click();
    await page.waitForURL(/[?]saved=\d+#h\d+$/);
  }
  await expect(row.getByRole("status")).toHaveText("保存しました");
  await expect(row.locator(".mine").getByRole("img", { name: "◎ 本命" })).toBeVisible();

  await row.getByRole("textbox", { name: "メモ" }).fill("坂の下りから動いて長く脚を使った。");
  await row.getByRole("button", { name: "印とメモを保存" }).click();
  await expect(row.getByRole("status")).toHaveText("保存しました");
  await page.goto(`/races/${raceId}`);
  row = await openRow(page);
  await expect(row.getByRole("textbox", { name: "メモ" })).toHaveValue("坂の下りから動いて長く脚を使った。");
  await expect(row.getByRole("radio", { name: "◎ 本命" })).toBeChecked();
  await expectGoodPage(page);

  const long = "あ".repeat(201);
  await row.getByRole("textbox", { name: "メモ" }).evaluate((note) => note.removeAttribute("maxlength"));
  await row.getByRole("textbox", { name: "メモ" }).fill(long);
  await row.getByRole("button", { name: "印とメモを保存" }).click();
  if (javaScriptEnabled) {
    await expect(row.getByRole("status")).toHaveText("200文字以内にしてください");
    await expect(row.getByRole("textbox", { name: "メモ" })).toHaveValue(long);
  } else {
    const refused = page.locator("section").filter({ has: page.locator("#entry") });
    await expect(refused.getByText("200文字以内にしてください")).toBeVisible();
    await expect(refused.getByRole("textbox", { name: "メモ" })).toHaveValue(long);
    await expect(refused.getByRole("radio", { name: "◎ 本命" })).toBeChecked();
    await refused.getByRole("textbox", { name: "メモ" }).fill("短くした。");
    await refused.getByRole("button", { name: "印とメモを保存" }).click();
    await page.waitForURL(/[?]saved=\d+#h\d+$/);
    await expect(page.locator(".phone .card-horse details[open]").getByRole("textbox", { name: "メモ" })).toHaveValue(
      "短くした。",
    );
  }
  quietConsole.expectFailures([400]);
});

test("after the start the mark stays and the note is open", async ({ page }) => {
  const { email, token } = await newAccount(url, "hassou-zumi");
  const raceId = (await racesOf(url, token, LAST_DAY)).at(-3)?.race_id ?? "";
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  const row = await openRow(page);
  await expect(row.getByText("発走したので、印は変えられません")).toBeVisible();
  await expect(row.getByRole("radio")).toHaveCount(0);
  await row.getByRole("textbox", { name: "メモ" }).fill("直線で前が開かず。");
  await row.getByRole("button", { name: "メモを保存" }).click();
  await expect(row.getByRole("status")).toHaveText("保存しました");
});

test("a form of before the start, sent after it, keeps the note and says that the mark stays", {
  tag: "@once",
}, async () => {
  const account = await newAccount(url, "okure-no-shirushi");
  const raceId = (await racesOf(url, account.token, LAST_DAY)).at(-3)?.race_id ?? "";
  const user = await webUser(url, account.email, PASSWORD);
  const path = `/races/${raceId}`;
  const horse = /name="horse_id" value="([^"]+)"/.exec(await (await getPage(url, path, user)).text())?.[1] ?? "";
  const fields = { parts: "mark-note", horse_id: horse, view: "list", mark: "favourite", note: "遅れた印" };
  const answer = await postForm(url, path, fields, user);
  const target = answer.headers.get("Location") ?? "";
  expect([answer.status, /\?saved=(\d+)&done=noted#h\1$/.test(target)]).toEqual([303, true]);
  const page = await (await getPage(url, target, user)).text();
  expect(page).toContain("発走したので印は変えられません。メモは保存しました。");
  expect(page).toContain("遅れた印");
  const saving = await postForm(url, `${path}/marks`, { ...fields, parts: "mark" }, user);
  expect([saving.status, await saving.json()]).toEqual([
    409,
    { isSaved: false, words: "発走したので、印は変えられません" },
  ]);
  const unknown = await postForm(url, `${path}/marks`, { ...fields, horse_id: "none" }, user);
  expect(unknown.status).toBe(404);
});

test("on a wide screen the mark is set in the table", { tag: ["@desktop", "@full"] }, async ({ page }) => {
  const { email, token } = await newAccount(url, "hiroi-shirushi");
  const raceId = (await racesOf(url, token, TODAY)).at(-1)?.race_id ?? "";
  await logIn(page, url, email, undefined, `/races/${raceId}`);
  const cell = page
    .locator(".card-table tbody td.own-mark-cell")
    .filter({ has: page.locator("form") })
    .first();
  await cell.locator("summary").click();
  await cell.getByRole("radio", { name: "☆ 穴" }).check();
  await expect(cell.getByRole("status")).toHaveText("保存しました");
  await expect(cell.locator("summary").getByRole("img", { name: "☆ 穴" })).toBeVisible();
  await cell.getByRole("textbox", { name: "メモ" }).fill("平坦で。");
  await cell.getByRole("button", { name: "印とメモを保存" }).click();
  await expect(cell.getByRole("status")).toHaveText("保存しました");
  await expectGoodPage(page);
  await cell.getByRole("textbox", { name: "メモ" }).press("Escape");
  await expect(cell.getByRole("textbox", { name: "メモ" })).toBeHidden();
  await expect(cell.locator("summary")).toBeFocused();
  await page.goto(`/races/${raceId}?sort=mark`);
  const first = page.locator(".card-table tbody tr").first();
  await expect(first.locator("td.own-mark-cell").getByRole("img", { name: "☆ 穴" })).toBeVisible();
  await expect(first.locator(".memo1")).toHaveText("平坦で。");
});
