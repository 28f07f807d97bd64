import type * as z from "zod";

/** What an action answers for a form it refuses: a sentence per field, one for the whole form, and what was typed. */
export interface FormRefusal {
  errors: Partial<Record<string, string>>;
  /** For the whole form. */
  message?: string;
  /** Of a refusal that ends by itself. */
  retryAfterSeconds?: number;
  /** What was typed, for the inputs to keep; never a password. */
  values: Partial<Record<string, string>>;
}

/** Text fields of a form that may be shown again. */
export function typedValues(form: FormData, names: readonly string[]): Partial<Record<string, string>> {
  const values: Partial<Record<string, string>> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === "string") values[name] = value;
  }
  return values;
}

/** The first sentence of each field. */
export function fieldErrors(error: z.ZodError): Partial<Record<string, string>> {
  const errors: Partial<Record<string, string>> = {};
  for (const issue of error.issues) {
    const name = issue.path.join(".");
    errors[name] ??= issue.message;
  }
  return errors;
}
