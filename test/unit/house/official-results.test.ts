import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** In racing 確定 is the official result, and final odds are 確定オッズ. A sealed forecast is 記録. */
const OFFICIAL: readonly RegExp[] = [
  /結果[がの]?確定/g,
  /確定オッズ/g,
  // What tables of other sites have in the place of a result.
  /\|未確定\|/g,
  // Under 結果, the tab of a race without its result.
  /"確定前"/g,
];

/** The lines that use 確定 for anything else. */
function misusesOf(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => OFFICIAL.reduce((rest, use) => rest.replace(use, ""), line).includes("確定"));
}

test("確定 of a forecast, an application or a day is found, that of a result or of odds is not", () => {
  const wrong = [
    "発走8時間前に確定",
    "確定 0R",
    "15:10に確定します",
    "単勝オッズ 確定",
    "発走前に確定した分析です。結果確定 3R",
    "申し込みが確定します",
    "前日までに確定",
  ];
  expect(misusesOf(wrong.join("\n"))).toEqual(wrong);
  const right = [
    "結果確定 0R",
    "結果が確定したレース",
    "単勝の確定オッズ",
    '<small>{isOff ? "中止" : "確定前"}</small>',
  ];
  expect(misusesOf(right.join("\n"))).toEqual([]);
});

test("every text says 確定 of official results and final odds only", () => {
  const files = ["app", "workers", "public", "scripts"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|m?js|json|md|webmanifest)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = [...files, "README.md"].flatMap((file) =>
    misusesOf(readFileSync(path.join(ROOT, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
