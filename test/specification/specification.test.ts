import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { proofs as fans } from "./fans.ts";
import { proofs as notifications } from "./notifications.ts";
import { proofs as pushNotifications } from "./push-notifications.ts";
import { proofs as raceBets } from "./race-bets.ts";
import { proofs as raceModels } from "./race-page-models.ts";
import { proofs as purpose } from "./section-1-purpose.ts";
import { proofs as modals } from "./section-2-modals.ts";
import { proofs as routes } from "./section-2-routes.ts";
import { proofs as screens } from "./section-2-screens.ts";
import { proofs as entities } from "./section-3-entities.ts";
import { proofs as states } from "./section-4-states.ts";
import { proofs as validation } from "./section-5-validation.ts";
import { proofs as roles } from "./section-6-roles.ts";
import { proofs as calls } from "./section-7-calls.ts";
import { proofs as errors } from "./section-8-errors.ts";
import { proofs as constants } from "./section-9-constants.ts";
import { proofs as raceDay } from "./section-race-day.ts";
import { proofs as whatIf } from "./what-if.ts";

const TESTS = path.resolve(import.meta.dirname, "..");

const sections = {
  ...{ purpose, routes, screens, modals, entities, states, validation, roles, calls, errors, constants },
  raceBets,
  raceModels,
  raceDay,
  fans,
  notifications,
  pushNotifications,
  whatIf,
};
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
  const proofs = Object.entries(sections).flatMap(([section, rows]) =>
    Object.entries(rows).map(([row, tests]) => ({ at: `${section} | ${row}`, tests })),
  );
  expect(proofs.filter(({ tests }) => tests.length === 0)).toEqual([]);
  expect(proofs.flatMap(({ at, tests }) => tests.filter((name) => !names.has(name)).map((name) => [at, name]))).toEqual(
    [],
  );
});
