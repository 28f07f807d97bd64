import { finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { misfits } from "#test/e2e/support/misfits.ts";
import { expectGoodPage, expectNoOverflow } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const TODAY = "2026-11-21";
/** All that conditions can change. */
const FEATURES = {
  static: ["騎手", "枠番", "斤量", "天気"],
  average: { rank: { race_customize: ["all"], race_num: [1, 3] } },
};

test("a fan asks what if: nothing is counted, each change can be undone, and what is refused stays typed", {
  tag: "@full",
}, async ({ page }) => {
  const { email, token } = await newAccount(url, "moshimo");
  const modelId = await newModel(url, token, "もしもの素", FEATURES);
  // No other test scratches a horse of this race.
  const raceId = (await racesOf(url, token, TODAY)).at(-14)?.race_id ?? "";
  const path = `/races/${raceId}/what-if`;

  // Without an analysis there is the way to one.
  await logIn(page, url, email, undefined, `${path}?model=${modelId}`);
  await expect(page.getByRole("heading", { name: "もしもの素の分析がありません" })).toBeVisible();
  const way = page.getByRole("link", { name: "このレースを分析する" });
  await expect(way).toHaveAttribute("href", new RegExp(`^/races\\?date=${TODAY}&race=.*model=${modelId}$`));
  await expectGoodPage(page);

  const card = `/races/${raceId}`;
  const toPage = page.getByRole("link", { name: "条件を変えてみる" });
  await page.goto(card);
  await expect(page.getByRole("button", { name: /^もしもの素で分析する/ })).toBeVisible();
  await expect(toPage).toHaveCount(0);

  // With one, the analysis, the race's card and its tab of indices lead here.
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  for (const from of [card, `${card}/models`]) {
    await page.goto(from);
    await expect(toPage).toHaveAttribute("href", `${path}?model=${modelId}`);
  }
  await page.goto(`/analyses/${analysisId}`);
  const indexes = await page.locator(".horse .ix").allInnerTexts();
  await toPage.click();
  await page.waitForURL(`${path}?model=${modelId}`);
  await expect(page.locator(".lead")).toHaveText("条件を変えると、勝率の変化が出ます");
  const rows = page.locator(".what-if-rows > li");
  await expect(rows).toHaveCount(indexes.length);
  // What the figures are not stands before them.
  const text = await page.locator("main").innerText();
  expect(text.indexOf("原因ではありません")).toBeGreaterThan(0);
  expect(text.indexOf("原因ではありません")).toBeLessThan(text.indexOf("条件を変えると、勝率の変化が出ます"));
  await expectGoodPage(page);

  // Going and a scratched horse.
  const form = page.locator("form.wform");
  const send = form.getByRole("button", { name: "計算する" });
  const going = form.getByRole("group", { name: "馬場" }).locator("label:not(:has(:checked))").last();
  const goingWord = await going.innerText();
  await going.click();
  const out = form.getByRole("group", { name: "出走しないことにする馬" }).locator("label");
  await out.first().click();
  await send.click();
  await page.waitForURL(/out=1(&|$)/);
  const changes = page.locator(".scn");
  await expect(changes.getByRole("listitem")).toHaveCount(2);
  await expect(changes).toContainText(`→ ${goingWord}`);
  await expect(page.locator(".wout")).toContainText("出走しないことにした");
  await expect(rows).toHaveCount(indexes.length - 1);
  await expect(page.locator(".lead")).toContainText("2つの条件を変えると、");

  // A horse's weight, place and rider, one horse after the other; those before stay.
  await form.getByLabel("馬", { exact: true }).selectOption("2");
  await form.getByLabel("斤量（kg）").fill("６０．５");
  await form.getByLabel("馬番").selectOption("4");
  await send.click();
  await page.waitForURL(/gate=4/);
  await expect(changes.getByRole("listitem")).toHaveCount(4);
  await form.getByLabel("馬", { exact: true }).selectOption("3");
  const rider = form.getByLabel("騎手");
  const last = (await rider.locator("option").last().getAttribute("value")) ?? "";
  await rider.selectOption(last);
  await send.click();
  await page.waitForURL((address) => address.searchParams.getAll("horse").length > 1);
  await expect(changes.getByRole("listitem")).toHaveCount(5);
  await expect(page.locator(".lead")).toContainText("5つの条件を変えると、");
  await expect(page.locator(".what-if-rows .me")).toHaveCount(2);
  const second = rows.filter({ has: page.locator(".waku", { hasText: /^(\d枠)?2番$/ }) });
  if ((await second.locator("details[open]").count()) === 0) await second.locator("summary").click();
  await expect(second.locator(".contrib")).toContainText("→60.5");
  await expectGoodPage(page);
  await expectNoOverflow(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await misfits(page)).toEqual([]);

  // What is refused says why and stays typed; all else stays changed.
  await form.getByLabel("馬", { exact: true }).selectOption("5");
  await form.getByLabel("斤量（kg）").fill("99");
  await form.getByLabel("馬番").selectOption("4");
  await send.click();
  await page.waitForURL(/kg=99/);
  await expect(page.getByText("斤量は40kgから75kgまで、0.5kgきざみで入れてください。")).toBeVisible();
  await expect(form.getByLabel("斤量（kg）")).toHaveValue("99");
  await expect(form.getByLabel("馬", { exact: true })).toHaveValue("5");
  await expect(form.getByLabel("馬番")).toHaveValue("4");
  await expect(changes.getByRole("listitem")).toHaveCount(5);
  await form.getByLabel("斤量（kg）").fill("");
  await send.click();
  await expect(page.getByText("その馬番には、別の馬を移しています。先にそちらを戻してください。")).toBeVisible();
  await expectGoodPage(page);

  // Undone one by one, then all.
  await changes.getByRole("link", { name: /^馬番 2番 → 4番.*を戻す$/ }).click();
  await expect(changes.getByRole("listitem")).toHaveCount(4);
  await changes.getByRole("link", { name: "すべて戻す" }).click();
  await page.waitForURL(`${path}?model=${modelId}`);
  await expect(changes).toHaveCount(0);
  await expect(rows).toHaveCount(indexes.length);

  // All horses out is refused, and the ticks stay.
  const numbers = await out.locator("input").evaluateAll((boxes) => boxes.map((box) => box.getAttribute("value")));
  await page.goto(`${path}?model=${modelId}&${numbers.map((number) => `out=${number}`).join("&")}`);
  await expect(page.getByText("すべての馬を取消にはできません。1頭は残してください。")).toBeVisible();
  await expect(out.locator("input:checked")).toHaveCount(numbers.length);

  // Nothing was counted.
  await page.goto(`/races?date=${TODAY}&race=${raceId}`);
  await expect(page.getByRole("list", { name: "分析の回数" }).first()).toContainText("無料の分析はあと4回（全5回）");
});

test("the wide page has the form beside the horses", { tag: "@desktop" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "moshimo-hiroi");
  const modelId = await newModel(url, token, "広いもしも", FEATURES);
  const raceId = (await racesOf(url, token, TODAY)).at(-15)?.race_id ?? "";
  await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  await logIn(page, url, email, undefined, `/races/${raceId}/what-if?going=soft&out=1&horse=2&kg=60&gate=3`);
  const form = await page.locator(".wform").boundingBox();
  const horses = await page.locator(".what-if-rows").boundingBox();
  expect(horses?.x ?? 0).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  await expectGoodPage(page);
});
