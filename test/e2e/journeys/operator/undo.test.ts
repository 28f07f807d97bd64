import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { importFiles } from "#scripts/import/client.ts";
import { expectGoodPage } from "#test/e2e/support/page-checks.ts";
import { enterConsole } from "#test/e2e/support/second-factor.ts";
import { adminToken } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { tuesday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";
import { csv, type Files, raceRow, runnerRow } from "#test/integration/support/imports/import-set.ts";

/** On a regional race of next month, which no other test looks at. */

const { url, stateDir } = tuesday;

test.use({ baseURL: url });

/** Imports files as the command does. @returns the import's number */
async function importAs(files: Files): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-undo-"));
  const local = Object.entries(files).map(([name, content]) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return { path: file, name, bytes: statSync(file).size };
  });
  const ended = await importFiles({ url, token: adminToken() }, { source: "sample", files: local });
  rmSync(folder, { recursive: true });
  expect([ended.status, ended.errors]).toEqual(["done", []]);
  return ended.import_id;
}

test("an import is undone after a reason and a confirmation, once what was built on it is undone", {
  tag: "@full",
}, async ({ page, javaScriptEnabled, quietConsole }) => {
  const raceId = `undo-${javaScriptEnabled}`;
  const race = raceRow({
    ...{ race_id: raceId, date: "2026-12-20", venue: "大井", venue_type: 2, race_num: javaScriptEnabled ? 1 : 2 },
    ...{ name: "取り消す競走", surface: "dirt", weather: "", going: "" },
  });
  const unknown = { finish_position: "", time_s: "", margin_s: "", corner_positions: "", last_600m_s: "" };
  const runner = { race_id: raceId, status: "entered", prize_yen: "", body_weight_kg: "", body_weight_change_kg: "" };
  const runners = [1, 2].map((horse_num) =>
    runnerRow({ ...unknown, ...runner, horse_num, bracket_num: horse_num, horse_id: `undo-${horse_num}` }),
  );
  const first = await importAs({ "races.csv": csv([race]), "runners.csv": csv(runners) });
  const second = await importAs({ "races.csv": csv([{ ...race, name: "誤った名" }]) });
  const { DB } = openSiteBindings(stateDir);
  const nameOf = () => DB.prepare("select name from races where race_id = ?").bind(raceId).first<string>("name");
  expect(await nameOf()).toBe("誤った名");

  await enterConsole(page, url, "torikeshi");
  await page.goto(`/admin/imports/${first}`);
  const undo = page.locator("#undo");
  await expect(undo.getByText("いまは取り消せません。")).toBeVisible();
  await expect(undo.getByText("取り消しに進む")).toHaveCount(0);
  await undo.getByRole("link", { name: `取り込み ${second}` }).click();

  await expect(undo.getByText("変えた1レースを前の内容に戻します。")).toBeVisible();
  await expectGoodPage(page);
  await undo.getByRole("button", { name: "取り消しに進む" }).click();
  await expect(undo.getByLabel("理由")).toHaveAccessibleDescription("理由を入力してください");
  await expect(undo.getByLabel("理由")).toBeFocused();
  await undo.getByLabel("理由").fill("名前の誤り");
  await undo.getByRole("button", { name: "取り消しに進む" }).click();
  await expect(page.getByRole("heading", { name: `取り込み ${second} を取り消しますか` })).toBeVisible();
  await expect(page.getByText("理由：名前の誤り")).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole("link", { name: "やめる" }).click();
  await expect(undo.getByLabel("理由")).toHaveValue("");
  expect(await nameOf()).toBe("誤った名");

  for (const [importId, nameAfter] of [
    [second, "取り消す競走"],
    [first, null],
  ] as const) {
    await page.goto(`/admin/imports/${importId}`);
    await undo.getByLabel("理由").fill("名前の誤り");
    await undo.getByRole("button", { name: "取り消しに進む" }).click();
    await page.getByRole("button", { name: "取り消す", exact: true }).click();
    await expect(page.getByRole("status").first()).toHaveText("取り消しを始めました。進みはこのページで見られます");
    await expect(async () => {
      await page.reload();
      const done = page.getByText(`取り込み ${importId} の取り消しです。1レースを前に戻しました。`);
      expect(await done.isVisible()).toBe(true);
    }).toPass();
    expect(await nameOf()).toBe(nameAfter);
    await page.goto(`/admin/imports/${importId}`);
    await expect(undo.getByText("で取り消しました。")).toBeVisible();
    await expect(page.getByRole("row", { name: /名前の誤り/ }).first()).toBeVisible();
  }
  quietConsole.expectFailures([400]);
});
