import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod";

/** Form data of pairs, of which a name may stand in several. */
export function formData(entries: Iterable<readonly [string, string]>): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

/** What a form is told: the first sentence of each field (the whole form's at ""), or what was read. */
export function told<S extends z.ZodType>(schema: S, form: FormData): z.output<S> | Record<string, string | undefined> {
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return submission.value;
  return Object.fromEntries(Object.entries(submission.error ?? {}).map(([name, errors]) => [name, errors?.[0]]));
}
