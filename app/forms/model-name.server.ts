import * as z from "zod";
import { cleanName } from "./clean-name.ts";

/** Code points after trimming and NFC (spec §9, readings.md §2). */
export const MODEL_NAME_MAX = 15;

/** Create has texts of its own (spec §5). */
export const CREATE_NAME_MESSAGES = { required: "名前がありません", tooLong: "AIモデル名は15文字以内にしてください" };
/** Copy, edit and rename. */
export const RENAME_MESSAGES = { required: "必須項目です", tooLong: "モデル名は15文字以内にしてください" };

/**
 * A model's name: cleaned ({@link cleanName}), at most {@link MODEL_NAME_MAX} code points.
 */
export function modelNameSchema(messages: { required: string; tooLong: string }) {
  return z
    .string(messages.required)
    .transform((text) => cleanName(text))
    .pipe(
      z
        .string()
        .min(1, messages.required)
        .refine((name) => [...name].length <= MODEL_NAME_MAX, messages.tooLong),
    );
}
