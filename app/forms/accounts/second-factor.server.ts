import * as z from "zod";
import { codeField, presentField } from "./account-fields.server.ts";

/** The forms of the page of second factor and sessions, by their button. */
export const securityForms = {
  begin: z.object({ do: z.literal("begin"), currentPassword: presentField }),
  confirm: z.object({ do: z.literal("confirm"), code: codeField }),
  renewCodes: z.object({ do: z.literal("renew-codes"), code: codeField }),
  turnOff: z.object({ do: z.literal("turn-off"), currentPassword: presentField, code: codeField }),
  endSession: z.object({ do: z.literal("end-session"), session: z.string().regex(/^[0-9a-f]{64}$/) }),
  endOthers: z.object({ do: z.literal("end-others") }),
};

export const securityFormSchema = z.discriminatedUnion("do", [
  securityForms.begin,
  securityForms.confirm,
  securityForms.renewCodes,
  securityForms.turnOff,
  securityForms.endSession,
  securityForms.endOthers,
]);

/** What the forms with fields have, some of them. */
export interface SecurityFields {
  currentPassword: string;
  code: string;
}
