import * as z from "zod";
import { cleanText, hasStackedMarks } from "#app/domain/clean-name.ts";
import { MESSAGES } from "#app/forms/messages.ts";

/** A button or hidden field; anything but a single text is treated as missing. */
export const hiddenField = z.string().optional().catch(undefined);

/** Display text of at most so many code points, cleaned ({@link cleanText}). */
export function textField(max: number, { lines = false } = {}) {
  return z
    .string()
    .transform((text) => cleanText(text.replace(/\r\n?/g, "\n"), { lines }))
    .refine((text) => !hasStackedMarks(text), MESSAGES.stackedMarks)
    .refine((text) => [...text].length <= max, MESSAGES.tooLong(max));
}
