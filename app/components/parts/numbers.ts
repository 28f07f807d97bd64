import { UNLIMITED_FROM } from "#app/domain/plans/plans.ts";
import { weekdayOf } from "#app/domain/racing/japan-time.ts";

export { formatIndex } from "#app/domain/scoring/score.ts";

/** 予測力: a pseudo-R² (ratio) times 100, one decimal, with U+2212: 12.3, −0.4. */
export function formatSkill(pseudoR2: number): string {
  return (pseudoR2 * 100).toFixed(1).replace("-", "−");
}

/** A value already in per cent: 78.1%. */
export function formatPercent(percent: number, decimals = 1): string {
  return `${percent.toFixed(decimals)}%`;
}

export function formatFairOdds(probability: number): string {
  return probability > 0 ? `${(1 / probability).toFixed(1)}倍` : "–";
}

/** With a sign, U+2212 for minus. What is rounded to zero has the sign `zero`. */
export function formatSigned(value: number, decimals: number, zero: "" | "±" = ""): string {
  const size = Math.abs(value).toFixed(decimals);
  return `${Number(size) === 0 ? zero : value < 0 ? "−" : "+"}${size}`;
}

/** Created once, because `toLocaleString` resolves its locale at every call. */
const COUNT_FORMAT = new Intl.NumberFormat("en-US");

/** 1,728 */
export function formatCount(count: number): string {
  return COUNT_FORMAT.format(count);
}

/** ∞ from {@link UNLIMITED_FROM} on. */
export function formatLimit(limit: number): string {
  return limit >= UNLIMITED_FROM ? "∞" : formatCount(limit);
}

const WEEKDAYS = ["日", "月", "火", "水", "木", "金", "土"] as const;

/** 土, from YYYY-MM-DD */
function weekdayWord(day: string): string {
  return WEEKDAYS[weekdayOf(day)] ?? "";
}

/** 2026年11月21日（土）, from YYYY-MM-DD */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日（${weekdayWord(day)}）`;
}

/** 11月21日（土）, from YYYY-MM-DD */
export function formatMonthDay(day: string): string {
  const words = formatDay(day);
  return words.slice(words.indexOf("年") + 1);
}

/** 2026/11/21, from YYYY-MM-DD */
export function formatDayCompact(day: string): string {
  return day.replaceAll("-", "/");
}

/** 11/21 in the year of `today`, else 25/11/21; both YYYY-MM-DD. */
export function formatDayNear(day: string, today: string): string {
  const [year = "", month, date] = day.split("-");
  const monthDay = `${Number(month)}/${Number(date)}`;
  return year === today.slice(0, 4) ? monthDay : `${year.slice(2)}/${monthDay}`;
}

/** たった今, 3分前, 2時間前, 5日前 */
export function formatAgo(seconds: number): string {
  if (seconds < 60) return "たった今";
  if (seconds < 3600) return `${Math.floor(seconds / 60)}分前`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}時間前`;
  return `${Math.floor(seconds / 86_400)}日前`;
}

/** Minutes, rounded up: 5分. */
export function formatWait(seconds: number): string {
  return seconds <= 60 ? "1分" : `${Math.ceil(seconds / 60)}分`;
}
