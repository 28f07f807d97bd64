import * as z from "zod";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { siteNoticeSchema } from "#app/domain/operations/site-notice-schema.ts";

/** Forms of the console. Their fields have bounds in the page too; these are for what comes otherwise. */

const reason = z.string().trim().min(1).max(REASON_MAX);

export const rerunSchema = z.object({ job: z.string().min(1).max(64), reason });

/** The undo of an import, and whether it was confirmed. */
export const undoSchema = z.object({ reason, confirmed: z.literal("1").optional() });

/** Sets the notice on all pages, or ends it. The end is a time of Japan, as browsers send it: 2026-11-22T18:00. */
export const noticeFormSchema = z.discriminatedUnion("do", [
  siteNoticeSchema.extend({
    do: z.literal("set"),
    // Browsers send a line break as two characters, and count it as one.
    text: z
      .string()
      .transform((text) => text.replace(/\s+/g, " "))
      .pipe(siteNoticeSchema.shape.text),
    until: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/)
      .transform((text) => Math.floor(Date.parse(`${text.slice(0, 16)}:00+09:00`) / 1000))
      .pipe(siteNoticeSchema.shape.until),
    reason,
  }),
  z.object({ do: z.literal("end"), reason }),
]);

/** What staff can do for a user, and whether it was confirmed. */
export const userActionSchema = z.object({
  user: z.coerce.number().int().positive(),
  do: z.enum(["see-address", "sign-out", "drop-second-factor", "hide-name", "show-name"]),
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
