import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { rows as fans } from "./fans.ts";
import { rows as notices } from "./notices.ts";
import { rows as pushNotices } from "./push-notices.ts";
import { rows as raceBets } from "./race-bets.ts";
import { rows as raceModels } from "./race-page-models.ts";
import { rows as purpose } from "./section-1-purpose.ts";
import { rows as modals } from "./section-2-modals.ts";
import { rows as routes } from "./section-2-routes.ts";
import { rows as screens } from "./section-2-screens.ts";
import { rows as entities } from "./section-3-entities.ts";
import { rows as states } from "./section-4-states.ts";
import { rows as validation } from "./section-5-validation.ts";
import { rows as roles } from "./section-6-roles.ts";
import { rows as calls } from "./section-7-calls.ts";
import { rows as errors } from "./section-8-errors.ts";
import { rows as constants } from "./section-9-constants.ts";
import { rows as raceDay } from "./section-race-day.ts";
import { rows as whatIf } from "./what-if.ts";

const TESTS = path.resolve(import.meta.dirname, "..");

const sections = {
  ...{ purpose, routes, screens, modals, entities, states, validation, roles, calls, errors, constants },
  raceBets,
  raceModels,
  raceDay,
  fans,
  notices,
  pushNotices,
  whatIf,
};
const rows = Object.entries(sections).flatMap(([section, list]) => list.map((row) => ({ ...row, section })));

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
  const faults = rows.flatMap(({ section, row, tests }) => {
    const unknown = tests.filter((name) => !names.has(name));
    if (unknown.length > 0) return unknown.map((name) => `${section} | ${row} | no test is named: ${name}`);
    return tests.length === 0 ? [`${section} | ${row} | nothing proves it`] : [];
  });
  expect(faults).toEqual([]);
  const used = new Set(rows.flatMap(({ tests }) => tests)).size;
  console.log(`specification: ${rows.length} rows, proved by ${used} tests`);
});

test("no sentence is listed twice", () => {
  const keys = rows.map(({ section, row }) => `${section} | ${row}`);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});
