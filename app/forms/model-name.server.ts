import * as z from "zod";

/** Code points after trimming and NFC (spec §9, readings.md §2). */
export const MODEL_NAME_MAX = 15;

/** Create has texts of its own (spec §5). */
export const CREATE_NAME_MESSAGES = { required: "名前がありません", tooLong: "AIモデル名は15文字以内にしてください" };
/** Copy, edit and rename. */
export const RENAME_MESSAGES = { required: "必須項目です", tooLong: "モデル名は15文字以内にしてください" };

/**
 * A model's name: outer white space (full-width too) off, NFC, at most {@link MODEL_NAME_MAX} code points.
 * Control and bidirectional marks are dropped: they are no part of a name and can turn the page's text around.
 */
export function modelNameSchema(messages: { required: string; tooLong: string }) {
  return z
    .string(messages.required)
    .transform((text) =>
      text
        .replace(/[\p{Cc}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, "")
        .normalize("NFC")
        .trim(),
    )
    .pipe(
      z
        .string()
        .min(1, messages.required)
        .refine((name) => [...name].length <= MODEL_NAME_MAX, messages.tooLong),
    );
}
