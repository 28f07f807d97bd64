import * as z from "zod";
import { MESSAGES } from "#app/forms/messages.ts";
import { codeField, passkeyAnswerField, passkeyNameField, presentField } from "./account-fields.server.ts";

/** The forms of the page of second factor and sessions, by their button. */
export const securityForms = {
  begin: z.object({ do: z.literal("begin"), currentPassword: presentField }),
  confirm: z.object({ do: z.literal("confirm"), code: codeField }),
  renewCodes: z.object({ do: z.literal("renew-codes"), code: codeField }),
  turnOff: z.object({ do: z.literal("turn-off"), currentPassword: presentField, code: codeField }),
  /** Then the authenticator is asked, and the answer sent with the same name. */
  beginPasskey: z.object({
    do: z.literal("begin-passkey"),
    name: passkeyNameField,
    currentPassword: presentField,
    code: codeField,
  }),
  addPasskey: z.object({ do: z.literal("add-passkey"), name: passkeyNameField, answer: passkeyAnswerField }),
  removePasskey: z.object({
    do: z.literal("remove-passkey"),
    passkey: z.string({ error: MESSAGES.required }).max(1400),
    currentPassword: presentField,
  }),
  endSession: z.object({ do: z.literal("end-session"), session: z.string().regex(/^[0-9a-f]{64}$/) }),
  endOthers: z.object({ do: z.literal("end-others") }),
};

export const securityFormSchema = z.discriminatedUnion("do", [
  securityForms.begin,
  securityForms.confirm,
  securityForms.renewCodes,
  securityForms.turnOff,
  securityForms.beginPasskey,
  securityForms.addPasskey,
  securityForms.removePasskey,
  securityForms.endSession,
  securityForms.endOthers,
]);

/** What the forms with fields have, some of them. */
export interface SecurityFields {
  currentPassword: string;
  code: string;
  name: string;
  passkey: string;
}
