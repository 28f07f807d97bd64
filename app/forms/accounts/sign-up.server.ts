import * as z from "zod";
import { emailField, mailedFields, nameField, newPasswordField, termsField } from "./account-fields.server.ts";

const consent = {
  terms: termsField,
  /** Query of the banner that led to the page, for the notice of the sign-up. */
  attribution: z
    .string()
    .optional()
    .transform((text) => text?.slice(0, 300) ?? ""),
};

/** First step: where to send the link. Each of the two forms of a page posts its own field. */
export const emailFormSchema = z.object({ email: emailField, ...consent });
export const secondEmailFormSchema = z.object({ second_email: emailField, ...consent });

/** Either of the two, as a page shows it. */
export type EmailForm = z.input<typeof emailFormSchema> & z.input<typeof secondEmailFormSchema>;

/** Second step, behind the mailed link. */
export const signUpFormSchema = z.object({
  ...mailedFields,
  name: nameField,
  password: newPasswordField,
  terms: termsField,
});

export type SignUpForm = z.input<typeof signUpFormSchema>;
