import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { Proofs } from "./proofs.ts";

const TESTS = path.resolve(import.meta.dirname, "..");

const sections = import.meta.glob<{ proofs: Proofs }>(["./*.ts", "!./proofs.ts", "!./*.test.ts"], { eager: true });
/** The title of `test("…")` and `test.each(…)("…")`; what a template or a table puts in ends it. */
const TITLE = /(?:\btest|\](?: as const)?\s*\))\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/g;

/** Names of all tests as `e2e/journeys/models: what holds`. */
function testNames(): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(TESTS, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.test\.tsx?$/.test(name),
  )) {
    const source = readFileSync(path.join(TESTS, file), "utf8");
    for (const [, , title = ""] of source.matchAll(TITLE)) {
      const fixed = title.split(/,? ?(?:JavaScript )?(?:\$\{|%[sdioj])/, 1)[0] ?? "";
      names.add(`${file.replace(/\.test\.tsx?$/, "")}: ${fixed}`);
    }
  }
  return names;
}

test("every sentence of the specification is proved by a test that exists", () => {
  const names = testNames();
  const proofs = Object.entries(sections).flatMap(([section, module]) =>
    Object.entries(module.proofs).map(([row, tests]) => ({ at: `${section} | ${row}`, tests: [tests].flat() })),
  );
  expect(proofs.length).toBeGreaterThan(400);
  expect(proofs.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(proofs.flatMap(({ at, tests }) => tests.filter((name) => !names.has(name)).map((name) => [at, name]))).toEqual(
    [],
  );
});
