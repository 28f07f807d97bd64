import * as z from "zod";
import { presentField } from "./account-fields.server.ts";

/** Only presence is checked: an unknown and a malformed address get the same message. */
export const loginFormSchema = z.object({
  email: presentField.trim(),
  password: presentField,
  /** Where to go after the log-in. */
  to: z.string().optional(),
});

/** Of the step after the password: the code of an app, or a recovery code. */
export const secondStepSchema = z.object({ ticket: z.string().max(200), code: z.string().trim().min(1).max(64) });

export type LoginForm = z.input<typeof loginFormSchema>;
