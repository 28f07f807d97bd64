import { formatCount } from "#app/components/parts/numbers.ts";
import type { Concern, ConcernCode, ImportSummary } from "#app/domain/operations/site-status.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";

/** The page about a concern. */
export const CONCERN_PLACES: Record<ConcernCode, string> = {
  wait: "/admin#jobs",
  outage: "/admin#jobs",
  failures: "/admin#failed",
  lost: "/admin#dead",
  imports: "/admin/imports",
  payments: "/admin#mail",
  rankings: "/admin#rankings",
  backup: "/admin#jobs",
  features: "/admin#feeds",
  database: "/admin#sizes",
  // No page shows more; the log does.
  "sign-ins": "/admin",
};

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

/** 4.1 MB, 1.2 GB. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${formatCount(Math.ceil(bytes / 1e3))} KB`;
}
