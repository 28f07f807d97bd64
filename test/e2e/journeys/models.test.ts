import { callApi, logIn, newAccount, newModel, SMALL_FEATURES } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements, setPlan } from "#test/e2e/support/site-database.ts";
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
  await expect(page.getByText("名前がありません")).toBeVisible();
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
  await expect(page.getByText("AIモデル名は15文字以内にしてください")).toBeVisible();
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
  await expect(page.getByText("項目が多すぎます。")).toBeVisible();
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
  }
  if (javaScriptEnabled) await expectGoodPage(page);

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

test("the free plan's second model is refused and the form stays", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "futatsume");
  await newModel(url, token, "ひとつめ");
  await logIn(page, url, email, undefined, "/models/create");
  // Said before anything is filled in.
  await expect(page.getByText("AIモデルの所持数が上限に達しています。")).toBeVisible();
  await page.getByLabel(NAME).fill("ふたつめ");
  await page.locator('input[name="static"][value="騎手"]').check();
  await page.getByRole("button", { name: GO }).last().click();
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByRole("dialog").getByText("AIモデルの所持数が上限に達しています。")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.getByRole("button", { name: "戻る" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel(NAME)).toHaveValue("ふたつめ");
  await expect(page.locator('input[name="static"][value="騎手"]')).toBeChecked();
  quietConsole.expectFailures([400]);
});

test("renaming and deleting a model are dialogs with a URL", async ({ page, javaScriptEnabled, quietConsole }) => {
  const { email, token } = await newAccount(url, "namae");
  const modelId = await newModel(url, token, "もとの名前");
  await logIn(page, url, email, undefined, `/models?rename=${modelId}`);
  await expect(page.getByRole("heading", { name: "名称変更", exact: true })).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);
  const name = page.getByLabel("新しい名前を入力してください");
  await name.fill("");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await name.fill("一二三四五六七八九十一二三四五六");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("モデル名は15文字以内にしてください")).toBeVisible();
  await name.fill("あたらしい名前");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("AIモデルの名前を変更しました")).toBeVisible();
  await expect(page.getByRole("heading", { name: /あたらしい名前/ })).toBeVisible();

  await page.goto(`/models?detail=${modelId}`);
  await expect(page.getByRole("dialog").getByText("4/50項目")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.getByRole("link", { name: "閉じる" }).click();
  await page.getByRole("link", { name: /^削除/ }).click();
  await expect(page.getByRole("heading", { name: "あたらしい名前を削除しますか？" })).toBeVisible();
  await expect(page).toHaveURL(`/models?delete=${modelId}`);
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.getByRole("link", { name: "キャンセル" }).click();
  await page.waitForURL("/models");
  await page.goto(`/models?delete=${modelId}`);
  await page.getByRole("button", { name: "モデルを削除" }).click();
  await expect(page.getByText("AIモデルを削除しました")).toBeVisible();
  await expect(page.getByText("まだAIモデルがありません。")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);
  quietConsole.expectFailures([400, 400]);
});

