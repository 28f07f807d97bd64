import type { Mail, SentMail } from "#app/adapters/mail.server.ts";
import { findAskingAddress } from "#app/db/accounts/email-changes.server.ts";
import { findMailCodeById } from "#app/db/accounts/mail-codes.server.ts";
import { findLivingUser } from "#app/db/accounts/users.server.ts";
import { findWantedNotification } from "#app/db/notifications/notifications.server.ts";
import { findDeliveredDay } from "#app/db/racing/delivered-days.server.ts";
import type { FactorChange } from "#app/domain/accounts/factor-changes.ts";
import { escapeHtml } from "#app/domain/escape-html.ts";
import { NOTIFICATION_NAMES, type Notification } from "#app/domain/notifications.ts";
import { PRODUCT_NAME } from "#app/domain/product-name.ts";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { undoAddress } from "#app/services/accounts/second-factor-undo.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { stopAddress } from "#app/services/notifications/notification-choices.server.ts";
import { type MailJobPayload, mailCode, mailJobPayloadSchema } from "./mail-jobs.server.ts";

interface Addressed {
  to: string;
  publicUrl: string;
}

/** Sends nothing if obsolete. @throws if the payload is no mail's, or the channel refuses it */
export async function sendMailOfJob(
  deps: Deps,
  { jobId, payload }: { jobId: string; payload: unknown },
): Promise<SentMail | { kind: "nothing-to-send" }> {
  const mail = await writeMail(deps, mailJobPayloadSchema.parse(payload));
  if (mail === null) return { kind: "nothing-to-send" };
  return await deps.mail.send(mail, { jobId, now: deps.now() });
}

async function writeMail(deps: Deps, payload: MailJobPayload): Promise<Mail | null> {
  const { publicUrl } = deps.config;
  switch (payload.about) {
    case "code": {
      const code = await findMailCodeById(deps.db, { id: payload.codeId, now: deps.now() });
      if (code === null) return null;
      const uuid = await mailCode(deps, payload.codeId);
      switch (code.kind) {
        case "sign-up":
          return code.isRegistered
            ? alreadyRegisteredMail({ to: code.email, publicUrl })
            : signUpMail({ to: code.email, link: `${publicUrl}/signup?uuid=${uuid}` });
        case "reset-password":
          return code.isRegistered
            ? resetMail({ to: code.email, link: `${publicUrl}/resetPassword?uuid=${uuid}` })
            : null;
        case "change-email":
          return code.isRegistered
            ? takenAddressMail({ to: code.email, publicUrl })
            : changeEmailMail({ to: code.email, link: `${publicUrl}/changeEmail?uuid=${uuid}` });
        default:
          return code.kind satisfies never;
      }
    }
    case "password-changed": {
      const user = await findLivingUser(deps.db, payload.userId);
      if (user === null) return null;
      return compose(user.email, "パスワードを変更しました", [
        `パスワードが変更され、${payload.others === true ? "変更した端末のほかの" : ""}すべての端末からログアウトしました。`,
        "心当たりがない場合は、すぐにパスワードを再設定してください。",
        { link: `${publicUrl}/resetPassword`, label: "パスワードを再設定する" },
      ]);
    }
    case "second-factor-changed": {
      const { userId, change } = payload;
      const user = await findLivingUser(deps.db, userId);
      if (user === null) return null;
      const undo = change === "on" ? await undoAddress(deps, { userId }) : null;
      return secondFactorMail({ to: user.email, publicUrl, change, undo });
    }
    case "email-change-asked": {
      // If the code was used meanwhile, the old address has a mail about that.
      const to = await findAskingAddress(deps.db, { codeId: payload.codeId, now: deps.now() });
      if (to === null) return null;
      return compose(to, "メールアドレスの変更の申し込みがありました", [
        "登録のメールアドレスを変更する申し込みがありました。新しいアドレスで確認が済むと、変更されます。",
        "心当たりがない場合は、すぐにパスワードを再設定してください。申し込みは無効になります。",
        { link: `${publicUrl}/resetPassword`, label: "パスワードを再設定する" },
      ]);
    }
    case "email-changed":
      return compose(payload.to, "メールアドレスを変更しました", [
        "登録のメールアドレスが変更されました。このアドレスには、今後お知らせが届きません。",
        "心当たりがない場合は、お問い合わせください。",
      ]);
    case "silent-race-day": {
      const delivered = await findDeliveredDay(deps.db, { day: payload.day });
      const to = deps.config.alertMail;
      if (to === null || delivered === null || delivered.lastAt > (delivered.alertedAt ?? 0)) return null;
      return silentRaceDayMail({ to, publicUrl, day: payload.day, lastAt: delivered.lastAt });
    }
    case "alarm": {
      const { text, isOver, at } = payload;
      if (deps.config.alertMail === null) return null;
      return compose(deps.config.alertMail, isOver ? `解消：${text}` : `警報：${text}`, [
        isOver ? `「${text}」は、${japanTime(at)}に解消しました。` : `${japanTime(at)}に、「${text}」を確認しました。`,
        isOver ? "対応は要りません。" : "同じ警報は、解消するまで1回だけお知らせします。",
        { link: `${publicUrl}/admin`, label: "サイトの状態を見る" },
      ]);
    }
    case "notification": {
      const notification = await findWantedNotification(deps.db, {
        notificationId: payload.notificationId,
        channel: "byMail",
        now: deps.now(),
      });
      return notification === null ? null : notificationMail(deps, notification);
    }
    default:
      return payload satisfies never;
  }
}

