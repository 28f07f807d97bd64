import { logIn, newAccount } from "#test/e2e/support/account.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { addStaff, CODE, enterConsole, readCode } from "#test/e2e/support/second-factor.ts";
import { runStatements, setPlan } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url, stateDir } = saturday;

test("the console does not exist for visitors and users, an administrator's plan included", async ({
  page,
  quietConsole,
}) => {
  const paths = [
    "/admin",
    "/admin/imports",
    "/admin/imports/1",
    "/admin/users?q=a",
    "/admin/log",
    "/admin/reports",
    "/admin/confirm",
  ];
  for (const path of paths) expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  const { email, token } = await newAccount(url, "kanri");
  await setPlan(stateDir, email, 0);
  await logIn(page, url, email);
  for (const path of paths) expect([path, (await page.goto(path))?.status()]).toEqual([path, 404]);
  const headers = { Cookie: `session=${token}` };
  for (const path of paths) {
    const data = await fetch(`${url}${path.replace(/\?.*/, "")}.data`, {
      headers,
    });
    expect(await data.text()).not.toContain("staffName");
  }
  for (const path of ["/admin", "/admin/users", "/admin/confirm"]) {
    const body = new URLSearchParams({ job: "x", reason: "x", code: "000000" });
    const answer = await fetch(`${url}${path}`, {
      ...{ method: "POST", body, redirect: "manual" as const },
      headers: { ...headers, Origin: url },
    });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  quietConsole.expectFailures([...paths, ...paths].map(() => 404));
});

test("staff enters with a code that works once, sees the state, an import and the log, and leaves", async ({
  page,
  quietConsole,
}) => {
  const { email } = await newAccount(url, "touban");
  const secret = await addStaff(url, email);
  await logIn(page, url, email);
  await page.goto("/admin/log");
  await expect(page).toHaveURL(/\/admin\/confirm\?to=/);
  await page.getByLabel(CODE).fill("12345");
  await page.getByRole("button", { name: "進む" }).click();
  await expect(page.getByLabel(CODE)).toHaveAccessibleDescription(/^6桁の数字を入力してください/);
  await expect(page.getByLabel(CODE)).toBeFocused();
  await expect(page.getByLabel(CODE)).toHaveValue("12345");
  await expectGoodPage(page);
  await page.goto("/admin/log");
  const code = await readCode(secret);
  await page.getByLabel(CODE).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole("button", { name: "進む" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("操作の記録");
  await expect(page.getByRole("row", { name: /管理画面に入った/ }).first()).toBeVisible();
  for (const path of ["/admin/log", "/admin", "/admin/reports", "/admin/imports", "/admin/imports/1"]) {
    expect((await page.goto(path))?.status()).toBe(200);
    await expectGoodPage(page);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("取り込み 1");
  expect((await page.goto("/admin/imports/999999"))?.status()).toBe(404);

  await page.goto("/admin");
  await page.getByLabel("メニュー", { exact: true }).click();
  await page.getByRole("button", { name: "管理画面を閉じる" }).click();
  await page.waitForURL("**/home");
  await page.goto("/admin");
  await page.getByLabel(CODE).fill(code);
  await page.getByRole("button", { name: "進む" }).click();
  await expect(page.getByLabel(CODE)).toHaveAccessibleDescription(/使用済み/);
  quietConsole.expectFailures([400, 404, 400]);
});

test("a failed job is run again for a reason, once", { tag: "@full" }, async ({ page, javaScriptEnabled }) => {
  await enterConsole(page, url, "sairan");
  const id = `failed-${javaScriptEnabled}`;
  await runStatements(stateDir, [
    `insert into jobs (id, kind, queue, subject, status, attempts, run_after, created_at, finished_at, error)
     select '${id}', 'enter-names', 'background', '${id}', 'failed', 4, created_at, created_at, created_at, '送信先 451'
     from sessions order by created_at desc limit 1`,
  ]);
  await page.goto("/admin");
  await expectGoodPage(page);
  await page.getByLabel("理由").fill("送信先が直った");
  await page.getByRole("button", { name: `名前の索引 ${id}を再実行` }).click();
  await expect(page.getByRole("status")).toHaveText("ジョブをもう一度待ちに入れました");
  await expect(page.getByRole("button", { name: `名前の索引 ${id}を再実行` })).toHaveCount(0);
  await page.goto("/admin/log");
  await expect(page.getByRole("row", { name: new RegExp(`job:${id}.*送信先が直った`) })).toBeVisible();
});

test("a user is found by address, never shown with password or token, and the name hidden after a confirmation", {
  tag: "@full",
}, async ({ page }) => {
  const { email } = await newAccount(url, "najimi");
  await enterConsole(page, url, "madoguchi");
  await page.getByLabel("メールアドレス・表示名・利用者番号").fill(email);
  await page.getByRole("button", { name: "探す" }).click();
  await expect(page.getByText("na•••••@example.com")).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByLabel("理由").fill("通報 12");
  await page.getByRole("button", { name: "隠す", exact: true }).click();
  await expect(page.getByText("理由：通報 12")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("button", { name: "隠す", exact: true }).click();
  await expect(page.getByRole("status")).toHaveText("公開名を隠しました");
  await expect(page.getByText("公開名を非表示")).toBeVisible();
  await page.getByLabel("理由").fill("本人確認");
  await page.getByRole("button", { name: "見る", exact: true }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /公開名を隠した/ })).toBeVisible();
});

test("a refused form of the console says what is wrong at its field, has the focus there, and keeps what was typed", async ({
  page,
  quietConsole,
}) => {
  await enterConsole(page, url, "kakinaosu");
  await page.goto("/admin/notice");
  const [text, until, reason] = ["文（", "終わり（", "理由"].map((label) => page.getByLabel(label).first());
  await page.getByLabel("遅延").check();
  await text?.fill("結果の反映が遅れています");
  await until?.fill("2027-12-31T10:00");
  await reason?.fill("回線の点検");
  await page.getByRole("button", { name: "すべてのページに出す" }).click();
  if (until !== undefined)
    await expect(until).toHaveAccessibleDescription("終わりは、いまから14日後までにしてください");
  await expect(page.getByLabel("遅延")).toBeChecked();
  expect(await text?.inputValue()).toBe("結果の反映が遅れています");
  expect(await until?.inputValue()).toBe("2027-12-31T10:00");
  expect(await reason?.inputValue()).toBe("回線の点検");

  const { email } = await newAccount(url, "kakinaoshi");
  await page.goto("/admin/users");
  await page.getByLabel("メールアドレス・表示名・利用者番号").fill(email);
  await page.getByRole("button", { name: "探す" }).click();
  await page.getByLabel("理由").fill("   ");
  await page.getByRole("button", { name: "隠す", exact: true }).click();
  await expect(page.getByLabel("理由")).toHaveAccessibleDescription("理由を入力してください");
  await expect(page.getByLabel("理由")).toBeFocused();
  quietConsole.expectFailures([400, 400]);
});
