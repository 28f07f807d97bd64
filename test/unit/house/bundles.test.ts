import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Places of characters that V8 would keep the whole source in two bytes a character for. */
function beyondLatin1(source: string): string[] {
  return [...source.matchAll(/.{0,40}[\u0100-\u{10ffff}].{0,10}/gu)].map(([place]) => place);
}

test.each([
  ["web", 4_000_000],
  ["jobs", 1_200_000],
  ["jobs-heavy", 1_200_000],
])("the bundle of %s is minified, has no character beyond Latin-1, and a source map", (worker, most) => {
  const folder = path.join(ROOT, "build/workers", worker);
  const source = readFileSync(path.join(folder, "index.js"), "utf8");
  // The bundler escapes them in strings; regular expressions have to be written so.
  expect(beyondLatin1(source)).toEqual([]);
  expect(source.length).toBeLessThan(most);
  const map = JSON.parse(readFileSync(path.join(folder, "index.js.map"), "utf8")) as {
    sources: string[];
    names: string[];
  };
  // What stack traces are read by.
  expect(map.sources.some((name) => name.endsWith("app/services/jobs/jobs.server.ts"))).toBe(true);
  expect(map.names).toContain("enqueueJob");
});

test("the check finds such a character wherever it stands", () => {
  expect(beyondLatin1("a='\u00e9\u00ff'")).toEqual([]);
  expect(beyondLatin1("var a=/[円]/;\nvar b;")).toEqual(["var a=/[円]/;"]);
  expect(beyondLatin1("b='🐎'")).toHaveLength(1);
});