test("a model is inherited under a new name, within the plan's limits", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "hikitsugi");
  const modelId = await newModel(url, token, "もとのモデル");
  await logIn(page, url, email, undefined, "/models");
  await page.getByRole("link", { name: /^引き継ぐ/ }).click();
  await expect(
    page.getByRole("heading", { name: "もとのモデルの特徴量を引き継いで新しいAIモデルを作成しますか？" }),
  ).toBeVisible();
  await expect(page).toHaveURL(`/models?copy=${modelId}`);
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.getByRole("dialog").getByRole("link", { name: "引き継ぎ" }).click();
  await page.waitForURL(`/models/copy/${modelId}`);
  await expect(page.getByText("騎手・枠番")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);

  // Another choice comes before the same one again, and starts from what the model looks at.
  await expect(page.locator("main .btn")).toHaveText(["項目から選び直す", "作成する"], { useInnerText: true });
  await page.getByRole("link", { name: "項目から選び直す" }).click();
  await expect(page.getByText("「もとのモデル」の項目を選んであります。")).toBeVisible();
  const ticked = page.locator('input[name="static"]:checked, input[name="rank_num"]:checked');
  expect(await ticked.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual([
    "騎手",
    "枠番",
    "1",
    "3",
  ]);
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.goto(`/models/copy/${modelId}`);

  const name = page.getByLabel("新しいAIモデルの名前");
  await expect(page.getByText("AIモデルの所持数が上限に達しています。")).toBeVisible();
  const create = page.getByRole("button", { name: "作成する" });
  await create.click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  await name.fill("一二三四五六七八九十一二三四五六");
  await create.click();
  await expect(page.getByText("モデル名は15文字以内にしてください")).toBeVisible();
  await expect(name).toHaveValue("一二三四五六七八九十一二三四五六");
  await name.fill("あとつぎ");
  await create.click();
  await expect(page.getByRole("dialog").getByText("AIモデルの所持数が上限に達しています。")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("link", { name: "プランを変更" })).toHaveAttribute(
    "href",
    "/subscriptions",
  );
  await page.getByRole("button", { name: "戻る" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(name).toHaveValue("あとつぎ");

  await fetch(`${url}/api/models/${modelId}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
  await create.click();
  await expect(page.getByRole("main").getByText("ページが見つかりません")).toBeVisible();
  quietConsole.expectFailures([400, 400, 400, 404]);
});

test("a copied model has the features of the first, and what the new plan cannot use is explained", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "teishi");
  const state = saturday.stateDir;
  await setPlan(state, email, 5);
  const feature = {
    static: ["騎手"],
    average: {
      rank: {
        race_customize: ["all", "course_len", "venue", "race_type"],
        race_num: [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      },
      prize: { race_customize: ["all"], race_num: [1, 2, 3, 4, 5, 6] },
    },
  };
  const big = await newModel(url, token, "多い", feature);
  const first = await newModel(url, token, "はじめ");
  await logIn(page, url, email, undefined, `/models/copy/${first}`);
  await page.getByLabel("新しいAIモデルの名前").fill("うつし");
  await page.getByRole("button", { name: "作成する" }).click();
  await page.waitForURL(/\/models\?created=\d+/);
  await expect(page.getByText("AIモデルの作成が完了しました")).toBeVisible({ timeout: 60_000 });
  const { body: models } = await callApi<{ name: string; feature: unknown }[]>(url, token, "/models");
  expect(models.find(({ name }) => name === "うつし")?.feature).toMatchObject(SMALL_FEATURES);

  await setPlan(state, email, 1);
  await page.goto("/models");
  const names = await page.locator(".model h3").allInnerTexts();
  expect(names.map((text) => text.replace("の名称変更", "").trim())).toEqual(["うつし", "はじめ", "多い"]);
  await page.locator(`#model-${first}`).getByText("このモデルは現在のプランでは利用できません").click();
  await expect(page.getByRole("heading", { name: "このモデルは現在のプランでは利用できません" })).toBeVisible();
  await expect(page).toHaveURL(`/models?disabled=${first}`);
  await expect(page.getByText("いまのプラン：モデル数の上限 1")).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("link", { name: "プランを変更" })).toHaveAttribute(
    "href",
    "/subscriptions",
  );
  if (javaScriptEnabled) await expectGoodPage(page);
  await page.getByRole("dialog").getByRole("link", { name: "戻る" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  if (javaScriptEnabled) await expectGoodPage(page);

  await page.goto(`/models/copy/${big}`);
  await expect(page.getByText("このモデルの項目は、現在のプランでは引き継げません。")).toBeVisible();
  await expect(page.getByRole("button", { name: "作成する" })).toHaveCount(0);
  if (javaScriptEnabled) await expectGoodPage(page);
});

test("a card of the list gives hit and return rates, says what 予測力 is and leads to the report", async ({
  page,
  javaScriptEnabled,
}) => {
  const { email, token } = await newAccount(url, "kaado");
  const modelId = await newModel(url, token, "成績つき");
  await logIn(page, url, email, undefined, "/models");
  const card = page.locator(`#model-${modelId}`);
  const rows = await card.locator(".rates tbody tr").allInnerTexts();
  expect(rows.map((row) => row.split(/\s/)[0])).toEqual(["単勝", "複勝", "馬連"]);
  const winRate = /^単勝\s+[\d.]+%\s+([\d.]+%)/.exec(rows[0] ?? "")?.[1] ?? "no rate";
  await card.locator("summary").click();
  await expect(card.getByText("勝つ馬をどこまで見分けられたかです。")).toBeVisible();
  if (javaScriptEnabled) await expectGoodPage(page);

  await card.getByRole("link", { name: /^検証レポートを読む/ }).click();
  await page.waitForURL(`/models/${modelId}`);
  const figure = page.locator(".kpis > div", { hasText: "単勝の回収率" }).locator(".rate");
  await expect(figure).toHaveText(winRate);
});

test("on a wide screen a card of the list is one line of a table, with and without script", {
  tag: "@desktop",
}, async ({ openPage }) => {
  const { email, token } = await newAccount(url, "yoko");
  await newModel(url, token, "成績つき");
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await openPage({ javaScriptEnabled });
    await logIn(page, url, email, undefined, "/models");
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((box) => box.getBoundingClientRect().left);
    // The figures stand beside the name, and the foot of the page begins where its head does.
    expect(await left(".model .rates")).toBeGreaterThan(await left(".model .skill"));
    expect(await left(".model .skill")).toBeGreaterThan(await left(".model h3"));
    expect(await left(".foot .age")).toBe(await left("main .lead"));
  }
});

test("the edit page renames a complete model, at both of its addresses", async ({
  page,
  javaScriptEnabled,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "henshu");
  const modelId = await newModel(url, token, "もとの名前");
  await logIn(page, url, email, undefined, `/models/${modelId}`);
  await expect(page.getByText("1位の馬が勝った割合")).toBeVisible();
  await page.goto(`/models/edit/${modelId}`);
  if (javaScriptEnabled) await expectGoodPage(page);
  const isInView = () =>
    page.getByText(/^(必須項目です|モデル名は15文字以内にしてください)$/).evaluate((words) => {
      const { top, bottom } = words.getBoundingClientRect();
      return top > 0 && bottom < window.innerHeight;
    });
  await expect(page.getByRole("link", { name: "戻る" })).toHaveAttribute("href", "/models");
  const name = page.getByLabel("新しい名前を入力してください");
  await name.fill("");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("必須項目です")).toBeVisible();
  // Below the whole report.
  await expect.poll(isInView).toBe(true);
  await name.fill("一二三四五六七八九十一二三四五六");
  await page.getByRole("button", { name: "変更する" }).click();
  await expect(page.getByText("モデル名は15文字以内にしてください")).toBeVisible();
  await expect.poll(isInView).toBe(true);
  await name.fill("かえた名前");
  await page.getByRole("button", { name: "変更する" }).click();
  await page.waitForURL("/models?done=renamed");
  await expect(page.getByText("AIモデルの名前を変更しました")).toBeVisible();
  await expect(page.getByRole("heading", { name: /かえた名前/ })).toBeVisible();
  quietConsole.expectFailures([400, 400]);
});

test("the list looks again by itself until the model is ready", async ({ page }) => {
  const { email, token } = await newAccount(url, "machi");
  const modelId = await newModel(url, token, "待つ");
  // As if its training went on until the page was seen: a real one may end before the browser has asked for the page.
  const setStatus = (status: number) =>
    runStatements(saturday.stateDir, [`update models set status = ${status} where id = ${modelId}`]);
  await setStatus(1);
  await logIn(page, url, email, undefined, "/models");
  const html = await (await page.goto("/models"))?.text();
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
  await expect(page.getByText("使えます")).toHaveCount(0);
  await setStatus(2);
  await expect(page.getByText("使えます")).toBeVisible();
  // Nothing is in progress any more, so nothing refreshes.
  expect(await (await page.goto("/models"))?.text()).not.toContain('http-equiv="refresh"');
});

test("another user's model opens no dialog and cannot be renamed", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const owner = await newAccount(url, "mochinushi");
  const modelId = await newModel(url, owner.token, "ひとのもの");
  const other = await newAccount(url, "yosonohito");
  for (const dialog of ["rename", "delete", "detail", "copy", "disabled", "created"]) {
    await logIn(page, url, other.email, undefined, `/models?${dialog}=${modelId}`);
    await expect(page.getByText("まだAIモデルがありません。")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  const pages = [`copy/${modelId}`, `edit/${modelId}`, `${modelId}`, "copy/abc", "edit/-1", "copy/999999999999999999"];
  for (const place of pages) expect((await page.goto(`/models/${place}`))?.status(), place).toBe(404);
  quietConsole.expectFailures(pages.map(() => 404));
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
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText("モデル作成の状況は一覧画面からご確認ください")).toBeVisible();
  await expect(page.getByLabel(NAME)).toHaveValue("届かない");
  await expectGoodPage(page);
  await page.unrouteAll();

  await logIn(page, url, email, undefined, `/models/copy/${modelId}`);
  await page.getByLabel("新しいAIモデルの名前").fill("写しも届かない");
  await cut();
  await page.getByRole("button", { name: "作成する" }).click();
  await expect(page.getByText("モデル作成の状況は一覧画面からご確認ください")).toBeVisible();
  await expect(page.getByLabel("新しいAIモデルの名前")).toHaveValue("写しも届かない");
  await page.unrouteAll();
  await page.getByRole("link", { name: "モデル一覧" }).click();
  await expect(page.getByRole("heading", { name: /もとのモデル/ })).toBeVisible();
  quietConsole.expectFailures(["net::ERR_FAILED", "net::ERR_FAILED"]);
});

test("leaving the copy page with a typed name asks first", { tag: "@script" }, async ({ page }) => {
  const { email, token } = await newAccount(url, "hanareru");
  const modelId = await newModel(url, token, "もとのモデル");
  await logIn(page, url, email, undefined, `/models/copy/${modelId}`);
  await page.getByLabel("新しいAIモデルの名前").fill("書きかけ");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole("link", { name: "戻る" }).click();
  await expect.poll(() => asked.length).toBe(1);
  await expect(page).toHaveURL(`/models/copy/${modelId}`);
  await page.getByRole("link", { name: "戻る" }).click();
  await page.waitForURL("/models");
  expect(asked[1]).toBe("入力した内容は保存されていません。このページを離れますか？");
});
