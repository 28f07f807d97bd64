import * as z from "zod";
import { emailField, mailedFields, newPasswordFields, withSamePasswords } from "./account-fields.server.ts";

/** First step: the account's address. */
export const resetEmailFormSchema = z.object({ email: emailField });

export type ResetEmailForm = z.input<typeof resetEmailFormSchema>;

/** Second step, behind the mailed link. */
export const newPasswordFormSchema = withSamePasswords(z.object({ ...mailedFields, ...newPasswordFields }));

export type NewPasswordForm = z.input<typeof newPasswordFormSchema>;
