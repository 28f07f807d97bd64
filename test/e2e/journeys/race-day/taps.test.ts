import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { finishedAnalysis, logIn, newAccount, newModel } from "#test/e2e/support/account.ts";
import { namesEntered, runStatements, setPlan } from "#test/e2e/support/site-database.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

/** The tasks of a Saturday from the home page, by as many taps as the README of the routes says. */

const { url, stateDir } = saturday;

const README = path.resolve(import.meta.dirname, "../../../../app/routes/README.md");
const UNLIMITED = 6;

/** Taps now, by task: the last cell of its row. */
const promised = new Map(
  readFileSync(README, "utf8")
    .split("\n")
    .flatMap((line): [string, number][] => {
      const [, task, now] = /^\| (.+?) \| (\d+) \|$/.exec(line) ?? [];
      return task === undefined ? [] : [[task, Number(now)]];
    }),
);

/** Presses a link, a button or a summary, chooses or begins to type: one tap. */
type Tap = (target: Locator, type?: string) => Promise<void>;
type Walk = (page: Page, tap: Tap) => Promise<void>;

const next = (page: Page) => page.locator(".next-race");
const toCard = (page: Page) => next(page).getByRole("link", { name: "出馬表" });
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "このレース" }).getByRole("link", { name, exact: true });
const toRaces = (page: Page) =>
  page.getByRole("navigation", { name: "メイン（下部）" }).getByRole("link", { name: "レース" });
const firstHorse = (page: Page) => page.locator(".phone .card-horse:has(details)").first();

/** The tasks of who has analysed the next race by two models. */
const TASKS: Record<string, Walk> = {
  "Its card with past runs, a horse's last five in full": async (page, tap) => {
    await tap(toCard(page));
    await tap(page.locator(".phone .card-horse:has(.form)").first().locator("summary"));
    await expect(page.locator(".phone details[open] .runs li").first()).toBeVisible();
  },
  "Its odds": async (page, tap) => {
    await tap(toCard(page));
    await expect(page.locator(".phone .od b").first()).toHaveText(/^単勝\d+\.\d$/);
  },
  "An own mark on one of its horses": async (page, tap) => {
    await tap(toCard(page));
    await tap(firstHorse(page).locator("summary"));
    await tap(firstHorse(page).locator("label:has([name=mark])").nth(1));
    await tap(firstHorse(page).getByRole("button", { name: "印とメモを保存" }));
    await expect(firstHorse(page).locator("summary").getByRole("img", { name: "◎" })).toBeVisible();
  },
  "Two models side by side on it": async (page, tap) => {
    await tap(toCard(page));
    await tap(tab(page, "指数"));
    for (const name of ["一つめ", "二つめ"]) await expect(page.locator(".models-table-head")).toContainText(name);
  },
  "Its tickets with points, chances and what they pay": async (page, tap) => {
    await tap(toCard(page));
    await tap(tab(page, "買い目"));
    await expect(page.locator(".ticket:visible tfoot")).toContainText("点");
  },
  "All starts of one of its horses": async (page, tap) => {
    await tap(toCard(page));
    await tap(firstHorse(page).locator("summary"));
    await tap(firstHorse(page).getByRole("link", { name: "馬のページ" }));
    await page.waitForURL(/\/horses\//);
  },
  "What if one of its horses is scratched": async (page, tap) => {
    await tap(next(page).getByRole("link", { name: "指数を見る" }));
    await tap(page.getByRole("link", { name: "条件を変えてみる" }));
    await tap(page.getByRole("group", { name: "出走しないことにする馬" }).locator("label").first());
    await tap(page.getByRole("button", { name: "計算する" }));
    await expect(page.locator(".wout")).toContainText("出走しないことにした");
  },
  "Result and payouts of a race of the last race day": async (page, tap) => {
    await tap(toRaces(page));
    await tap(page.getByRole("link", { name: /^前の開催日/ }).first());
    await tap(page.locator(".board li:has(.won) .to-card").last());
    await tap(tab(page, "結果"));
    await expect(page.getByRole("heading", { name: "払戻金" })).toBeVisible();
  },
  "A venue's races of last Sunday": async (page, tap) => {
    await tap(toRaces(page));
    await tap(page.getByText("日付を選ぶ"));
    await tap(page.locator(".calendar").getByRole("link", { name: /^11月15日/ }));
    await tap(page.getByRole("navigation", { name: "競馬場" }).getByRole("link").last());
    await expect(page.locator(".course:target .one").first()).toBeInViewport();
  },
  "A horse by its name": async (page, tap) => {
    const names = page.locator(".phone .card-horse .row-name b");
    const { pathname } = new URL((await toCard(page).getAttribute("href")) ?? "", url);
    await page.goto(pathname);
    const name = (await names.first().textContent()) ?? "";
    await page.goto("/home");
    await tap(page.locator("header.bar").getByRole("link", { name: "さがす" }));
    await tap(page.getByRole("searchbox"), name);
    await tap(page.getByRole("button", { name: "さがす" }));
    await tap(
      page
        .getByRole("main")
        .getByRole("link", { name: new RegExp(`^${name}`) })
        .first(),
    );
    await expect(page.getByRole("heading", { name }).first()).toBeVisible();
  },
  "Today's indices as CSV": async (page, tap) => {
    await tap(toRaces(page));
    const saved = page.waitForEvent("download");
    await tap(page.getByRole("link", { name: "指数をCSVで保存" }));
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  },
  "All races of today by one model": async (page, tap) => {
    await tap(page.getByRole("main").getByRole("link", { name: /^今日の印（全レース）$|残り\d+Rを分析$/ }));
    await tap(page.getByRole("button", { name: "まとめて分析する" }));
    await page.waitForURL(/\/days\/[\d-]+\?model=/);
    // Other tests' analyses need not wait for these.
    await page.getByRole("button", { name: "止める" }).click();
  },
};

test("each task of a Saturday takes the taps that are written down", { tag: ["@no-script", "@full"] }, async ({
  page,
}) => {
  await namesEntered(stateDir);
  const { email, token } = await newAccount(url, "tappu");
  await setPlan(stateDir, email, UNLIMITED);
  const first = await newModel(url, token, "一つめ");
  await logIn(page, url, email);
  const taken = new Map<string, number>();
  const walk = async (task: string, by: Walk) => {
    await page.goto("/home");
    let taps = 0;
    await by(page, async (target, type) => {
      taps += 1;
      await (type === undefined ? target.click() : target.fill(type));
    });
    taken.set(task, taps);
  };
  await page.goto("/home");
  const raceId = decodeURIComponent((await toCard(page).getAttribute("href"))?.slice("/races/".length) ?? "");
  // No record has brought odds yet.
  await runStatements(stateDir, [
    `update runners set win_odds = 2 + horse_num, popularity = horse_num where race_id = '${raceId}'`,
  ]);
  await walk("Index of the next race", async (_page, tap) => {
    await tap(next(page).getByRole("button", { name: "一つめで分析" }));
    await page.waitForURL(/\/analyses/);
  });
  for (const modelId of [first, await newModel(url, token, "二つめ")]) {
    await finishedAnalysis(url, token, { model_id: modelId, race_id: raceId });
  }
  for (const [task, by] of Object.entries(TASKS)) await walk(task, by);
  expect(Object.fromEntries(taken)).toEqual(Object.fromEntries(promised));
});
