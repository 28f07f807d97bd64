import * as z from "zod";
import { EMAIL_ADDRESS } from "#app/domain/accounts/email-address.ts";
import { PASSKEY_NAME_MAX } from "#app/domain/accounts/passkeys.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/accounts/profile.ts";
import { cleanName, hasStackedMarks } from "#app/domain/clean-name.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { textField } from "#app/forms/text-field.server.ts";

/** A missing field is treated like an empty one. */

const text = z.string({ error: MESSAGES.required });

/** Mail allows 254 characters. Non-ASCII local parts are refused, as by most mail servers. */
export const emailField = text
  .trim()
  .min(1, { error: MESSAGES.required, abort: true })
  .max(PROFILE_TEXT_MAX.email, { error: MESSAGES.tooLong(PROFILE_TEXT_MAX.email), abort: true })
  .regex(EMAIL_ADDRESS, { error: MESSAGES.emailInvalid });

/** A credential. Only presence is checked. */
export const presentField = text.min(1, MESSAGES.required).max(1024, MESSAGES.tooLong(1024));

/** A code of the authenticator app, or a recovery code in any notation. */
export const codeField = text.trim().min(1, MESSAGES.required).max(64, MESSAGES.tooLong(64));

/** For accounts that may have a second factor; the service checks whether it is required. */
export const optionalCodeField = z.string().trim().max(64, MESSAGES.tooLong(64)).default("");

/** The authenticator's answer as JSON from the script; null if malformed, which every use case refuses. */
export const passkeyAnswerField = z
  .string()
  .max(32_768)
  .transform((json): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      return null;
    }
  });

export const passkeyNameField = text.pipe(textField(PASSKEY_NAME_MAX)).pipe(text.min(1, MESSAGES.required));

/** At least 8 code points. The upper bound limits the work of hashing. */
export const newPasswordField = text
  .min(1, MESSAGES.required)
  .refine((password) => [...password].length >= 8, MESSAGES.passwordTooShort)
  .refine((password) => [...password].length <= 256, MESSAGES.tooLong(256));

export const newPasswordFields = { password: newPasswordField, confirmPassword: presentField };

export function withSamePasswords<Schema extends z.ZodType<{ password: string; confirmPassword: string }>>(
  schema: Schema,
): Schema {
  return schema.refine((form) => form.password === form.confirmPassword, {
    error: MESSAGES.passwordsDiffer,
    path: ["confirmPassword"],
    // Zod skips an object's refinement while a field is invalid. The mismatch is also reported with a short password.
    when: ({ value }) =>
      typeof value === "object" &&
      value !== null &&
      "confirmPassword" in value &&
      typeof value.confirmPassword === "string" &&
      value.confirmPassword !== "",
  });
}

/** The services refuse names of the operator, because they know the user. */
export const nameField = text
  .transform(cleanName)
  // Also required if cleaning leaves nothing.
  .pipe(
    text
      .min(1, MESSAGES.required)
      .max(PROFILE_TEXT_MAX.name, MESSAGES.tooLong(PROFILE_TEXT_MAX.name))
      .refine((name) => !hasStackedMarks(name), MESSAGES.stackedMarks),
  );

export const termsField = z.literal("on", { error: MESSAGES.termsRequired });

/** The link's code and the address. The address identifies a repeated submission whose code is already used. */
export const mailedFields = {
  uuid: z.string().default(""),
  email: z.string().optional(),
};
