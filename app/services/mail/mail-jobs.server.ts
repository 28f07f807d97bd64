import * as z from "zod";
import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * What a mail job carries: ids, neither addresses nor codes. The one exception is the address that an account has left,
 * which is kept nowhere else.
 */
export const mailJobPayloadSchema = z.discriminatedUnion("about", [
  z.object({ about: z.literal("code"), codeId: z.string() }),
  z.object({ about: z.literal("password-changed"), userId: z.int() }),
  z.object({ about: z.literal("email-change-asked"), codeId: z.string() }),
  z.object({ about: z.literal("email-changed"), to: z.string() }),
]);
export type MailJobPayload = z.infer<typeof mailJobPayloadSchema>;

/** The code of a mailed link: made from its row's id when it is needed, and stored nowhere. */
export function mailCode({ config }: Pick<Deps, "config">, id: string): Promise<string> {
  return hmacBase64Url(config.sessionSecret, `mail-code:${id}`);
}
