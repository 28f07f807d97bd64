import { formatCount } from "#app/components/parts/numbers.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import type { Concern, ImportSummary } from "#app/domain/operations/site-status.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";

/** Words of the console. */

const JOB_NAMES: Record<JobKind, string> = {
  "train-model": "モデル作成",
  "score-race": "分析",
  "score-day": "まとめて分析",
  "ingest-import": "取り込み",
  "build-features": "特徴量づくり",
  "send-mail": "メール",
  "send-sign-up-notice": "登録の通知",
  "push-notice": "プッシュ通知",
  "sync-billing": "決済の反映",
  "erase-account": "退会の後始末",
  "reconcile-billing": "決済の照合",
  "show-results": "結果の反映",
  "enter-names": "名前の索引",
  "settle-bets": "馬券の精算",
  "build-rankings": "順位の集計",
};

export function jobName(kind: JobKind): string {
  return JOB_NAMES[kind];
}

/** What a concern says, and where it leads. */
export function concernWords({ code, kind, count, seconds }: Concern): { text: string; hint: string; to: string } {
  const name = kind === null ? "" : jobName(kind);
  switch (code) {
    case "wait":
      return {
        text: `${name}が${formatSpan(seconds ?? 0)}待ち`,
        hint: `${count}件が順番を待っています`,
        to: "/admin#jobs",
      };
    case "failures":
      return { text: `${name} ${count}件が失敗`, hint: "この24時間の失敗です", to: "/admin#failed" };
    case "lost":
      return {
        text: `配信不能 ${count}件`,
        hint: `くり返し知らせても始まりません。いちばん古いものは${formatSpan(seconds ?? 0)}前から`,
        to: "/admin#dead",
      };
    case "imports":
      return { text: `取り込み ${count}件に拒否や失敗`, hint: "この24時間の取り込みです", to: "/admin/imports" };
    case "payments":
      return {
        text: `決済の通知 ${count}件が未処理`,
        hint: `いちばん古いものは${formatSpan(seconds ?? 0)}前に届きました`,
        to: "/admin#mail",
      };
    case "rankings":
      return {
        text: `順位の集計 ${count}期間が未了`,
        hint: "結果や精算がそろうと自動で集計します",
        to: "/admin#rankings",
      };
    default:
      return code satisfies never;
  }
}

/** The sentence that sums up the state. */
export function stateSentence(concerns: readonly Concern[]): string {
  const broken = concerns.filter(({ level }) => level === "broken").length;
  if (broken > 0) return `異常 ${broken}件。利用者に影響が出ています。`;
  if (concerns.length > 0) return `注意 ${concerns.length}件。利用者の操作は止まっていません。`;
  return "正常です。いま手を入れることはありません。";
}

const IMPORT_STATES: Record<ImportSummary["status"], string> = {
  receiving: "受け取り中",
  queued: "順番待ち",
  validating: "検査中",
  applying: "反映中",
  done: "反映",
  refused: "拒否",
  failed: "失敗",
};

/** State of an import in a word, and how it is to be judged. */
export function importState({ status, errorCount }: Pick<ImportSummary, "status" | "errorCount">): {
  word: string;
  tone: "ok" | "mid" | "bad";
} {
  if (status === "refused" || status === "failed") return { word: IMPORT_STATES[status], tone: "bad" };
  if (status === "done" && errorCount > 0) return { word: "一部拒否", tone: "mid" };
  return { word: IMPORT_STATES[status], tone: "ok" };
}

/** 11/22 15:08, in Japan. */
export function formatInstant(at: number): string {
  const [, month, date] = japanDay(at).split("-").map(Number);
  return `${month}/${date} ${japanTime(at)}`;
}

/** 3秒, 18分, 5時間, 2日. */
export function formatSpan(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}分`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)}時間`;
  return `${Math.floor(seconds / 86_400)}日`;
}

/** 4.1 MB, 1.2 GB. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${formatCount(Math.ceil(bytes / 1e3))} KB`;
}
