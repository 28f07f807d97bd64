import { afterAll, expect, inject, test } from "vitest";
import { callApi, logIn, newAccount, newModel, SMALL_FEATURES } from "#test/e2e/support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "#test/e2e/support/phone.ts";
import { runStatements, setPlan } from "#test/e2e/support/site-database.ts";

afterAll(closeBrowser);

const NAME = "AIモデルの名前";
const GO = "この内容でつくる";

for (const javaScript of [true, false]) {
  const kind = javaScript ? "with JavaScript" : "without JavaScript";

  test(`a refused model form says why at its place and keeps what was typed, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `kotowari-${javaScript}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models/create");
    const send = async () => {
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === "POST"),
        page.getByRole("button", { name: GO }).last().click(),
      ]);
      return answer.status();
    };

    expect(await send()).toBe(400);
    await page.getByText("名前がありません").waitFor();
    await page.getByText("1つ以上選択してください", { exact: true }).waitFor();
    if (javaScript) {
      // The first field at fault has the focus, so it is in view although the button is at the foot.
      expect(await page.getByLabel(NAME).evaluate((field) => field === document.activeElement)).toBe(true);
      await expectGoodPage(page);
    }

    const tooLong = "一二三四五六七八九十一二三四五六";
    await page.getByLabel(NAME).fill(tooLong);
    await page.locator('input[name="static"][value="騎手"]').check();
    await page.locator('input[name="average"][value="rank"]').check();
    expect(await send()).toBe(400);
    await page.getByText("AIモデル名は15文字以内にしてください").waitFor();
    expect(await page.getByText("1つ以上選択してください", { exact: true }).count()).toBe(2);
    expect(await page.getByLabel(NAME).inputValue()).toBe(tooLong);
    expect(await page.locator('input[name="static"][value="騎手"]').isChecked()).toBe(true);

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
    await page.getByText("項目が多すぎます。").waitFor();
    expect(await page.locator(".meter .sr").textContent()).toContain("1項目オーバー（51 / 50）");
    expect(await page.getByLabel(NAME).inputValue()).toBe("多すぎる");
    expect((await callApi<unknown[]>(url, token, "/models")).body).toEqual([]);
    phone.expectQuietConsole([400, 400, 400]);
  });

  test(`the chosen preset is marked until the choice is another, and an empty question counts as one everywhere, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email } = await newAccount(url, `hajimete-${javaScript}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models/create");
    const pressed = () => page.locator(".preset [aria-pressed=true]").allInnerTexts();
    expect(await pressed()).toEqual([]);
    for (const [name, text] of [
      ["バランス", "バランス\n近走と適性 34項目"],
      ["はじめて", "はじめて\n定番 12項目"],
    ]) {
      await page.locator(".preset button", { hasText: name ?? "" }).click();
      await expect.poll(pressed).toEqual([text]);
    }
    if (javaScript) await expectGoodPage(page);

    const counted = (selector: string) =>
      page.locator(selector).evaluate((element) => getComputedStyle(element, "::before").counterReset);
    await page.locator("#first_corner-on").check();
    if (javaScript) expect(await pressed()).toEqual([]);
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
      expect(await page.locator(`${kind} .total`).isVisible()).toBe(true);
      expect(await counted(".meter-line .used")).toBe(`r ${12 + product[2]}`);
    }
    phone.expectQuietConsole();
  });

  test(`the free plan's second model is refused and the form stays, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `futatsume-${javaScript}`);
    await newModel(url, token, "ひとつめ");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models/create");
    // Said before anything is filled in.
    await page.getByText("AIモデルの所持数が上限に達しています。").waitFor();
    await page.getByLabel(NAME).fill("ふたつめ");
    await page.locator('input[name="static"][value="騎手"]').check();
    await page.getByRole("button", { name: GO }).last().click();
    await page.getByRole("button", { name: "作成する" }).click();
    await page.getByRole("dialog").getByText("AIモデルの所持数が上限に達しています。").waitFor();
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("button", { name: "戻る" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.getByLabel(NAME).inputValue()).toBe("ふたつめ");
    expect(await page.locator('input[name="static"][value="騎手"]').isChecked()).toBe(true);
    phone.expectQuietConsole([400]);
  });

  test(`renaming and deleting a model are dialogs with a URL, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `namae-${javaScript}`);
    const modelId = await newModel(url, token, "もとの名前");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, `/models?rename=${modelId}`);
    await page.getByRole("heading", { name: "名称変更", exact: true }).waitFor();
    if (javaScript) await expectGoodPage(page);
    const name = page.getByLabel("新しい名前を入力してください");
    await name.fill("");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.getByText("必須項目です").waitFor();
    await name.fill("一二三四五六七八九十一二三四五六");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.getByText("モデル名は15文字以内にしてください").waitFor();
    await name.fill("あたらしい名前");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.getByText("AIモデルの名前を変更しました").waitFor();
    await page.getByRole("heading", { name: /あたらしい名前/ }).waitFor();

    await page.goto(`${url}/models?detail=${modelId}`);
    await page.getByRole("dialog").getByText("4/50項目").waitFor();
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "閉じる" }).click();
    await page.getByRole("link", { name: /^削除/ }).click();
    await page.getByRole("heading", { name: "あたらしい名前を削除しますか？" }).waitFor();
    expect(page.url()).toBe(`${url}/models?delete=${modelId}`);
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("link", { name: "キャンセル" }).click();
    await page.waitForURL(`${url}/models`);
    await page.goto(`${url}/models?delete=${modelId}`);
    await page.getByRole("button", { name: "モデルを削除" }).click();
    await page.getByText("AIモデルを削除しました").waitFor();
    await page.getByText("まだAIモデルがありません。").waitFor();
    if (javaScript) await expectGoodPage(page);
    phone.expectQuietConsole([400, 400]);
  });

  test(`a model is inherited under a new name, within the plan's limits, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `hikitsugi-${javaScript}`);
    const modelId = await newModel(url, token, "もとのモデル");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models");
    await page.getByRole("link", { name: /^引き継ぐ/ }).click();
    await page
      .getByRole("heading", { name: "もとのモデルの特徴量を引き継いで新しいAIモデルを作成しますか？" })
      .waitFor();
    expect(page.url()).toBe(`${url}/models?copy=${modelId}`);
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("dialog").getByRole("link", { name: "引き継ぎ" }).click();
    await page.waitForURL(`${url}/models/copy/${modelId}`);
    await page.getByText("騎手・枠番").waitFor();
    if (javaScript) await expectGoodPage(page);

    // Another choice comes before the same one again, and starts from what the model looks at.
    expect((await page.locator("main .btn").allInnerTexts()).map((words) => words.trim())).toEqual([
      "項目から選び直す",
      "作成する",
    ]);
    await page.getByRole("link", { name: "項目から選び直す" }).click();
    await page.getByText("「もとのモデル」の項目を選んであります。").waitFor();
    const ticked = page.locator('input[name="static"]:checked, input[name="rank_num"]:checked');
    expect(await ticked.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))).toEqual([
      "騎手",
      "枠番",
      "1",
      "3",
    ]);
    if (javaScript) await expectGoodPage(page);
    await page.goto(`${url}/models/copy/${modelId}`);

    const name = page.getByLabel("新しいAIモデルの名前");
    await page.getByText("AIモデルの所持数が上限に達しています。").waitFor();
    const create = page.getByRole("button", { name: "作成する" });
    await create.click();
    await page.getByText("必須項目です").waitFor();
    await name.fill("一二三四五六七八九十一二三四五六");
    await create.click();
    await page.getByText("モデル名は15文字以内にしてください").waitFor();
    expect(await name.inputValue()).toBe("一二三四五六七八九十一二三四五六");
    await name.fill("あとつぎ");
    await create.click();
    await page.getByRole("dialog").getByText("AIモデルの所持数が上限に達しています。").waitFor();
    expect(await page.getByRole("dialog").getByRole("link", { name: "プランを変更" }).getAttribute("href")).toBe(
      "/subscriptions",
    );
    await page.getByRole("button", { name: "戻る" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("あとつぎ");

    await fetch(`${url}/api/models/${modelId}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
    await create.click();
    await page.getByRole("main").getByText("ページが見つかりません").waitFor();
    phone.expectQuietConsole([400, 400, 400, 404]);
  });

  test(`a copied model has the features of the first, and what the new plan cannot use is explained, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `teishi-${javaScript}`);
    const state = inject("saturdayState");
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
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, `/models/copy/${first}`);
    await page.getByLabel("新しいAIモデルの名前").fill("うつし");
    await page.getByRole("button", { name: "作成する" }).click();
    await page.waitForURL(/\/models\?created=\d+/);
    await page.getByText("AIモデルの作成が完了しました").waitFor({ timeout: 60_000 });
    const { body: models } = await callApi<{ name: string; feature: unknown }[]>(url, token, "/models");
    expect(models.find(({ name }) => name === "うつし")?.feature).toMatchObject(SMALL_FEATURES);

    await setPlan(state, email, 1);
    await page.goto(`${url}/models`);
    const names = await page.locator(".model h3").allInnerTexts();
    expect(names.map((text) => text.replace("の名称変更", "").trim())).toEqual(["うつし", "はじめ", "多い"]);
    await page.locator(`#model-${first}`).getByText("このモデルは現在のプランでは利用できません").click();
    await page.getByRole("heading", { name: "このモデルは現在のプランでは利用できません" }).waitFor();
    expect(page.url()).toBe(`${url}/models?disabled=${first}`);
    await page.getByText("いまのプラン：モデル数の上限 1").waitFor();
    expect(await page.getByRole("dialog").getByRole("link", { name: "プランを変更" }).getAttribute("href")).toBe(
      "/subscriptions",
    );
    if (javaScript) await expectGoodPage(page);
    await page.getByRole("dialog").getByRole("link", { name: "戻る" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    if (javaScript) await expectGoodPage(page);

    await page.goto(`${url}/models/copy/${big}`);
    await page.getByText("このモデルの項目は、現在のプランでは引き継げません。").waitFor();
    expect(await page.getByRole("button", { name: "作成する" }).count()).toBe(0);
    if (javaScript) await expectGoodPage(page);
    phone.expectQuietConsole();
  });

  test(`a card of the list gives hit and return rates, says what 予測力 is and leads to the report, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `kaado-${javaScript}`);
    const modelId = await newModel(url, token, "成績つき");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models");
    const card = page.locator(`#model-${modelId}`);
    const rows = await card.locator(".rates tbody tr").allInnerTexts();
    expect(rows.map((row) => row.split(/\s/)[0])).toEqual(["単勝", "複勝", "馬連"]);
    const [, winRate] = /^単勝\s+[\d.]+%\s+([\d.]+%)/.exec(rows[0] ?? "") ?? [];
    await card.locator("summary").click();
    await card.getByText("勝つ馬をどこまで見分けられたかです。").waitFor();
    if (javaScript) await expectGoodPage(page);

    await page.setViewportSize({ width: 1280, height: 900 });
    // One line of a table: the figures stand beside the name, and the foot of the page begins where its head does.
    const left = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((box) => box.getBoundingClientRect().left);
    expect(await left(".model .rates")).toBeGreaterThan(await left(".model .skill"));
    expect(await left(".model .skill")).toBeGreaterThan(await left(".model h3"));
    expect(await left(".foot .age")).toBe(await left("main .lead"));
    await page.setViewportSize({ width: 390, height: 844 });

    await card.getByRole("link", { name: /^検証レポートを読む/ }).click();
    await page.waitForURL(`${url}/models/${modelId}`);
    const figure = page.locator(".kpis > div", { hasText: "単勝の回収率" }).locator(".rate");
    expect(await figure.textContent()).toBe(winRate);
    phone.expectQuietConsole();
  });

  test(`the edit page renames a complete model, at both of its addresses, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `henshu-${javaScript}`);
    const modelId = await newModel(url, token, "もとの名前");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, `/models/${modelId}`);
    await page.getByText("1位の馬が勝った割合").waitFor();
    await page.goto(`${url}/models/edit/${modelId}`);
    if (javaScript) await expectGoodPage(page);
    const isInView = () =>
      page.getByText(/^(必須項目です|モデル名は15文字以内にしてください)$/).evaluate((words) => {
        const { top, bottom } = words.getBoundingClientRect();
        return top > 0 && bottom < window.innerHeight;
      });
    expect(await page.getByRole("link", { name: "戻る" }).getAttribute("href")).toBe("/models");
    const name = page.getByLabel("新しい名前を入力してください");
    await name.fill("");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.getByText("必須項目です").waitFor();
    // Below the whole report.
    await expect.poll(isInView).toBe(true);
    await name.fill("一二三四五六七八九十一二三四五六");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.getByText("モデル名は15文字以内にしてください").waitFor();
    await expect.poll(isInView).toBe(true);
    await name.fill("かえた名前");
    await page.getByRole("button", { name: "変更する" }).click();
    await page.waitForURL(`${url}/models?done=renamed`);
    await page.getByText("AIモデルの名前を変更しました").waitFor();
    await page.getByRole("heading", { name: /かえた名前/ }).waitFor();
    phone.expectQuietConsole([400, 400]);
  });

  test(`the list looks again by itself until the model is ready, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `machi-${javaScript}`);
    const modelId = await newModel(url, token, "待つ");
    // As if its training went on until the page was seen: a real one may end before the browser has asked for the page.
    const setStatus = (status: number) =>
      runStatements(inject("saturdayState"), [`update models set status = ${status} where id = ${modelId}`]);
    await setStatus(1);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models");
    const html = await (await page.goto(`${url}/models`))?.text();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
    expect(await page.getByText("使えます").count()).toBe(0);
    await setStatus(2);
    await page.getByText("使えます").waitFor();
    // Nothing is in progress any more, so nothing refreshes.
    expect(await (await page.goto(`${url}/models`))?.text()).not.toContain('http-equiv="refresh"');
    phone.expectQuietConsole();
  });
}

