import * as z from "zod";
import { presentField } from "./account-fields.server.ts";

/** An address without an account and a malformed one are told alike, so only presence is checked. */
export const loginFormSchema = z.object({
  email: presentField.trim(),
  password: presentField,
  /** Where to go after the log-in. */
  to: z.string().optional(),
});

export type LoginForm = z.input<typeof loginFormSchema>;
