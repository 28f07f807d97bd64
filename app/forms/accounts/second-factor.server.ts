import * as z from "zod";
import { presentField } from "./account-fields.server.ts";

const code = z.string().trim().min(1).max(64);

/** The forms of the page of second factor and sessions, by their button. */
export const securityFormSchema = z.discriminatedUnion("do", [
  z.object({ do: z.literal("begin"), currentPassword: presentField }),
  z.object({ do: z.literal("confirm"), code }),
  z.object({ do: z.literal("renew-codes"), code }),
  z.object({ do: z.literal("turn-off"), currentPassword: presentField, code }),
  z.object({ do: z.literal("end-session"), session: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ do: z.literal("end-others") }),
]);
