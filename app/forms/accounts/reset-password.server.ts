import * as z from "zod";
import { MESSAGES } from "#app/forms/messages.ts";
import { emailField, newPasswordField, presentField } from "./account-fields.server.ts";

/** First step: whose password. */
export const resetEmailFormSchema = z.object({ email: emailField });

/** Second step, behind the mailed link. */
export const newPasswordFormSchema = z
  .object({ password: newPasswordField, confirmPassword: presentField })
  .refine((form) => form.password === form.confirmPassword, {
    error: MESSAGES.passwordsDiffer,
    path: ["confirmPassword"],
    // Zod skips an object's refinement while a field is wrong; the mismatch is worth telling beside a short password.
    when: ({ value }) =>
      typeof value === "object" &&
      value !== null &&
      "confirmPassword" in value &&
      typeof value.confirmPassword === "string" &&
      value.confirmPassword !== "",
  });