export function signUpMail({ to, link }: { to: string; link: string }): Mail {
  return compose(to, "会員登録のご案内", [
    "仮登録を受け付けました。",
    "下のリンクを開いて、お名前とパスワードを設定すると、登録が終わります。",
    { link, label: "登録を続ける" },
    "リンクは24時間、1回だけ使えます。",
    "心当たりがない場合は、このメールを削除してください。登録はされません。",
  ]);
}

function alreadyRegisteredMail({ to, publicUrl }: Addressed): Mail {
  return compose(to, "このメールアドレスは登録済みです", [
    "会員登録の申し込みがありましたが、このメールアドレスはすでに登録されています。",
    "ログインはこちらです。",
    { link: `${publicUrl}/login`, label: "ログインする" },
    "パスワードを忘れた場合は、こちらで新しく設定できます。",
    { link: `${publicUrl}/resetPassword`, label: "パスワードを再設定する" },
    "心当たりがない場合は、このメールを削除してください。登録の内容は変わりません。",
  ]);
}

export function resetMail({ to, link }: { to: string; link: string }): Mail {
  return compose(to, "パスワード再設定のご案内", [
    "下のリンクを開いて、新しいパスワードを設定してください。",
    { link, label: "パスワードを再設定する" },
    "リンクは30分間、1回だけ使えます。設定すると、ログイン中のすべての端末からログアウトします。",
    "心当たりがない場合は、このメールを削除してください。パスワードは変わりません。",
  ]);
}

const FACTOR_WORDS: Record<FactorChange, { subject: string; text: string }> = {
  on: {
    subject: "2段階認証をオンにしました",
    text: "2段階認証がオンになりました。次のログインから、認証アプリの6桁のコードが必要です。",
  },
  off: {
    subject: "2段階認証をやめました",
    text: "2段階認証がオフになりました。次のログインから、パスワードだけでログインできます。",
  },
  undone: {
    subject: "2段階認証を取り消しました",
    text: "メールのリンクから2段階認証が取り消され、すべての端末からログアウトしました。",
  },
  dropped: {
    subject: "2段階認証を外しました",
    text: "お問い合わせにより、運営者が2段階認証を外しました。次のログインから、パスワードだけでログインできます。",
  },
  "codes-renewed": {
    subject: "回復コードを作りなおしました",
    text: "2段階認証の回復コードが新しくなりました。前の回復コードは使えません。",
  },
  "passkey-added": { subject: "パスキーを加えました", text: "ログインの確認に使えるパスキーが加わりました。" },
  "passkey-removed": { subject: "パスキーを外しました", text: "ログインの確認に使うパスキーが1つ外されました。" },
};

