import * as z from "zod";
import { cleanName } from "#app/domain/clean-name.ts";
import { PROFILE_TEXT_MAX } from "#app/domain/profile.ts";
import { MESSAGES } from "#app/forms/messages.ts";

/** Fields that several account forms share. A form that lacks a field reads like one that left it empty. */

const text = z.string({ error: MESSAGES.required });

/** Trimmed; 254 characters is what mail allows. Local parts beyond ASCII are refused, as most mail servers do. */
export const emailField = text
  .trim()
  .min(1, { error: MESSAGES.required, abort: true })
  .max(PROFILE_TEXT_MAX.email, { error: MESSAGES.tooLong(PROFILE_TEXT_MAX.email), abort: true })
  .pipe(z.email({ error: MESSAGES.emailInvalid }));

/** What is typed to get in: only presence is checked, the rest is the account's secret. */
export const presentField = text.min(1, MESSAGES.required).max(1024, MESSAGES.tooLong(1024));

/** At least 8 characters as people count them (code points); the upper bound keeps the hash from long work. */
export const newPasswordField = text
  .min(1, MESSAGES.required)
  .refine((password) => [...password].length >= 8, MESSAGES.passwordTooShort)
  .refine((password) => [...password].length <= 256, MESSAGES.tooLong(256));

/** A name has no other rule than presence; that it be half-width is a hint beside the field. */
export const nameField = text
  .transform(cleanName)
  // A form's empty text is missing, also that which nothing is left of.
  .pipe(text.min(1, MESSAGES.required).max(PROFILE_TEXT_MAX.name, MESSAGES.tooLong(PROFILE_TEXT_MAX.name)));

/** A ticked box. */
export const termsField = z.literal("on", { error: MESSAGES.termsRequired });

/** Behind a mailed link: its code, and the address that the page shows, by which a form sent twice proves its own. */
export const mailedFields = {
  uuid: z.string().default(""),
  email: z.string().optional(),
};
