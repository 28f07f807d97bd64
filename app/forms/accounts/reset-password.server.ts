import * as z from "zod";
import { MESSAGES } from "#app/forms/messages.ts";
import { emailField, mailedFields, newPasswordField, presentField } from "./account-fields.server.ts";

/** First step: the account's address. */
export const resetEmailFormSchema = z.object({ email: emailField });

export type ResetEmailForm = z.input<typeof resetEmailFormSchema>;

/** Second step, behind the mailed link. */
export const newPasswordFormSchema = z
  .object({ ...mailedFields, password: newPasswordField, confirmPassword: presentField })
  .refine((form) => form.password === form.confirmPassword, {
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

export type NewPasswordForm = z.input<typeof newPasswordFormSchema>;
