import type { Mail } from "#app/adapters/mail.server.ts";
import { NOTIFICATION_NAMES, type Notification } from "#app/domain/notifications.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { stopAddress } from "#app/services/notifications/notification-stop.server.ts";
import { compose } from "./compose-mail.server.ts";

/**
 * Its link and its RFC 8058 button stop mails of this kind. Opening the link only shows that, as scanners open links.
 */
export async function notificationMail(
  deps: Pick<Deps, "config">,
  notification: Pick<Notification, "userId" | "kind" | "title" | "body" | "path"> & { email: string },
): Promise<Mail> {
  const stop = await stopAddress(deps, notification);
  return compose(
    notification.email,
    notification.title,
    [
      ...notification.body.split("\n"),
      { link: `${deps.config.publicUrl}${notification.path}`, label: "くわしく見る" },
      `このメールは、設定で「${NOTIFICATION_NAMES[notification.kind]}」のお知らせを選んだ方に送っています。次のリンクから、ログインせずに止められます。`,
      { link: stop, label: "このお知らせのメールを止める" },
    ],
    { headers: { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } },
  );
}