test("another user's model opens no dialog and cannot be renamed", async () => {
  const url = inject("saturdayUrl");
  const owner = await newAccount(url, "mochinushi");
  const modelId = await newModel(url, owner.token, "ひとのもの");
  const other = await newAccount(url, "yosonohito");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  for (const dialog of ["rename", "delete", "detail", "copy", "disabled", "created"]) {
    await logIn(page, url, other.email, undefined, `/models?${dialog}=${modelId}`);
    await page.getByText("まだAIモデルがありません。").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  }
  phone.expectQuietConsole();
  const pages = [`copy/${modelId}`, `edit/${modelId}`, `${modelId}`, "copy/abc", "edit/-1", "copy/999999999999999999"];
  for (const place of pages) expect((await page.goto(`${url}/models/${place}`))?.status(), place).toBe(404);
});

test("a creation whose answer is lost keeps the form and leads to the list of models", async () => {
  const url = inject("saturdayUrl");
  const { email, token } = await newAccount(url, "todokanai");
  const modelId = await newModel(url, token, "もとのモデル");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, email, undefined, "/models/create");
  await page.getByLabel(NAME).fill("届かない");
  await page.locator('input[name="static"][value="騎手"]').check();
  await page.getByRole("button", { name: GO }).last().click();
  await page.getByRole("button", { name: "作成する" }).waitFor();
  const cut = async () =>
    page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await cut();
  await page.getByRole("button", { name: "作成する" }).click();
  await page.getByText("モデル作成の状況は一覧画面からご確認ください").waitFor();
  expect(await page.getByLabel(NAME).inputValue()).toBe("届かない");
  await expectGoodPage(page);
  await page.unrouteAll();

  await logIn(page, url, email, undefined, `/models/copy/${modelId}`);
  await page.getByLabel("新しいAIモデルの名前").fill("写しも届かない");
  await cut();
  await page.getByRole("button", { name: "作成する" }).click();
  await page.getByText("モデル作成の状況は一覧画面からご確認ください").waitFor();
  expect(await page.getByLabel("新しいAIモデルの名前").inputValue()).toBe("写しも届かない");
  await page.unrouteAll();
  await page.getByRole("link", { name: "モデル一覧" }).click();
  await page.getByRole("heading", { name: /もとのモデル/ }).waitFor();
});

test("leaving the copy page with a typed name asks first", async () => {
  const url = inject("saturdayUrl");
  const { email, token } = await newAccount(url, "hanareru");
  const modelId = await newModel(url, token, "もとのモデル");
  await using phone = await openPhone({ javaScript: true });
  const { page } = phone;
  await logIn(page, url, email, undefined, `/models/copy/${modelId}`);
  await page.getByLabel("新しいAIモデルの名前").fill("書きかけ");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  });
  await page.getByRole("link", { name: "戻る" }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(page.url()).toBe(`${url}/models/copy/${modelId}`);
  await page.getByRole("link", { name: "戻る" }).click();
  await page.waitForURL(`${url}/models`);
  expect(asked[1]).toBe("入力した内容は保存されていません。このページを離れますか？");
});