function secondFactorMail({
  to,
  publicUrl,
  change,
  undo,
}: Addressed & { change: FactorChange; undo: string | null }): Mail {
  const { subject, text } = FACTOR_WORDS[change];
  const wayBack =
    undo === null
      ? []
      : [
          "心当たりがない場合は、7日以内に次のリンクから取り消してください。ログインできなくても取り消せます。",
          { link: undo, label: "2段階認証を取り消す" },
        ];
  return compose(to, subject, [
    text,
    ...wayBack,
    undo === null
      ? "心当たりがない場合は、すぐにパスワードを再設定してください。"
      : "取り消したあと、パスワードも再設定してください。",
    { link: `${publicUrl}/resetPassword`, label: "パスワードを再設定する" },
  ]);
}

function changeEmailMail({ to, link }: { to: string; link: string }): Mail {
  return compose(to, "新しいメールアドレスの確認", [
    "メールアドレスの変更を受け付けました。",
    "下のリンクを開いて、ボタンを押すと、このアドレスに変わります。",
    { link, label: "メールアドレスを変更する" },
    "リンクは24時間、1回だけ使えます。",
    "心当たりがない場合は、このメールを削除してください。変更はされません。",
  ]);
}

function takenAddressMail({ to, publicUrl }: Addressed): Mail {
  return compose(to, "このメールアドレスは登録済みです", [
    "このアドレスへの変更の申し込みがありましたが、すでに別の登録に使われているため、変更できません。",
    "このアドレスの登録には、こちらからログインできます。",
    { link: `${publicUrl}/login`, label: "ログインする" },
    "心当たりがない場合は、このメールを削除してください。登録の内容は変わりません。",
  ]);
}

function silentRaceDayMail({ to, publicUrl, day, lastAt }: Addressed & { day: string; lastAt: number }): Mail {
  const lastDay = japanDay(lastAt);
  const last = `${lastDay === day ? "" : monthAndDay(lastDay)}${japanTime(lastAt)}`;
  return compose(to, "開催中のレースデータが届いていません", [
    `${monthAndDay(day)}のレースのデータが、${last}を最後に届いていません。開催中に15分以上届かないときにお知らせしています。`,
    "届くまで、オッズ・馬体重・変更・結果はサイトに反映されません。",
    "次の順に確かめてください。",
    "1. データを受信するWindowsのソフトが動いていて、受信フォルダーに新しいファイルができているか",
    "2. npm run feed が動いていて、エラーを表示していないか",
    "3. サイトが動いているか",
    { link: `${publicUrl}/healthz`, label: "サイトの状態を見る" },
    "データが届くと、このお知らせは止まります。届かない間は、1時間に1回お知らせします。",
  ]);
}

/** Its link and RFC 8058 button stop mails of this kind. A GET only shows that, as scanners open links. */
async function notificationMail(
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

type Paragraph = string | { link: string; label: string };

function compose(
  to: string,
  subject: string,
  paragraphs: readonly Paragraph[],
  { headers }: Pick<Mail, "headers"> = {},
): Mail {
  const footer = `${PRODUCT_NAME}（このメールは送信専用です）`;
  const text = paragraphs.map((paragraph) => (typeof paragraph === "string" ? paragraph : paragraph.link));
  const html = paragraphs.map((paragraph) =>
    typeof paragraph === "string"
      ? `<p>${escapeHtml(paragraph)}</p>`
      : `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.label)}</a><br>${escapeHtml(paragraph.link)}</p>`,
  );
  return {
    to,
    subject: `【${PRODUCT_NAME}】${subject}`,
    text: `${[...text, footer].join("\n\n")}\n`,
    html: `<!doctype html><html lang="ja"><meta charset="utf-8"><body style="font-family:sans-serif;line-height:1.7;color:#15211b">${html.join("")}<p style="color:#5f6c65">${escapeHtml(footer)}</p></body></html>`,
    ...(headers !== undefined && { headers }),
  };
}
