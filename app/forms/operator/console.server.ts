import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";

/** Forms of the console. Their fields have bounds in the page too; these are for what comes otherwise. */

const reason = z.string().trim().min(1).max(REASON_MAX);

export const rerunSchema = z.object({ job: z.string().min(1).max(64), reason });

/** What staff can do for a user, and whether it was confirmed. */
export const userActionSchema = z.object({
  user: z.coerce.number().int().positive(),
  do: z.enum(["see-address", "sign-out", "hide-name", "show-name"]),
  reason,
  confirmed: z.literal("1").optional(),
});
export type UserAction = z.infer<typeof userActionSchema>["do"];

/** Spaces between the digits are how apps show them. */
export const codeSchema = z.object({
  code: z
    .string()
    .transform((text) => text.normalize("NFKC").replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/)),
});

/** The fields of a form by the schema; null if they are not what the page sends. */
export function readConsoleForm<Schema extends z.ZodType>(form: FormData, schema: Schema): z.infer<Schema> | null {
  const parsed = schema.safeParse(Object.fromEntries(form));
  return parsed.success ? parsed.data : null;
}
