import * as z from "zod";
import { presentField } from "./account-fields.server.ts";

/** Only presence is checked: an unknown and a malformed address get the same message. */
export const loginFormSchema = z.object({
  email: presentField.trim(),
  password: presentField,
  /** Where to go after the log-in. */
  to: z.string().optional(),
});

export type LoginForm = z.input<typeof loginFormSchema>;
