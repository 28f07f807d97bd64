import * as z from "zod";
import { codeField, passkeyAnswerField, presentField } from "./account-fields.server.ts";

/** Only presence is checked: an unknown and a malformed address get the same message. */
export const loginFormSchema = z.object({
  email: presentField.trim(),
  password: presentField,
  /** Where to go after the log-in. */
  to: z.string().optional(),
});

export type LoginForm = z.input<typeof loginFormSchema>;

/** Of the step after the password: the code of an app, or a recovery code. */
export const secondStepSchema = z.object({
  ticket: z.string().max(200),
  code: codeField,
  to: loginFormSchema.shape.to,
});
export type SecondStepForm = z.input<typeof secondStepSchema>;

/** The same step by a passkey. */
export const passkeyStepSchema = z.object({
  ticket: secondStepSchema.shape.ticket,
  way: z.literal("passkey"),
  answer: passkeyAnswerField,
  to: loginFormSchema.shape.to,
});
