import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import { stopMails } from "#app/db/notices/notice-choices.server.ts";
import { isNoticeKind, type NoticeKind } from "#app/domain/notices.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** Whose mails of which kind a link stops. */
interface Stop {
  userId: number;
  kind: NoticeKind;
}

/**
 * Address of the page that stops a user's mails of a kind, without log-in and for as long as the mail is kept. Its code is
 * derived from the server's secret, stored nowhere, and good for nothing else.
 */
export async function stopAddress({ config }: Pick<Deps, "config">, { userId, kind }: Stop): Promise<string> {
  const mac = await hmacBase64Url(config.sessionSecret, signedText({ userId, kind }));
  return `${config.publicUrl}/notices/stop?code=${userId}.${kind}.${mac}`;
}

function signedText({ userId, kind }: Stop): string {
  return `stop-notices:${userId}:${kind}`;
}

/** What a link's code stops; null: it is not one of ours. Reads nothing. */
export async function readStop({ config }: Pick<Deps, "config">, { code }: { code: string }): Promise<Stop | null> {
  const [user = "", kind = "", mac = "", ...rest] = code.split(".");
  if (rest.length > 0 || !/^[1-9]\d{0,14}$/.test(user) || !isNoticeKind(kind)) return null;
  const stop = { userId: Number(user), kind };
  return (await isHmacBase64Url(config.sessionSecret, signedText(stop), mac)) ? stop : null;
}

/** Stops the mails that a link's code names. Again, or without an account by now, it changes nothing. */
export async function stopByCode(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "stopped"; notices: NoticeKind } | Refused<"invalid-code">> {
  const stop = await readStop(deps, { code });
  if (stop === null) return refused("invalid-code");
  await stopMails(deps.db, { ...stop, now: deps.now() });
  return { kind: "stopped", notices: stop.kind };
}
