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

const confirmedByCode = { currentPassword: presentField, code: codeField };

/** By the button that submits them. */
export const securityForms = {
  begin: z.object({ do: z.literal("begin"), currentPassword: presentField }),
  confirm: z.object({ do: z.literal("confirm"), ...confirmedByCode }),
  "renew-codes": z.object({ do: z.literal("renew-codes"), ...confirmedByCode }),
  "turn-off": z.object({ do: z.literal("turn-off"), ...confirmedByCode }),
  /** The authenticator's answer is submitted with the same name. */
  "begin-passkey": z.object({ do: z.literal("begin-passkey"), name: passkeyNameField, ...confirmedByCode }),
  "add-passkey": z.object({ do: z.literal("add-passkey"), name: passkeyNameField, answer: passkeyAnswerField }),
  "remove-passkey": z.object({
    do: z.literal("remove-passkey"),
    passkey: z.string({ error: MESSAGES.required }).max(1400),
    ...confirmedByCode,
  }),
  "end-sessions": z.object({
    do: z.literal("end-sessions"),
    session: z.string({ error: MESSAGES.required }).regex(/^(?:[0-9a-f]{64}|others)$/, MESSAGES.unknownChoice),
    currentPassword: presentField,
  }),
  "change-password": z.object({
    ...{ do: z.literal("change-password"), currentPassword: presentField },
    ...newPasswordFields,
  }),
};

export const securityFormSchema = z.discriminatedUnion("do", [
  securityForms.begin,
  securityForms.confirm,
  securityForms["renew-codes"],
  securityForms["turn-off"],
  securityForms["begin-passkey"],
  securityForms["add-passkey"],
  securityForms["remove-passkey"],
  securityForms["end-sessions"],
  withSamePasswords(securityForms["change-password"]),
]);

export type SecurityChange = z.output<typeof securityFormSchema>;

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
