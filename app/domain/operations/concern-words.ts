import { JOBS } from "#app/domain/job-kinds.ts";
import type { Concern } from "./site-status.ts";

/** Texts of the console and the alarms, in users' terms. */

export function concernWords({ key, code, kind, count, seconds }: Concern): { text: string; hint: string } {
  const name = kind === null ? "" : JOBS[kind].name;
  switch (code) {
    case "wait":
      return {
        text: `${name}が${formatSpan(seconds ?? 0)}待ち`,
        hint: `${count}件が順番を待っています`,
      };
    case "outage":
      return { text: `${name} ${count}件が応答待ち`, hint: "相手のサービスが30分以上応じません。届くまで試し続けます" };
    case "features":
      return {
        text: `特徴量に${formatSpan(seconds ?? 0)}前の取り込みが入っていない`,
        hint: "そのレースは、まだ分析できません",
      };
    case "database":
      return { text: `データベースが${count} GBを超えた`, hint: "10 GBで書き込めなくなります" };
    case "failures":
      return { text: `${name} ${count}件が失敗`, hint: "この24時間の失敗です" };
    case "lost":
      return {
        text: `配信不能 ${count}件`,
        hint: `くり返し知らせても始まりません。いちばん古いものは${formatSpan(seconds ?? 0)}前から`,
      };
    case "imports":
      return { text: `取り込み ${count}件に拒否や失敗`, hint: "この24時間の取り込みです" };
    case "payments":
      return {
        text: `決済の通知 ${count}件が未処理`,
        hint: `いちばん古いものは${formatSpan(seconds ?? 0)}前に届きました`,
      };
    case "rankings":
      return {
        text: `順位の集計 ${count}期間が未了`,
        hint: "結果や精算がそろうと自動で集計します",
      };
    case "backup":
      return {
        text: count === 0 ? `控えが${formatSpan(seconds ?? 0)}ない` : `控えに${count}件の欠け`,
        hint: count === 0 ? "データベースの控えは毎晩つくられます" : "行が指すファイルが、保管場所にありません",
      };
    case "sign-ins":
      return key === "sign-ins:operator"
        ? { text: `管理用の認証 ${count}回の失敗`, hint: "この1時間に、管理画面のコードかADMIN_TOKENが試されています" }
        : { text: `ログイン ${count}回の失敗`, hint: "この1時間に、パスワードや確認コードが試されています" };
    default:
      return code satisfies never;
  }
}

/** 3秒, 18分, 5時間, 2日. */
export function formatSpan(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))}秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}分`;
  if (seconds < 2 * 86_400) return `${Math.floor(seconds / 3600)}時間`;
  return `${Math.floor(seconds / 86_400)}日`;
}
