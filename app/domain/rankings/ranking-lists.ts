import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import { orderEntries, type RankedEntry } from "./rank-entries.ts";

export const LISTED_RANKS = 10;
export const CARD_ENTRIES = 5;

/** If hundreds share a rank (all without a hit), only the oldest models are listed. */
export const LONGEST_LIST = 100;

/** Ranks 1–10 of a ticket type, ties included. */
export function listTop(entries: readonly RankedEntry[], ticket: TicketType): RankedEntry[] {
  const listed = entries.filter(({ ranks }) => ranks[ticket] !== null && ranks[ticket] <= LISTED_RANKS);
  return orderEntries(listed, ticket).slice(0, LONGEST_LIST);
}

export function listPublic(entries: readonly RankedEntry[]): RankedEntry[] {
  const listed = new Set(TICKET_TYPES.flatMap((ticket) => listTop(entries, ticket)));
  return orderEntries(
    entries.filter((entry) => listed.has(entry)),
    "total",
  );
}

/** A ranking that is not counted yet, and one without participants. */
export const COUNTING = "ランキングを準備中です";
export const NO_RANKING = "ランキングがありません";

/** More than a year of weekends, five years of months. */
export const KEPT_PERIODS = 60;
