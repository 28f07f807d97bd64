import { callApi, logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { expectGoodPage, waitUntilIdle } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const NAME = "AIモデルの名前";
const GO = "この内容でつくる";

test("a refused model form says why at its place and keeps what was typed", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "kotowari");
  await logIn(page, url, email, undefined, "/models/create");
  const send = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      page.getByRole("button", { name: GO }).last().click(),
    ]);
    return answer.status();
  };

  expect(await send()).toBe(400);
  await expect(page.locator(".err", { hasText: "名前がありません" })).toBeVisible();
  await expect(page.getByText("1つ以上選択してください", { exact: true })).toBeVisible();
  if (javaScriptEnabled) {
    // The first field at fault has the focus, so it is in view although the button is at the foot.
    await expect(page.getByLabel(NAME)).toBeFocused();
    await expectGoodPage(page);
  }

  const tooLong = "一二三四五六七八九十一二三四五六";
  await page.getByLabel(NAME).fill(tooLong);
  await page.locator('input[name="static"][value="騎手"]').check();
  await page.locator('input[name="average"][value="rank"]').check();
  expect(await send()).toBe(400);
  await expect(page.locator(".err", { hasText: "AIモデル名は15文字以内にしてください" })).toBeVisible();
  await expect(page.getByText("1つ以上選択してください", { exact: true })).toHaveCount(2);
  await expect(page.getByLabel(NAME)).toHaveValue(tooLong);
  await expect(page.locator('input[name="static"][value="騎手"]')).toBeChecked();

  // 11 counts × 4 conditions = 44, and 7 of the plain ones make 51 of 50.
  await page.getByLabel(NAME).fill("多すぎる");
  for (const box of await page.locator('input[name="rank_customize"], input[name="rank_num"]').all()) {
    await box.setChecked(true, { force: true });
  }
  for (const name of ["枠番", "出走間隔", "出走頭数", "斤量", "血統", "天気"]) {
    await page.locator(`input[name="static"][value="${name}"]`).check();
  }
  const bar = page.locator(".meter-bar i");
  const colour = await bar.evaluate((element) => {
    // The over-full bar has the colour of danger, in whatever notation the browser computes it.
    const probe = document.createElement("i");
    probe.style.color = "var(--danger)";
    document.body.appendChild(probe);
    return { bar: getComputedStyle(element).backgroundColor, danger: getComputedStyle(probe).color };
  });
  const channels = (text: string) => (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const scale = colour.bar.startsWith("color(") ? 255 : 1;
  for (const [index, value] of channels(colour.danger).entries()) {
    expect((channels(colour.bar)[index] ?? -1) * scale).toBeCloseTo(value, 0);
  }
  expect(await send()).toBe(400);
  await expect(page.locator(".note", { hasText: "項目が多すぎます。" })).toBeVisible();
  await expect(page.locator(".meter .sr")).toContainText("1項目オーバー（51 / 50）");
  await expect(page.getByLabel(NAME)).toHaveValue("多すぎる");
  expect((await callApi<unknown[]>(url, token, "/models")).body).toEqual([]);
  quietConsole.expectFailures([400, 400, 400]);
});

test("the chosen preset is marked until the choice is another, and an empty question counts as one everywhere", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email } = await newAccount(url, "hajimete");
  await logIn(page, url, email, undefined, "/models/create");
  const pressed = page.locator(".preset [aria-pressed=true]");
  await expect(pressed).toHaveCount(0);
  for (const [name, text] of [
    ["バランス", "バランス\n近走と適性 34項目"],
    ["はじめて", "はじめて\n定番 12項目"],
  ] as const) {
    await page.locator(".preset button", { hasText: name }).click();
    await expect(pressed).toHaveText([text], { useInnerText: true });
    // The answer shows before the page is read again, which the next press would abort.
    await waitUntilIdle(page);
    // A name that the reader did not type follows the preset.
    await expect(page.getByLabel(NAME)).toHaveValue(`${name}1号`);
  }
  await expectGoodPage(page);

  const counted = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element, "::before").counterReset);
  await page.locator("#first_corner-on").check();
  if (javaScriptEnabled) await expect(pressed).toHaveCount(0);
  // One kind without an answer to either question is one feature: in its row, its seats and the dock.
  const kind = "#kind-first_corner";
  for (const [condition, runs, product] of [
    [[], [], [1, 1, 1]],
    [[0, 1], [], [2, 1, 2]],
    [
      [0, 1],
      [0, 1, 2],
      [2, 3, 6],
    ],
  ] as const) {
    for (const index of condition) await page.locator(`#first_corner-c${index}`).check({ force: true });
    for (const index of runs) await page.locator(`#first_corner-n${index}`).check({ force: true });
    const seats = [".ec", ".en", ".ep", ".total"].map((part) => counted(`${kind} ${part}`));
    expect(await Promise.all(seats)).toEqual([...product, product[2]].map((count) => `n ${count}`));
    await expect(page.locator(`${kind} .total`)).toBeVisible();
    expect(await counted(".meter-line .used")).toBe(`r ${12 + product[2]}`);
  }
});

test("a creation whose answer is lost keeps the form and leads to the list of models", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "todokanai");
  const modelId = await newModel(url, token, "もとのモデル");
  await logIn(page, url, email, undefined, "/models/create");
  await page.getByLabel(NAME).fill("届かない");
  await page.locator('input[name="static"][value="騎手"]').check();
  await page.getByRole("button", { name: GO }).last().click();
  await expect(page.getByRole("button", { name: "作成する" })).toBeVisible();
  const cut = async () =>
    page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await cut();
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText("モデル作成の状況は一覧画面からご確認ください")).toBeVisible();
  await expect(page.getByLabel(NAME)).toHaveValue("届かない");
  await expectGoodPage(page);
  await page.unrouteAll();

  await logIn(page, url, email, undefined, `/models/copy/${modelId}`);
  await page.getByLabel("新しいAIモデルの名前").fill("写しも届かない");
  await cut();
  await waitUntilIdle(page);
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText("モデル作成の状況は一覧画面からご確認ください")).toBeVisible();
  await expect(page.getByLabel("新しいAIモデルの名前")).toHaveValue("写しも届かない");
  await page.unrouteAll();
  await page.getByRole("link", { name: "モデル一覧" }).click();
  await expect(page.getByRole("heading", { name: /もとのモデル/ })).toBeVisible();
  quietConsole.expectFailures(["net::ERR_FAILED", "net::ERR_FAILED"]);
});
