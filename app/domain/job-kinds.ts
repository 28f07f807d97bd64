const KINDS = {
  "train-model": { queue: "train", name: "モデル作成", longestWaitMinutes: 15 },
  "score-race": { queue: "score", name: "分析", longestWaitMinutes: 5 },
  "score-day": { queue: "score", name: "まとめて分析", longestWaitMinutes: 5 },
  "renew-marks": { queue: "score", name: "印の更新", longestWaitMinutes: 5 },
  "ingest-import": { queue: "ingest", name: "取り込み", longestWaitMinutes: 30 },
  "build-features": { queue: "ingest", name: "特徴量づくり", longestWaitMinutes: 120, runsAgain: true },
  "send-mail": { queue: "notify", name: "メール", longestWaitMinutes: 15, runsAgain: true },
  "send-sign-up-notice": { queue: "notify", name: "登録の通知", runsAgain: true },
  "send-alarm": { queue: "notify", name: "警報", runsAgain: true },
  "push-notification": { queue: "push", name: "プッシュ通知", longestWaitMinutes: 30 },
  "post-head": { queue: "notify", name: "ルートの送付" },
  "sync-billing": { queue: "notify", name: "決済の反映", longestWaitMinutes: 15, runsAgain: true },
  "erase-account": { queue: "notify", name: "退会の後始末", runsAgain: true },
  "suggest-changes": { queue: "background", name: "改善案" },
  "reconcile-billing": { queue: "background", name: "決済の照合", runsAgain: true },
  "show-results": { queue: "background", name: "結果の反映", runsAgain: true },
  "settle-records": { queue: "background", name: "成績の採点", runsAgain: true },
  "enter-names": { queue: "background", name: "名前の索引", runsAgain: true },
  "settle-bets": { queue: "background", name: "馬券の精算", runsAgain: true },
  "seal-forecasts": { queue: "background", name: "予想の封" },
  "build-rankings": { queue: "background", name: "順位の集計", runsAgain: true },
  "fix-crowd": { queue: "background", name: "みんなのAI", runsAgain: true },
  "back-up-database": { queue: "background", name: "夜の控え", runsAgain: true },
} as const;

interface JobFacts {
  /** Users wait for train and score; background jobs yield to them. */
  queue: QueueName;
  /** In the console and the alarms. */
  name: string;
  /** A longer wait of the oldest due job needs attention. Absent: no user waits for it. */
  longestWaitMinutes?: number;
  /**
   * Whether the operator can run it again after a failure. Users' requests (trainings, analyses, imports) are excluded:
   * their uses were returned, and users can repeat them. A push would be too late.
   */
  runsAgain?: true;
}

export const JOBS: Readonly<Record<JobKind, JobFacts>> = KINDS;
export const USER_QUEUES = ["train", "score"] as const;
export type JobKind = keyof typeof KINDS;
export type UserQueue = (typeof USER_QUEUES)[number];
export type QueueName = (typeof KINDS)[JobKind]["queue"];

export function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(KINDS, kind);
}

export const RUN_AGAIN_KINDS: readonly JobKind[] = Object.keys(KINDS)
  .filter(isJobKind)
  .filter((kind) => JOBS[kind].runsAgain === true);
