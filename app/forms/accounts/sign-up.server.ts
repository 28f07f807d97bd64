import * as z from "zod";
import { emailField, nameField, newPasswordField, termsField } from "./account-fields.server.ts";

/** First step: where to send the link. Each of the two forms of a page posts its own field. */
export const emailFormSchema = z.object({ email: emailField, terms: termsField });
export const secondEmailFormSchema = z.object({ second_email: emailField, terms: termsField });

/** Second step, behind the mailed link. */
export const signUpFormSchema = z.object({ name: nameField, password: newPasswordField, terms: termsField });
