import { parse, type Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { checkModelForm } from "#app/forms/models/model-create.server.ts";
import { readModelDraft } from "#app/forms/models/model-draft.ts";
import { plainFields } from "#app/http/request-reading.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

interface FormCheck {
  fields: readonly string[];
  parse(form: FormData): Submission<unknown>;
}

/** The check of every form, by its name. */
const checks: [name: string, check: FormCheck][] = Object.values(
  import.meta.glob<Record<string, unknown>>("/app/forms/**/*.server.ts", { eager: true }),
).flatMap((module) =>
  Object.entries(module).flatMap(([name, exported]): [string, FormCheck][] => {
    if (!name.endsWith("Schema") || typeof exported !== "object") return [];
    const schema = exported as z.ZodType;
    return [[name, { fields: fieldNames(schema), parse: (form) => parseWithZod(form, { schema }) }]];
  }),
);
checks.push([
  "checkModelForm",
  {
    fields: ["static", "average", "venueType", "isAllVenue", "form_key", "from", "rank_num", "rank_customize"],
    parse(form) {
      const draft = readModelDraft(form, () => "new");
      return parse(form, { resolve: () => checkModelForm(form, draft, 50) });
    },
  },
]);

const NASTY = ["__proto__", "constructor", "a[0].b", "[]", "toString", "name[", "x[99999999]", "$key"];

/** Names of the form's fields, where the schema has them. */
function fieldNames(schema: z.ZodType): string[] {
  const { shape, in: input } = schema as { shape?: object; in?: { shape?: object } };
  return Object.keys(shape ?? input?.shape ?? {});
}

const value = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "",
    "on",
    "1",
    "0",
    "-1",
    "1.5",
    "9".repeat(40),
    "a@example.com",
    "東京",
    "2026-11-21",
    "\u0000",
    "\ud800",
    "x".repeat(5000),
  ),
  fc.integer().map(String),
);

test("there are the checks of all forms", () => {
  expect(checks.map(([name]) => name)).toEqual(expect.arrayContaining(["loginFormSchema", "checkModelForm"]));
  expect(checks.length).toBeGreaterThan(20);
});

test.each(checks)(
  "%s takes or refuses any fields, the same each time",
  (_name, { fields, parse: parseForm }) => {
    const names = [...fields, "name", "email", "password", "intent", "model_id", ...NASTY];
    const { numRuns, ...rest } = fuzz({ quick: 1500, whole: 27_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value), { maxLength: 8 }),
        (entries) => {
          const form = new FormData();
          for (const [name, sent] of entries) form.append(name, sent);
          plainFields(form);
          const submission = parseForm(form);
          const again = parseForm(form);
          expect(again.status).toBe(submission.status);
          expect(Object.getPrototypeOf({})).toBe(Object.prototype);
          expect(({} as Record<string, unknown>).polluted).toBeUndefined();
          if (submission.status === "success") return;
          expect(Object.keys(submission.error ?? {}).length).toBeGreaterThan(0);
          expect(() => JSON.stringify(submission.reply())).not.toThrow();
        },
      ),
      { ...rest, numRuns: Math.ceil(numRuns / checks.length) },
    );
  },
  LONG_MS,
);
