import { formatWait } from "#app/components/parts/numbers.ts";

export function tooManyMails(retryAfterSeconds: number): string {
  return `メールの送信が続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
}

export function tooManyTries(retryAfterSeconds: number): string {
  return `失敗または申し込みが続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
}

export function tooManyLogIns(retryAfterSeconds: number): string {
  return `ログインの失敗が続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
}

export function tooManySaves(retryAfterSeconds: number): string {
  return `保存が続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
}

export function tooManyChecks(retryAfterSeconds: number): string {
  return `確認が続いています。${formatWait(retryAfterSeconds)}ほどおいて、もう一度お試しください。`;
}

export const BUSY_WORDS = "混み合っています。少しおいて、もう一度お試しください。";
