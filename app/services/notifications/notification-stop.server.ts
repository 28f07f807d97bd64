import { hmacBase64Url, isHmacBase64Url } from "#app/adapters/session-token.server.ts";
import { stopMails } from "#app/db/notifications/notification-choices.server.ts";
import { isNotificationKind, type NotificationKind } from "#app/domain/notifications.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";

interface Stop {
  userId: number;
  kind: NotificationKind;
}

/** Works without log-in for as long as the mail is kept. The code is derived, not stored. */
export async function stopAddress({ config }: Pick<Deps, "config">, { userId, kind }: Stop): Promise<string> {
  const mac = await hmacBase64Url(config.sessionSecret, signedText({ userId, kind }));
  return `${config.publicUrl}/notices/stop?code=${userId}.${kind}.${mac}`;
}

function signedText({ userId, kind }: Stop): string {
  return `stop-notifications:${userId}:${kind}`;
}

/** Null: not ours. Reads nothing. */
export async function readStop({ config }: Pick<Deps, "config">, { code }: { code: string }): Promise<Stop | null> {
  const [user = "", kind = "", mac = "", ...rest] = code.split(".");
  if (rest.length > 0 || !/^[1-9]\d{0,14}$/.test(user) || !isNotificationKind(kind)) return null;
  const stop = { userId: Number(user), kind };
  return (await isHmacBase64Url(config.sessionSecret, signedText(stop), mac)) ? stop : null;
}

/** Idempotent. */
export async function stopByCode(
  deps: Deps,
  { code }: { code: string },
): Promise<{ kind: "stopped"; notificationKind: NotificationKind } | Refused<"invalid-code">> {
  const stop = await readStop(deps, { code });
  if (stop === null) return refused("invalid-code");
  await stopMails(deps.db, { ...stop, now: deps.now() });
  return { kind: "stopped", notificationKind: stop.kind };
}
