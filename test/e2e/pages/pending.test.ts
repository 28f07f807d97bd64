import type { Locator, Page, Request } from "@playwright/test";
import {
  type Account,
  callApi,
  finishedAnalysis,
  logIn,
  mailedLink,
  newAccount,
  newModel,
  PASSWORD,
  racesOf,
  uniqueEmail,
} from "#test/e2e/support/account.ts";
import { waitUntilTakenOver } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { actWhileBusy, expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

/** What a tap answers at once, a second tap, and an answer that never comes. */

const TODAY = "2026-11-21";

let account: Account;
let modelId: number;
let analysisId: number;
let raceIds: string[];

test.beforeEach(({ page }) => actWhileBusy(page));

test.beforeAll(async () => {
  account = await newAccount(url, "isogi");
  modelId = await newModel(url, account.token, "せっかち");
  raceIds = (await racesOf(url, account.token, TODAY)).map((race) => race.race_id);
  analysisId = await finishedAnalysis(url, account.token, { model_id: modelId, race_id: raceIds[0] });
});

const barOf = (page: Page) => page.getByRole("progressbar", { name: "読み込み中" });

interface Held {
  /** Addresses of what was meant, held or not, since the last `again`. */
  sent: string[];
  /** Lets everything go, also what comes later. */
  release(): void;
  /** Holds what comes from now on. */
  again(): void;
}

/** Holds requests of the page back until they are released, so that what is seen before is the page's own. */
async function hold(page: Page, isHeld: (request: Request) => boolean): Promise<Held> {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  let isOpen = false;
  await page.route("**/*", async (route) => {
    if (isHeld(route.request())) {
      sent.push(new URL(route.request().url()).pathname);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    }
    await route.continue();
  });
  return {
    sent,
    release() {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
    again() {
      isOpen = false;
      sent.length = 0;
    },
  };
}

/** Two taps faster than any rendering. @returns whether the button was busy after the first */
async function tapTwice(button: Locator): Promise<boolean> {
  return button.evaluate((element: HTMLButtonElement) => {
    element.click();
    const isBusy = element.getAttribute("aria-busy") === "true";
    element.click();
    return isBusy;
  });
}

test("every form answers a tap at once with a busy button and a bar, and a second tap sends nothing", {
  tag: ["@script", "@full"],
}, async ({ page, quietConsole }) => {
  await logIn(page, url, account.email, PASSWORD, "/models");
  const { sent, release, again } = await hold(page, (request) => request.method() === "POST");
  const bar = barOf(page);
  const forms: [path: string, name: string, prepare: () => Promise<void>, after: RegExp][] = [
    ["/settings", "保存する", () => page.getByLabel("ユーザー名").fill("せわしない"), /\/settings/],
    [
      `/models?rename=${modelId}`,
      "変更する",
      () => page.getByLabel("新しい名前を入力してください").fill("いそぐ"),
      /done=renamed/,
    ],
    [`/models/edit/${modelId}`, "変更する", async () => {}, /done=renamed/],
    [`/models/copy/${modelId}`, "作成する", () => page.getByLabel("新しいAIモデルの名前").fill("うつし"), /\/copy\//],
    ["/models/create", "この内容でつくる", async () => {}, /\/models\/create/],
    [`/races?date=${TODAY}&race=${raceIds[1]}`, "分析する", async () => {}, /\/analyses/],
    [`/analyses?delete=${analysisId}`, "分析結果を削除", async () => {}, /done=deleted/],
    [`/models?delete=${modelId}`, "モデルを削除", async () => {}, /done=deleted/],
  ];
  for (const [path, name, prepare, after] of forms) {
    await page.goto(path);
    const button = page.getByRole("button", { name, exact: true }).last();
    await waitUntilTakenOver(page);
    await prepare();
    again();
    const isBusy = await tapTwice(button);
    await expect(bar).toBeVisible();
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    release();
    await expect(bar).toHaveCount(0);
    expect([path, isBusy, sent.length]).toEqual([path, true, 1]);
    expect([path, await page.locator("[aria-busy=true]").count()]).toEqual([path, 0]);
    await expect(page).toHaveURL(after);
  }
  // The deletion of the account is the browser's own navigation, which shows no bar of ours.
  await page.goto("/settings/delete");
  await waitUntilTakenOver(page);
  again();
  expect(await tapTwice(page.getByRole("button", { name: "退会する" }))).toBe(true);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  release();
  await expect(page.getByText("必須項目です").first()).toBeVisible();
  expect(sent).toEqual(["/settings/delete"]);
  const { body: me } = await callApi(url, account.token, "/users/me");
  expect(me).toMatchObject({ name: "せわしない", analyzes_day: 2, create_model_month: 1 });
  // The second model of the free plan, the model without a name, the deletion without its password.
  quietConsole.expectFailures([400, 400, 400]);
});

test("a search and a link answer at once too", { tag: ["@script", "@full"] }, async ({ page }) => {
  await logIn(page, url, account.email, PASSWORD, "/races/search");
  await waitUntilTakenOver(page);
  const { sent, release } = await hold(page, (request) => new URL(request.url()).pathname.endsWith(".data"));
  const bar = barOf(page);
  const tap = page.getByRole("link", { name: "AIモデル" }).last().click();
  await expect(bar).toBeVisible();
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  release();
  await tap;
  await page.waitForURL("/models");
  await expect(bar).toHaveCount(0);
});

test("two taps in one go make one account, one analysis and one model", async ({ page }) => {
  const email = uniqueEmail("nidooshi");
  await fetch(`${url}/api/verification_email?email=${email}`, { method: "POST" });
  await page.goto(await mailedLink(url, email));
  await page.getByLabel("ユーザー名").fill("二度押し");
  await page.getByLabel("パスワード").fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "登録する" }).dblclick();
  await expect(page.getByRole("heading", { name: "二度押しさん、登録が完了しました" })).toBeVisible();

  await page.goto("/models/create");
  await page.getByLabel("AIモデルの名前").fill("ひとつだけ");
  await page.locator('input[name="static"][value="騎手"]').check();
  // Not a slow double click: its second half could press a button of the dialog that the first one opens.
  await tapTwice(page.getByRole("button", { name: "この内容でつくる" }).last());
  await page.getByRole("button", { name: "作成する" }).dblclick();
  // Not waitForURL: without script the second press ends the navigation of the first.
  await expect(page).toHaveURL(/\/models\?created=\d+/);
  await expect(page.getByText("使えます").first()).toBeVisible({ timeout: 60_000 });

  await page.goto(`/races?date=${TODAY}&race=${raceIds[0]}`);
  await page.getByRole("button", { name: "分析する" }).dblclick();
  await expect(page).toHaveURL(/\/analyses(\/\d+|\?(accepted|completed)=\d+)/);
  const name = "session";
  const token = (await page.context().cookies()).find((cookie) => cookie.name === name)?.value ?? "";
  const { body: me } = await callApi(url, token, "/users/me");
  expect(me).toMatchObject({ name: "二度押し", analyzes_day: 1, create_model_month: 1 });
});

test("an analysis whose answer is lost says so, and leads to the list of analyses", { tag: "@script" }, async ({
  page,
  quietConsole,
}) => {
  const { email, token } = await newAccount(url, "kieta");
  await newModel(url, token, "きえた型");
  await logIn(page, url, email, PASSWORD, `/races?date=${TODAY}&race=${raceIds[0]}`);
  await waitUntilTakenOver(page);
  await page.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.continue()));
  await page.getByRole("button", { name: "分析する" }).click();
  await expect(page.getByText("ネットワークエラーが発生しました")).toBeVisible();
  await expect(page.getByText("もう一度やりなおしてください")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("link", { name: "分析結果の一覧" }).click();
  await page.waitForURL("/analyses");
  quietConsole.expectFailures(["net::ERR_FAILED"]);
});

test("a press that the next one overtakes is no error, even when its data was half read", { tag: "@script" }, async ({
  page,
}) => {
  // The last byte of what a press is answered never comes; only the next press ends it.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await send(input, init);
      const { method = "GET", signal } = input instanceof Request ? input : (init ?? {});
      if (method !== "POST" || !signal) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          stream.enqueue(bytes);
          signal.addEventListener("abort", () => stream.error(signal.reason));
        },
      });
      return new Response(body, answer);
    };
  });
  await logIn(page, url, account.email, PASSWORD, "/models/create");
  await waitUntilTakenOver(page);
  const loads = await hold(page, (request) => request.method() === "GET" && request.url().includes(".data"));
  const presets = page.locator(".preset button");
  await presets.filter({ hasText: "バランス" }).click();
  await expect.poll(() => loads.sent.length).toBe(1);
  await presets.filter({ hasText: "はじめて" }).click();
  await expect.poll(() => loads.sent.length).toBe(2);
  loads.release();
  await expect(page.locator(".preset [aria-pressed=true]")).toContainText("はじめて");
  await expect(barOf(page)).toHaveCount(0);
});
