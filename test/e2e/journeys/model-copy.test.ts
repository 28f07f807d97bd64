import { callApi, logIn, newAccount, newModel, SMALL_FEATURES } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { runStatements, setPlan, userIdOf } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

test("a model is inherited under a new name, within the plan's limits", async ({ page, quietConsole }) => {
  const { email, token } = await newAccount(url, "hikitsugi");
  const modelId = await newModel(url, token, "もとのモデル");
  await logIn(page, url, email, undefined, "/models");
  await page.getByRole("link", { name: /^引き継ぐ/ }).click();
  await expect(
    page.getByRole("heading", { name: "もとのモデルの特徴量を引き継いで新しいAIモデルを作成しますか？" }),
  ).toBeVisible();
  await expect(page).toHaveURL(`/models?copy=${modelId}`);
  await expectGoodPage(page);
  await page.getByRole("dialog").getByRole("link", { name: "引き継ぎ" }).click();
  await page.waitForURL(`/models/copy/${modelId}`);
  await expect(page.getByText("騎手・枠番")).toBeVisible();
  await expectGoodPage(page);

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
  await expectGoodPage(page);
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

  // The page must not be read again once its model is gone: the button would go with it.
  await expect(page.locator(".pending")).toHaveCount(0);
  await fetch(`${url}/api/models/${modelId}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } });
  await create.click();
  await expect(page.getByRole("main").getByText("ページが見つかりません")).toBeVisible();
  quietConsole.expectFailures([400, 400, 400, 404]);
});

test("a copied model has the features of the first, and what the new plan cannot use is explained", {
  tag: "@full",
}, async ({ page }) => {
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
  await expectGoodPage(page);
  await page.getByRole("dialog").getByRole("link", { name: "戻る" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectGoodPage(page);

  await page.goto(`/models/copy/${big}`);
  await expect(page.getByText("このモデルの項目は、現在のプランでは引き継げません。")).toBeVisible();
  await expect(page.getByRole("button", { name: "作成する" })).toHaveCount(0);
  await expectGoodPage(page);
});

test("a search for better features says how far it is, what it has confirmed, and fills the form with it", async ({
  page,
}) => {
  const { email, token } = await newAccount(url, "kaizen");
  const modelId = await newModel(url, token, "のびしろ");
  await logIn(page, url, email, undefined, `/models/edit/${modelId}`);
  await page.getByRole("link", { name: "改善案を調べる" }).click();
  await page.waitForURL(`/models/${modelId}/suggestions`);
  await expect(page.getByText("今月あと1回（フリーは月1回）。")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("button", { name: "改善案を調べる" }).click();
  await expect(page.getByRole("heading", { name: /通りのうち\d+つめ/ })).toBeVisible();
  await expect(page.getByText("出走間隔を足す")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("button", { name: "やめる" }).click();
  await expect(page.getByText("調べるのを途中でやめました。")).toBeVisible();
  await expect(page.getByText("今月の改善案の回数が上限に達しています。")).toBeVisible();
  await expectGoodPage(page);

  const [gain, loss] = [
    { difference: 0.0042, low: 0.002, high: 0.0064 },
    { difference: -0.0004, low: -0.0019, high: 0.0011 },
  ];
  const changes = [
    { does: "add", feature: "血統" },
    { does: "drop", feature: "騎手" },
    { does: "add", kind: "rank", count: 10 },
  ];
  const result = {
    races: 412,
    changes: [
      { chosen: gain, confirmed: gain, outlook: { low: -0.001, high: 0.0094 }, verdict: "confirmed" },
      { chosen: gain, confirmed: loss, outlook: loss, verdict: "none" },
      { chosen: loss, confirmed: null, outlook: null, verdict: "none" },
    ],
  };
  await runStatements(saturday.stateDir, [
    `update suggestion_searches set status = 2, trained = 3, changes = '${JSON.stringify(changes)}', result = '${JSON.stringify(result)}' where user_id = ${userIdOf(email)}`,
  ]);
  await page.goto(`/models/edit/${modelId}`);
  await expect(page.getByRole("link", { name: "レースを分析する" })).toBeVisible();
  await expect(page.getByRole("link", { name: "改善案を調べる" })).toHaveCount(0);
  await page.getByRole("link", { name: "改善案" }).click();
  await expect(page.getByRole("heading", { name: "1つ、確認できました" })).toBeVisible();
  await expect(page.getByText("この先の半年の目安は−0.10〜+0.94です。")).toBeVisible();
  await expect(page.getByText("効果なし", { exact: true })).toBeVisible();
  await expect(page.getByText("今月の改善案の回数が上限に達しています。")).toBeVisible();
  await expect(page.getByRole("button", { name: "改善案を調べる" })).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByText("ほか1通り").click();
  await expect(page.getByText("着順に近10走を足す")).toBeVisible();
  await page.getByRole("link", { name: "この変更でつくる" }).click();
  await expect(page.getByText("改善案の変更も入れてあります。")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: /^血統/ })).toBeChecked();
});
