import * as z from "zod";
import { optionalCodeField, presentField, termsField } from "./account-fields.server.ts";

/** The form of /settings/delete: the password, the second factor's code, and the checkbox that confirms what is deleted. */
export const accountDeletionFormSchema = z.object({
  password: presentField,
  code: optionalCodeField,
  understood: termsField,
});

export type AccountDeletionForm = z.input<typeof accountDeletionFormSchema>;
