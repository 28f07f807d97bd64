/** Notices that a user can have sent: by mail, or by push to browsers. None is sent until it is chosen. */

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

/** How notices of a kind are to be sent; both may be. */
export interface NoticeChannels {
  byMail: boolean;
  byPush: boolean;
}

/** Browsers that a user can have notices pushed to. */
export const PUSH_SUBSCRIPTIONS_MAX = 10;

/** Notices of models that are ready, of one user and day: the others are on the list of models. */
export const MODEL_NOTICES_PER_DAY = 10;

/** A notice before it is queued. */
export interface NoticeDraft {
  userId: number;
  kind: NoticeKind;
  /** What it is about, without the kind: one event is one notice of a user, however often it is found. */
  event: string;
  /** Day in Japan of the event; of a summary the day that it sums up. */
  day: string;
  title: string;
  /** Lines. */
  body: string;
  /** Page of this site that it leads to. */
  path: string;
}

/** A queued notice, as it is delivered. */
export interface Notice extends Omit<NoticeDraft, "event"> {
  id: number;
  createdAt: number;
  /** When it was to be delivered. */
  dueAt: number;
}

/** What the settings page, mails and the page that stops them call a kind. */
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
