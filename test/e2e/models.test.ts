import { afterAll, expect, inject, test } from "vitest";
import { callApi, logIn, newAccount, newModel, SMALL_FEATURES } from "./support/account.ts";
import { closeBrowser, expectGoodPage, openPhone } from "./support/phone.ts";

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

  test(`the free plan's second model is refused and the form stays, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `futatsume-${javaScript}`);
    await newModel(url, token, "ひとつめ");
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models/create");
    await page.getByLabel(NAME).fill("ふたつめ");
    await page.locator('input[name="static"][value="騎手"]').check();
    await page.getByRole("button", { name: GO }).last().click();
    await page.getByRole("button", { name: "作成する" }).click();
    await page.getByText("AIモデルの所持数が上限に達しています。").waitFor();
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
    await page.getByRole("heading", { name: "名称変更" }).waitFor();
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

  test(`the list looks again by itself until the model is ready, ${kind}`, async () => {
    const url = inject("saturdayUrl");
    const { email, token } = await newAccount(url, `machi-${javaScript}`);
    await using phone = await openPhone({ javaScript });
    const { page } = phone;
    await logIn(page, url, email, undefined, "/models");
    const made = await callApi(url, token, "/models", { name: "待つ", venue_type: 1, feature: SMALL_FEATURES });
    expect(made.status).toBe(201);
    const html = await (await page.goto(`${url}/models`))?.text();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
    await page.getByText("使えます").waitFor({ timeout: 60_000 });
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
  for (const dialog of ["rename", "delete", "detail", "created"]) {
    await logIn(page, url, other.email, undefined, `/models?${dialog}=${modelId}`);
    await page.getByText("まだAIモデルがありません。").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  }
  phone.expectQuietConsole();
});
