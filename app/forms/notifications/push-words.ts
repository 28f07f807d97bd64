import { PUSH_SUBSCRIPTIONS_MAX } from "#app/domain/notifications.ts";

export const PUSH_MESSAGES = {
  notOffered: "いまは、端末への通知を行っていません。メールでの通知をお使いください。",
  tooMany: `通知を届けられる端末は${PUSH_SUBSCRIPTIONS_MAX}台までです。使わない端末を外してください。`,
  notAdded: "この端末を登録できませんでした。もう一度お試しください。",
  removed: "端末を外しました",
} as const;
