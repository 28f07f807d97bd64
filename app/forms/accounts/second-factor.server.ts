import * as z from "zod";
import { MESSAGES } from "#app/forms/messages.ts";
import {
  codeField,
  newPasswordFields,
  passkeyAnswerField,
  passkeyNameField,
  presentField,
  withSamePasswords,
} from "./account-fields.server.ts";

/** By the button that submits them. */
export const securityForms = {
  begin: z.object({ do: z.literal("begin"), currentPassword: presentField }),
  confirm: z.object({ do: z.literal("confirm"), currentPassword: presentField, code: codeField }),
  renewCodes: z.object({ do: z.literal("renew-codes"), currentPassword: presentField, code: codeField }),
  turnOff: z.object({ do: z.literal("turn-off"), currentPassword: presentField, code: codeField }),
  /** The authenticator's answer is submitted with the same name. */
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
    code: codeField,
  }),
  /** One session, or all others. */
  endSessions: z.object({
    do: z.literal("end-sessions"),
    session: z.string({ error: MESSAGES.required }).regex(/^(?:[0-9a-f]{64}|others)$/, MESSAGES.unknownChoice),
    currentPassword: presentField,
  }),
  changePassword: z.object({
    ...{ do: z.literal("change-password"), currentPassword: presentField },
    ...newPasswordFields,
  }),
};

export const securityFormSchema = z.discriminatedUnion("do", [
  securityForms.begin,
  securityForms.confirm,
  securityForms.renewCodes,
  securityForms.turnOff,
  securityForms.beginPasskey,
  securityForms.addPasskey,
  securityForms.removePasskey,
  securityForms.endSessions,
  withSamePasswords(securityForms.changePassword),
]);

export interface SecurityFields {
  currentPassword: string;
  code: string;
  name: string;
  passkey: string;
  session: string;
  password: string;
  confirmPassword: string;
}

export const logOutFormSchema = z.object({ currentPassword: presentField });
export type LogOutForm = z.input<typeof logOutFormSchema>;
