import { formatDay } from "#app/components/parts/numbers.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { awardsMedals } from "#app/domain/rankings/medals.ts";
import { TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";

/** Rankings have two roots: in the app and in public. */
export type RankingRoot = "/rankings" | "/share/rankings";

export const RULES_PATH = "/share/rankings/rules";

export const SEASON_ORDER = "運の影響を除いた実力順";

/** Required under every ranking. */
export const NO_PROMISE = "過去の回収率は将来の結果も利益も約束しません。馬券は20歳になってから。";

export const TICKET_NAMES: Readonly<Record<TicketType, string>> = {
  total: "総合",
  win: "単勝",
  place: "複勝",
  quinella: "馬連",
};

/** Defaults to the total. */
export function readTicket(query: URLSearchParams): TicketType {
  return TICKET_TYPES.find((ticket) => ticket === query.get("ticket")) ?? "total";
}

/** `periodKey` only for a past period. The total and the newest period need no query. */
export function rankingHref(
  root: RankingRoot,
  path: string,
  { ticket = "total", periodKey = null }: { ticket?: TicketType; periodKey?: string | null } = {},
): string {
  const query = new URLSearchParams();
  if (ticket !== "total") query.set("ticket", ticket);
  if (periodKey !== null) query.set("period", periodKey);
  return `${root}/${path}${query.size === 0 ? "" : `?${query}`}`;
}

/** 2026年11月14日 */
function withoutWeekday(day: string): string {
  return formatDay(day).split("（", 1).join();
}

/** 2026年11月14日〜15日, 2026年10月31日〜11月1日: no weekdays, and the end repeats only what differs. */
export function periodWords(from: string, to: string): string {
  const [first, last] = [withoutWeekday(from), withoutWeekday(to)];
  if (from === to) return first;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${first}〜${last.slice(last.indexOf("月") + 1)}`;
  return `${first}〜${from.slice(0, 4) === to.slice(0, 4) ? last.slice(last.indexOf("年") + 1) : last}`;
}

/** 2026年11月18日 06:00 */
export function momentWords(unixSeconds: number): string {
  return `${withoutWeekday(japanDay(unixSeconds))} ${japanTime(unixSeconds)}`;
}

/** The end of the scale, per cent. */
const FULL_RATE = 250;

export function emptyShare(returnRate: number): number {
  return returnRate >= FULL_RATE ? 0 : 1 - returnRate ** 2 / FULL_RATE ** 2;
}

export function barPercent(returnRate: number): number {
  return Math.round((1 - emptyShare(Math.max(0, returnRate))) * 1000) / 10;
}

export function noMedalWords(races: number): string | null {
  return awardsMedals(races)
    ? null
    : `対象が${races}レースと少ないため、メダルはつきません。順位はほとんど運で決まっています。`;
}

export function medalOf(rank: number | null): "g" | "s" | "b" | null {
  if (rank === null || rank > 3) return null;
  return (["g", "s", "b"] as const)[rank - 1] ?? null;
}

/** Below it a rate is unreliable and grey. */
const FEW_RACES = 100;

export function isFew(races: number): boolean {
  return races < FEW_RACES;
}

/** 的中率 47%（36R・少ない）, 的中率 46.5%（144R） */
export function hitWords(hitRate: number, races: number): string {
  return isFew(races)
    ? `的中率 ${hitRate.toFixed(0)}%（${races}R・少ない）`
    : `的中率 ${hitRate.toFixed(1)}%（${races}R）`;
}

/** 95%区間 62〜301%; a dash for too few races. */
export function intervalWords(low: number | null, high: number | null): string {
  return low === null || high === null ? "95%区間 –" : `95%区間 ${low.toFixed(0)}〜${high.toFixed(0)}%`;
}
