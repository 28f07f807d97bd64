import { formatWait } from "#app/components/parts/numbers.ts";

const tooMany = (what: string) => (retryAfterSeconds: number) =>
  `${what}が続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;

export const tooManyMails = tooMany("メールの送信");
export const tooManyTries = tooMany("失敗または申し込み");
export const tooManyLogIns = tooMany("ログインの失敗");
export const tooManySaves = tooMany("保存");
export const tooManyChecks = tooMany("確認");
export const tooManyReports = tooMany("報告");

export const BUSY_WORDS = "混み合っています。少しおいて、もう一度お試しください。";
