import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
/** Shorter ones are labels and names. */
const SENTENCE_CHARACTERS = 12;
const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/g;
/** A string literal, a template without the code in it; text between tags, or beside code in braces. */
const TEXTS = [/"([^"\n]+)"/g, /`([^`]+)`/g, /(?<=[>}])([^<>{}]+)(?=[<{])/g];

/** Titles that pages have for a link to another page. */
const LINK_LABELS = ["特定商取引法に基づく表記", "すべての端末でログアウト"];

function sentencesOf(file: string): Set<string> {
  const code = readFileSync(path.join(ROOT, file), "utf8")
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/^\s*\/\/.*$/gm, "");
  const texts = TEXTS.flatMap((kind) => [...code.matchAll(kind)].map(([, text = ""]) => text));
  return new Set(
    texts
      .map((text) => text.replace(/\s+/g, " ").trim())
      .filter((text) => (text.match(JAPANESE) ?? []).length >= SENTENCE_CHARACTERS && !LINK_LABELS.includes(text)),
  );
}

test("each sentence on screen stands in one source file", () => {
  const files = ["app", "workers"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const places = new Map<string, string[]>();
  for (const file of files) for (const text of sentencesOf(file)) places.set(text, [...(places.get(text) ?? []), file]);
  expect(places.size).toBeGreaterThan(300);
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([]);
});
