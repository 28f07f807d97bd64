/** Users wait for train and score; background jobs yield to them. */
export const JOB_QUEUES = {
  "train-model": "train",
  "score-race": "score",
  "score-day": "score",
  "renew-marks": "score",
  "ingest-import": "ingest",
  "build-features": "ingest",
  "send-mail": "notify",
  "send-sign-up-notice": "notify",
  "send-alarm": "notify",
  "push-notification": "push",
  "post-head": "notify",
  "sync-billing": "notify",
  "erase-account": "notify",
  "suggest-changes": "background",
  "reconcile-billing": "background",
  "show-results": "background",
  "settle-records": "background",
  "enter-names": "background",
  "settle-bets": "background",
  "seal-forecasts": "background",
  "build-rankings": "background",
  "fix-crowd": "background",
  "back-up-database": "background",
} as const;
export const USER_QUEUES = ["train", "score"] as const;
export type JobKind = keyof typeof JOB_QUEUES;
export type UserQueue = (typeof USER_QUEUES)[number];
export type QueueName = (typeof JOB_QUEUES)[JobKind];

export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(JOB_QUEUES, kind);
}
