import * as z from "zod";
import { presentField } from "./account-fields.server.ts";

/** An address without an account and a malformed one are told alike, so only presence is checked. */
export const loginFormSchema = z.object({ email: presentField.trim(), password: presentField });
