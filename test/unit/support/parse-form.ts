import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";

/** Form data of name-value pairs; names may repeat. */
export function formData(entries: Iterable<readonly [string, string]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** Validates a form. @returns the first message of each field (the form's own under ""), or the parsed value */
export function parseForm<S extends z.ZodType>(
  schema: S,
  form: FormData,
): z.output<S> | Record<string, string | undefined> {
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return submission.value;
  return Object.fromEntries(Object.entries(submission.error ?? {}).map(([name, errors]) => [name, errors?.[0]]));
}
