import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { plainFields } from "#app/http/request-reading.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

/** Every schema of a form, by its name. */
const schemas: [name: string, schema: z.ZodType][] = Object.values(
  import.meta.glob<Record<string, unknown>>("/app/forms/**/*.server.ts", { eager: true }),
).flatMap((module) =>
  Object.entries(module).flatMap(([name, exported]): [string, z.ZodType][] => {
    if (name === "modelFormSchema") return [[name, (exported as (limit: number) => z.ZodType)(50)]];
    return name.endsWith("Schema") && typeof exported === "object" ? [[name, exported as z.ZodType]] : [];
  }),
);

const NASTY = ["__proto__", "constructor", "a[0].b", "[]", "toString", "name[", "x[99999999]", "$key"];

/** Names of the form's fields, where the schema says them, and others. */
function fieldNames(schema: z.ZodType): string[] {
  const { shape, in: input } = schema as { shape?: object; in?: { shape?: object } };
  return [...Object.keys(shape ?? input?.shape ?? {}), "name", "email", "password", "intent", "model_id", ...NASTY];
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

test("there are the schemas of all forms", () => {
  expect(schemas.map(([name]) => name)).toEqual(expect.arrayContaining(["loginFormSchema", "modelFormSchema"]));
  expect(schemas.length).toBeGreaterThan(20);
});

test.each(schemas)(
  "%s takes or refuses any fields, the same each time",
  (_name, schema) => {
    const names = fieldNames(schema);
    const { numRuns, ...rest } = fuzz({ quick: 1500, whole: 27_000 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 12 })), value), { maxLength: 8 }),
        (fields) => {
          const form = new FormData();
          for (const [name, sent] of fields) form.append(name, sent);
          plainFields(form);
          const submission = parseWithZod(form, { schema });
          const again = parseWithZod(form, { schema });
          expect(again.status).toBe(submission.status);
          expect(Object.getPrototypeOf({})).toBe(Object.prototype);
          expect(({} as Record<string, unknown>).polluted).toBeUndefined();
          if (submission.status === "success") return;
          expect(Object.keys(submission.error ?? {}).length).toBeGreaterThan(0);
          expect(() => JSON.stringify(submission.reply())).not.toThrow();
        },
      ),
      { ...rest, numRuns: Math.ceil(numRuns / schemas.length) },
    );
  },
  LONG_MS,
);
