/** Notifications by mail, or by push to browsers. Users opt in. */

/** In the order of the settings page. */
export const NOTICE_KINDS = [
  "weights-out",
  "race-settled",
  "favourite-entered",
  "rankings-out",
  "model-ready",
  "root-final",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export interface NoticeChannels {
  byMail: boolean;
  byPush: boolean;
}

/** Browsers per user. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** Per user and day; further models are only on the list of models. */
export const MODEL_NOTICES_PER_DAY = 10;

/** A notice before it is queued. */
export interface NoticeDraft {
  userId: number;
  kind: NoticeKind;
  /** Subject without the kind: one event is one notification, however often it is found. */
  event: string;
  /** Day in Japan of the event; for a summary the summed day. */
  day: string;
  title: string;
  /** Page of this site. */
  body: string;
  path: string;
}

/** Due time. */
export interface Notice extends Omit<NoticeDraft, "event"> {
  id: number;
  createdAt: number;
  dueAt: number;
}

/** Names on the settings page, in mails and on the page that stops them. */
export const NOTICE_NAMES: Readonly<Record<NoticeKind, string>> = {
  "weights-out": "馬体重の発表",
  "race-settled": "レースの結果",
  "favourite-entered": "お気に入りの馬の出走",
  "rankings-out": "ランキングの発表",
  "model-ready": "AIモデルの完成",
  "root-final": "その日のルート",
};

export function isNoticeKind(text: string): text is NoticeKind {
  return Object.hasOwn(NOTICE_NAMES, text);
}
