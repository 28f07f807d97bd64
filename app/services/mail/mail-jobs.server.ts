import * as z from "zod";
import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { FACTOR_CHANGES } from "#app/domain/accounts/factor-changes.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Ids only, except an account's former address, which is stored nowhere else. */
export const mailJobPayloadSchema = z.discriminatedUnion("about", [
  z.object({ about: z.literal("code"), codeId: z.string() }),
  // others: the session that changed it goes on.
  z.object({ about: z.literal("password-changed"), userId: z.int(), others: z.boolean().optional() }),
  z.object({ about: z.literal("second-factor-changed"), userId: z.int(), change: z.enum(FACTOR_CHANGES) }),
  z.object({ about: z.literal("email-change-asked"), codeId: z.string() }),
  z.object({ about: z.literal("email-changed"), to: z.string() }),
  z.object({ about: z.literal("silent-race-day"), day: z.string() }),
  z.object({ about: z.literal("alarm"), text: z.string(), isOver: z.boolean(), at: z.number() }),
  z.object({ about: z.literal("notification"), notificationId: z.int() }),
]);
export type MailJobPayload = z.infer<typeof mailJobPayloadSchema>;

/** Derived from the row's id, stored nowhere. */
export function mailCode({ config }: Pick<Deps, "config">, id: string): Promise<string> {
  return hmacBase64Url(config.sessionSecret, `mail-code:${id}`);
}
