import * as z from "zod";
import { NOTIFICATION_KINDS } from "#app/domain/notifications.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { hiddenField } from "#app/forms/text-field.server.ts";
import { safeReturnPath } from "#app/http/return-path.ts";

/** The ticked kinds of a channel; unknown ones are dropped. */
const kindsField = z
  .array(z.string())
  .default([])
  .transform((ticked) => NOTIFICATION_KINDS.filter((kind) => ticked.includes(kind)));

export const notificationChoicesFormSchema = z.object({ byMail: kindsField, byPush: kindsField });

export type NotificationChoicesForm = z.input<typeof notificationChoicesFormSchema>;

/** 65 and 16 bytes in base64url; the first of the former, by which a point of the curve begins, is 4. */
const P256DH = /^B[A-P][A-Za-z0-9_-]{85}$/;
const AUTH = /^[A-Za-z0-9_-]{22}$/;

const error = MESSAGES.unknownChoice;

export const deviceFormSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("add"),
      endpoint: z.string({ error }),
      p256dh: z.string({ error }).regex(P256DH, { error }),
      auth: z.string({ error }).regex(AUTH, { error }),
      /** The subscription that the browser has exchanged for this one. */
      replaces: hiddenField,
    }),
    z.object({ intent: z.literal("leave"), endpoint: z.string({ error }) }),
    z.object({ intent: z.literal("remove"), id: hiddenField }),
  ],
  { error },
);

/** すべて既読にする; `to` is the page to return to. */
export const notificationsFormSchema = z.object({
  intent: z.string().optional(),
  to: z
    .string()
    .optional()
    .transform((path) => safeReturnPath(path ?? null)),
});
