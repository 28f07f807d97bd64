import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findPromises, textOfPage } from "#test/unit/support/words/promises.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");

test("a phrase that promises a gain is found, and one that says the opposite is not", () => {
  const promises = [
    "このAIなら必ず当たります。",
    "確実に利益が出る馬券です",
    "競馬で儲かるモデルを作ろう！",
    "副収入が得られます",
    "回収率100%を超えます",
    "負けを取り返すチャンス",
    "損をしない買い方",
    "万馬券が狙えます",
    "今すぐ買いましょう",
    "勝てるAIを作る",
    "月に10万円稼げます",
    "的中を保証します。過去の成績は将来を約束しません。",
  ];
  expect(promises.filter((text) => findPromises(text).length !== 1)).toEqual([]);
  const honest = [
    "当たりも利益も約束しません",
    "過去の回収率は、将来の利益も約束しません。",
    "長く続けるほど、買った額より少なくなるのがふつうです。",
    "1番人気を買い続けた人も損をしました。",
    "単勝の回収率 78.1%",
  ];
  expect(honest.flatMap(findPromises)).toEqual([]);
});

test("a promise is found in a page's words, its attributes and its description, also across tags", () => {
  const pages = [
    "<p>この<b>AI</b>は<span>必ず</span><span>当たり</span>ます</p>",
    '<img alt="必ず当たるAI" src="x">',
    '<meta name="description" content="競馬で稼げるAI">',
    '<button aria-label="今すぐ買う">買う</button>',
  ];
  expect(pages.filter((page) => findPromises(textOfPage(page)).length !== 1)).toEqual([]);
  expect(findPromises(textOfPage("<li>必ず</li><li>当たり</li><script>必ず当たる</script>"))).toEqual([]);
});

test("no text of the sources promises a gain, whatever state of a page shows it", () => {
  const files = ["app", "workers", "public"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|js|mjs|webmanifest)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const code = readFileSync(path.join(ROOT, file), "utf8")
      .replace(/\/\*.*?\*\//gs, "")
      .replace(/^\s*\/\/.*$/gm, "")
      .replace(/["`<>{}]/g, "\n");
    return findPromises(code).map((sentence) => `${file}: ${sentence}`);
  });
  expect(found).toEqual([]);
});
