import * as z from "zod";
import { emailField, mailedFields, nameField, newPasswordField, termsField } from "./account-fields.server.ts";

const consent = {
  terms: termsField,
  /** Query of the banner that led to the page, for the sign-up notice. */
  attribution: z
    .string()
    .optional()
    .transform((text) => text?.slice(0, 300) ?? ""),
};

/** First step: where to send the link. The page has two such forms with different field names. */
export const emailFormSchema = z.object({ email: emailField, ...consent });
export const secondEmailFormSchema = z.object({ second_email: emailField, ...consent });

/** The fields of both, for the page. */
export type EmailForm = z.input<typeof emailFormSchema> & z.input<typeof secondEmailFormSchema>;

/** Second step, behind the mailed link. */
export const signUpFormSchema = z.object({
  ...mailedFields,
  name: nameField,
  password: newPasswordField,
  terms: termsField,
});

export type SignUpForm = z.input<typeof signUpFormSchema>;
