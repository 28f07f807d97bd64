import * as z from "zod";
import { presentField, termsField } from "./account-fields.server.ts";

/** The form of /settings/delete: the password, and the checkbox that confirms what is deleted. */
export const accountDeletionFormSchema = z.object({ password: presentField, understood: termsField });

export type AccountDeletionForm = z.input<typeof accountDeletionFormSchema>;
