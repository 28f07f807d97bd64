import type { Mail } from "#app/adapters/mail.server.ts";
import { NOTICE_NAMES, type Notice } from "#app/domain/notices.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { stopAddress } from "#app/services/notices/notice-stop.server.ts";
import { compose } from "./compose-mail.server.ts";

/**
 * Its link and its RFC 8058 button stop mails of this kind. Opening the link only shows that, as scanners open links.
 */
export async function noticeMail(
  deps: Pick<Deps, "config">,
  notice: Pick<Notice, "userId" | "kind" | "title" | "body" | "path"> & { email: string },
): Promise<Mail> {
  const stop = await stopAddress(deps, notice);
  return compose(
    notice.email,
    notice.title,
    [
      ...notice.body.split("\n"),
      { link: `${deps.config.publicUrl}${notice.path}`, label: "くわしく見る" },
      `このメールは、設定で「${NOTICE_NAMES[notice.kind]}」のお知らせを選んだ方に送っています。次のリンクから、ログインせずに止められます。`,
      { link: stop, label: "このお知らせのメールを止める" },
    ],
    { headers: { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } },
  );
}
