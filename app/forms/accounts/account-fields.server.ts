import * as z from "zod";
import { EMAIL_ADDRESS } from "#app/domain/accounts/email-address.ts";
import { PASSKEY_NAME_MAX } from "#app/domain/accounts/passkeys.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/profile.ts";
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

/** The only rule is presence; half-width letters are recommended in a hint beside the field. */
export const nameField = text
  .transform(cleanName)
  // Also required if nothing is left after cleaning.
  .pipe(text.min(1, MESSAGES.required).max(PROFILE_TEXT_MAX.name, MESSAGES.tooLong(PROFILE_TEXT_MAX.name)));

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
