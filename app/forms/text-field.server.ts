import * as z from "zod";
import { MESSAGES } from "#app/forms/messages.ts";

const CONTROL_CHARACTERS = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu;

/** Display text of at most so many code points: no control characters (but line breaks if `lines`), NFC, trimmed. */
export function textField(max: number, { lines = false } = {}) {
  return z
    .string()
    .transform((text) =>
      text
        .replace(/\r\n?/g, "\n")
        .replace(CONTROL_CHARACTERS, (mark) => (lines && mark === "\n" ? mark : ""))
        .normalize("NFC")
        .trim(),
    )
    .refine((text) => [...text].length <= max, MESSAGES.tooLong(max));
}
