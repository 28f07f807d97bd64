import * as z from "zod";
import { safeReturnPath } from "#app/http/return-path.ts";

/** すべて既読にする under the bell; `to` is the page to return to. */
export const noticesFormSchema = z.object({
  intent: z.string().optional(),
  to: z
    .string()
    .optional()
    .transform((path) => safeReturnPath(path ?? null)),
});
