/** Notifications by mail, or by push to browsers. Users opt in. */

/** In the order of the settings page. */
export const NOTIFICATION_KINDS = [
  "weights-out",
  "marks-changed",
  "race-settled",
  "favourite-entered",
  "entries-out",
  "week-review",
  "rankings-out",
  "model-ready",
  "root-final",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface NotificationChannels {
  byMail: boolean;
  byPush: boolean;
}

/** Browsers per user. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** Per user and day, with searches; further models are only on the list of models. */
export const MODEL_NOTIFICATIONS_PER_DAY = 10;

export interface NotificationDraft {
  userId: number;
  kind: NotificationKind;
  /** Subject without the kind: one event is one notification, however often it is found. */
  event: string;
  /** Day in Japan of the event; for a summary the summed day. */
  day: string;
  title: string;
  body: string;
  /** Page of this site. */
  path: string;
}

export interface Notification extends Omit<NotificationDraft, "event"> {
  id: number;
  createdAt: number;
  dueAt: number;
}

/** Names on the settings page, in mails and on the page that stops them. */
export const NOTIFICATION_NAMES: Readonly<Record<NotificationKind, string>> = {
  "weights-out": "馬体重の発表",
  "marks-changed": "印の変化",
  "race-settled": "レースの結果",
  "favourite-entered": "お気に入りの馬の出走",
  "entries-out": "土曜の出馬表",
  "week-review": "先週のまとめ",
  "rankings-out": "ランキングの発表",
  "model-ready": "AIモデルの完成・改善案の結果",
  "root-final": "記録の証明（1日分）の公開",
};

export function isNotificationKind(text: string): text is NotificationKind {
  return Object.hasOwn(NOTIFICATION_NAMES, text);
}
