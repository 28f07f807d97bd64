import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { callApi, finishedAnalysis, logIn, newAccount, newModel, racesOf } from "#test/e2e/support/account.ts";
import { expectGoodPage, waitUntilTakenOver } from "#test/e2e/support/page-checks.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { getPage } from "#test/e2e/support/web.ts";

const { url } = saturday;

const POST_TEXT = "はちわくでつくったAIモデルの指数です。";
const MASK = "******";

/** A finished analysis of the last race Sunday by a new user of this name. */
async function newAnalysis(name: string) {
  const { email, token } = await newAccount(url, name);
  const modelId = await newModel(url, token, "共有のためし");
  const [race] = await racesOf(url, token, "2026-11-15");
  if (race === undefined) throw new Error("no race that day");
  const analysisId = await finishedAnalysis(url, token, { model_id: modelId, race_id: race.race_id });
  return { email, token, analysisId, race, path: `/analyses/${analysisId}` };
}

const sharedUrl = (page: Page) => page.getByLabel("共有ページのURL").inputValue();

test("a result is shared, posted, copied, downloaded, seen by a visitor and taken back", async ({
  page,
  javaScriptEnabled,
  openPage,
}) => {
  const { email, analysisId, race, path } = await newAnalysis("kyouyuu");
  const visitor = await openPage();
  await logIn(page, url, email, undefined, path);
  await expect(page.getByRole("heading", { name: "この結果をシェア" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Facebookに投稿" })).toHaveCount(0);
  await expectGoodPage(page);

  await page.getByRole("button", { name: "共有する" }).click();
  await expect(page.getByRole("status").getByText("共有しました")).toBeVisible();
  const shared = await sharedUrl(page);
  expect(shared).toMatch(new RegExp(`^${url}/share/analysis/[0-9A-Za-z]+$`));
  const post = async (name: string) =>
    new URL((await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "");
  const [x, facebook] = [await post("Xに投稿"), await post("Facebookに投稿")];
  expect(x.origin + x.pathname).toBe("https://x.com/intent/post");
  expect(x.searchParams.get("url")).toBe(shared);
  expect(x.searchParams.get("text")).toMatch(
    new RegExp(`^.+${race.race_num}R ◎\\d+ \\S+（勝率\\d+\\.\\d%）\n${POST_TEXT}$`),
  );
  expect(facebook.origin + facebook.pathname).toBe("https://www.facebook.com/sharer/sharer.php");
  expect(facebook.searchParams.get("u")).toBe(shared);
  const copyButton = page.getByRole("button", { name: "URLをコピー" });
  await expect(copyButton).toBeVisible({ visible: javaScriptEnabled });
  if (javaScriptEnabled) {
    await expectGoodPage(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
    await waitUntilTakenOver(page);
    await copyButton.click();
    await expect(page.getByRole("status").getByText("コピーしました")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shared);
  }
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "ダウンロード" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.png$/);

  await visitor.page.goto(shared);
  const heading = visitor.page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText(race.name);
  await expect(visitor.page.locator(".kick")).toContainText(`${race.race_num}R`);
  await expect(visitor.page.getByText("AIモデル 共有のためし")).toHaveCount(1);
  expect(await visitor.page.locator(".horse").count()).toBeGreaterThan(4);
  await expect(visitor.page.getByText("過去の成績は将来の結果を約束しません。馬券は20歳になってから。")).toHaveCount(1);
  await visitor.page.getByText(/^ほか\d+頭の6つの見方$/).click();
  await expect(visitor.page.locator(".six").last()).toContainText(/能力[+−]?\d\.\d\d\d+位/);
  const picture = visitor.page.getByRole("img", { name: /シェア画像$/ });
  expect([await picture.getAttribute("width"), await picture.getAttribute("height")]).toEqual(["1200", "630"]);
  await expectGoodPage(visitor.page);
  await visitor.page.locator("main").getByRole("link", { name: "新規登録" }).click();
  await visitor.page.waitForURL("/signup");

  await page.goto(path);
  await page.getByRole("button", { name: "共有をやめる" }).click();
  await expect(page.getByRole("status").getByText("共有をやめました")).toBeVisible();
  await expect(page.getByRole("button", { name: "共有する" })).toBeVisible();
  // Public pages may be a second old.
  await expect.poll(async () => (await fetch(shared)).status).toBe(404);
  const gone = await visitor.page.goto(shared);
  expect(gone?.status()).toBe(404);
  await visitor.page.goto(`/share/analysis?id=${analysisId}&media=twitter`);
  visitor.quietConsole.expectFailures([404, 404]);
});

test("a share page loads no script, is small, names itself to networks, and holds nothing private", {
  tag: "@once",
}, async () => {
  const { email, token, analysisId, path } = await newAnalysis("himitsu-kyouyuu");
  const profile = {
    name: "himitsu@gmail.com",
    profile: "ひみつの自己紹介",
    fav_horse: "ひみつの馬",
    phone_number: "09012345678",
  };
  const kept = await fetch(`${url}/api/users`, {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(profile),
  });
  expect(kept.status).toBe(200);
  const { body: me } = await callApi<{ id: number }>(url, token, "/users/me");
  const user = { email, cookie: `session=${token}` };
  const answer = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: user.cookie },
    body: new URLSearchParams({ intent: "share" }),
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${path}?done=shared#share`]);
  const { body: wire } = await callApi<{ url: string; image_url: string; user_name: string }>(
    url,
    null,
    `/share/analysis?id=${analysisId}`,
  );
  expect(wire.user_name).toBe(MASK);
  const sharePath = new URL(wire.url).pathname;
  const html = await (await getPage(url, sharePath, null)).text();
  const data = await (await fetch(`${wire.url}.data`)).text();
  for (const text of [html, data, JSON.stringify(wire)]) {
    expect(text).not.toMatch(/himitsu|gmail|ひみつの|0901234|session/);
    expect(text).not.toMatch(new RegExp(`user_?id"?\\W{1,3}${me.id}\\b`, "i"));
  }
  expect(html).not.toMatch(/<script/);
  expect(gzipSync(html).byteLength).toBeLessThanOrEqual(14 * 1024);
  const tags = [...html.matchAll(/<meta (property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"\/>/g)];
  const contents = Object.fromEntries(tags.map(([, , key, content]) => [key, content]));
  expect(contents).toMatchObject({
    "og:type": "website",
    "og:url": wire.url,
    "og:image": wire.image_url,
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:type": "image/png",
    "twitter:card": "summary_large_image",
  });
  expect(contents["og:title"]).toMatch(/^.+\d+R .+の指数｜はちわく$/);
  expect(html).toContain(`src="${new URL(wire.image_url).pathname}" width="1200" height="630"`);

  // Unshared, unknown and invalid ids have the same response.
  const stop = new URLSearchParams({ intent: "unshare" });
  await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url, Cookie: user.cookie },
    body: stop,
  });
  await expect.poll(async () => (await getPage(url, sharePath, null)).status).toBe(404);
  const missing = async (address: string) => {
    const page = await getPage(url, address, null);
    const text = (await page.text()).replaceAll(address, "").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "");
    return [page.status, page.headers.get("Cache-Control"), text];
  };
  const unshared = await missing(sharePath);
  expect(unshared[0]).toBe(404);
  expect(await missing("/share/analysis/M8P9QD3DQyGtqqnfO")).toEqual(unshared);
  expect(await missing("/share/analysis/nothing")).toEqual(unshared);
  expect((await callApi(url, null, `/share/analysis?id=${analysisId}`)).status).toBe(404);
  expect((await callApi(url, null, "/share/image", { id: analysisId })).status).toBe(404);
});
