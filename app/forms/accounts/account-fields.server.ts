import * as z from "zod";
import { EMAIL_ADDRESS } from "#app/domain/accounts/email-address.ts";
import { PASSKEY_NAME_MAX } from "#app/domain/accounts/passkeys.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/accounts/profile.ts";
import { cleanName, hasStackedMarks } from "#app/domain/clean-name.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { textField } from "#app/forms/text-field.server.ts";

/** Fields that several account forms share. A missing field is treated like an empty one. */

const text = z.string({ error: MESSAGES.required });

/** Trimmed; mail allows 254 characters. Local parts with non-ASCII characters are refused, as by most mail servers. */
export const emailField = text
  .trim()
  .min(1, { error: MESSAGES.required, abort: true })
  .max(PROFILE_TEXT_MAX.email, { error: MESSAGES.tooLong(PROFILE_TEXT_MAX.email), abort: true })
  .regex(EMAIL_ADDRESS, { error: MESSAGES.emailInvalid });

/** A credential: only presence is checked, as the account decides the rest. */
export const presentField = text.min(1, MESSAGES.required).max(1024, MESSAGES.tooLong(1024));

/** A code of the second factor: of an app, or a recovery code, however it is written. */
export const codeField = text.trim().min(1, MESSAGES.required).max(64, MESSAGES.tooLong(64));

/** The same, of accounts that have a second factor; the service says whether it is missing. */
export const optionalCodeField = z.string().trim().max(64, MESSAGES.tooLong(64)).default("");

/** What an authenticator answered, as the script's JSON; null if it is none, which no use case takes. */
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

/** What a user calls a passkey. */
export const passkeyNameField = text.pipe(textField(PASSKEY_NAME_MAX)).pipe(text.min(1, MESSAGES.required));

/** At least 8 characters, counted in code points; the upper bound limits the work of hashing. */
export const newPasswordField = text
  .min(1, MESSAGES.required)
  .refine((password) => [...password].length >= 8, MESSAGES.passwordTooShort)
  .refine((password) => [...password].length <= 256, MESSAGES.tooLong(256));

/** The fields of a new password, typed twice; see {@link withSamePasswords}. */
export const newPasswordFields = { password: newPasswordField, confirmPassword: presentField };

/** Refuses a form whose two passwords differ. */
export function withSamePasswords<Schema extends z.ZodType<{ password: string; confirmPassword: string }>>(
  schema: Schema,
): Schema {
  return schema.refine((form) => form.password === form.confirmPassword, {
    error: MESSAGES.passwordsDiffer,
    path: ["confirmPassword"],
    // Zod skips an object's refinement while a field is invalid; report the mismatch also with a short password.
    when: ({ value }) =>
      typeof value === "object" &&
      value !== null &&
      "confirmPassword" in value &&
      typeof value.confirmPassword === "string" &&
      value.confirmPassword !== "",
  });
}

/**
 * Presence, and what can be read; half-width letters are recommended in a hint beside the field. Names of whoever runs the site are
 * refused where it is known who asks (the services).
 */
export const nameField = text
  .transform(cleanName)
  // Also required if nothing is left after cleaning.
  .pipe(
    text
      .min(1, MESSAGES.required)
      .max(PROFILE_TEXT_MAX.name, MESSAGES.tooLong(PROFILE_TEXT_MAX.name))
      .refine((name) => !hasStackedMarks(name), MESSAGES.stackedMarks),
  );

/** A checked checkbox. */
export const termsField = z.literal("on", { error: MESSAGES.termsRequired });

/**
 * Behind a mailed link: its code, and the address that the page shows, with which a form submitted twice is recognised
 * when the code is already used.
 */
export const mailedFields = {
  uuid: z.string().default(""),
  email: z.string().optional(),
};
