import * as z from "zod";
import { API_TOKEN_NAME_MAX } from "#app/domain/accounts/api-token.ts";
import { MESSAGES } from "#app/forms/messages.ts";

const name = z
  .string({ error: MESSAGES.required })
  .trim()
  .min(1, MESSAGES.required)
  .max(API_TOKEN_NAME_MAX, MESSAGES.tooLong(API_TOKEN_NAME_MAX));

export const tokenFormSchema = z.object({ do: z.enum(["create", "revoke"]), name });
export type TokenForm = z.input<typeof tokenFormSchema>;
