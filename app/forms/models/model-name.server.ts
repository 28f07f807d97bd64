import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { isModelNameTooLong, MODEL_NAME_MAX } from "#app/domain/model-name.ts";

/** Create has texts of its own. */
export const CREATE_NAME_MESSAGES = {
  required: "名前がありません",
  tooLong: `AIモデル名は${MODEL_NAME_MAX}文字以内にしてください`,
};
/** Copy, edit and rename. */
export const RENAME_MESSAGES = {
  required: "必須項目です",
  tooLong: `モデル名は${MODEL_NAME_MAX}文字以内にしてください`,
};

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
        .refine((name) => !isModelNameTooLong(name), messages.tooLong),
    );
}
