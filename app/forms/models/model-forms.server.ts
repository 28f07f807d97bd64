import * as z from "zod";
import { cleanName, hasStackedMarks, isReservedName } from "#app/domain/clean-name.ts";
import { isModelNameTooLong, MODEL_NAME_MAX } from "#app/domain/model-name.ts";
import { PUBLICATIONS } from "#app/domain/views/public-model.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { readFormKey, readId } from "#app/http/request-reading.ts";

export const CREATE_NAME_MESSAGES = {
  required: "名前がありません",
  tooLong: `AIモデル名は${MODEL_NAME_MAX}文字以内にしてください`,
};
export const RENAME_MESSAGES = {
  required: "必須項目です",
  tooLong: `モデル名は${MODEL_NAME_MAX}文字以内にしてください`,
};

export function modelNameSchema(messages: { required: string; tooLong: string }) {
  return z
    .string(messages.required)
    .transform((text) => cleanName(text))
    .pipe(
      z
        .string(messages.required)
        .min(1, messages.required)
        .refine((name) => !isModelNameTooLong(name), messages.tooLong)
        .refine((name) => !hasStackedMarks(name), MESSAGES.stackedMarks)
        .refine((name) => !isReservedName(name), MESSAGES.nameReserved),
    );
}

/** Null if missing or invalid. */
const modelIdField = z
  .string()
  .optional()
  .transform((text) => readId(text));

export const modelNameFormSchema = z.object({ name: modelNameSchema(RENAME_MESSAGES) });

export const renameFormSchema = z.object({ model_id: modelIdField, name: modelNameSchema(RENAME_MESSAGES) });
export const modelDeletionFormSchema = z.object({ model_id: modelIdField });

export const publicationSchema = z.object({ publication: z.enum(PUBLICATIONS) });

/** "1" removes the model from everybody's forecast. */
export const crowdChoiceSchema = z.object({ out: z.enum(["0", "1"]).transform((out) => out === "1") });

export const modelStarFormSchema = z.object({ model_id: modelIdField, star: z.enum(["on", "off"]) });

export const inheritFormSchema = z.object({
  name: modelNameSchema(RENAME_MESSAGES),
  form_key: z
    .string()
    .optional()
    .transform((text) => readFormKey(text) ?? crypto.randomUUID()),
});

export type ModelNameForm = z.input<typeof modelNameFormSchema>;
export type RenameForm = z.input<typeof renameFormSchema>;
export type ModelDeletionForm = z.input<typeof modelDeletionFormSchema>;
export type InheritForm = z.input<typeof inheritFormSchema>;
