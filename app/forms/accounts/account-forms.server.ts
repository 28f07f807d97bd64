import * as z from "zod";
import {
  codeField,
  emailField,
  mailedFields,
  nameField,
  newPasswordField,
  newPasswordFields,
  optionalCodeField,
  passkeyAnswerField,
  presentField,
  termsField,
  withSamePasswords,
} from "./account-fields.server.ts";

/** Checks presence only: unknown and malformed addresses get the same message. */
export const loginFormSchema = z.object({
  email: presentField.trim(),
  password: presentField,
  to: z.string().optional(),
});

export type LoginForm = z.input<typeof loginFormSchema>;

export const secondStepSchema = z.object({
  ticket: z.string().max(200),
  code: codeField,
  to: loginFormSchema.shape.to,
});
export type SecondStepForm = z.input<typeof secondStepSchema>;

export const passkeyStepSchema = z.object({
  ticket: secondStepSchema.shape.ticket,
  way: z.literal("passkey"),
  answer: passkeyAnswerField,
  to: loginFormSchema.shape.to,
});

const consent = {
  terms: termsField,
  /** Query of the banner that led to the page, for the sign-up notice. */
  attribution: z
    .string()
    .optional()
    .transform((text) => text?.slice(0, 300) ?? ""),
};

export const emailFormSchema = z.object({ email: emailField, ...consent });
export const secondEmailFormSchema = z.object({ second_email: emailField, ...consent });

export type EmailForm = z.input<typeof emailFormSchema> & z.input<typeof secondEmailFormSchema>;

export const signUpFormSchema = z.object({
  ...mailedFields,
  name: nameField,
  password: newPasswordField,
  terms: termsField,
});

export type SignUpForm = z.input<typeof signUpFormSchema>;

export const resetEmailFormSchema = z.object({ email: emailField });

export type ResetEmailForm = z.input<typeof resetEmailFormSchema>;

export const newPasswordFormSchema = withSamePasswords(z.object({ ...mailedFields, ...newPasswordFields }));

export type NewPasswordForm = z.input<typeof newPasswordFormSchema>;

export const accountDeletionFormSchema = z.object({
  password: presentField,
  code: optionalCodeField,
  understood: termsField,
});

export type AccountDeletionForm = z.input<typeof accountDeletionFormSchema>;
