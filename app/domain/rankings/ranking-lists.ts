import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import { orderEntries, type RankedEntry } from "./rank-entries.ts";

/** A list goes down to this rank, a card shows so many entries. */
export const LISTED_RANKS = 10;
export const CARD_ENTRIES = 5;

/** Ties make a list longer than ten; where hundreds share a rank (all without a hit), the oldest models stand for them. */
export const LONGEST_LIST = 100;

/** Ranks 1–10 of a ticket type, ties included. */
export function listTop(entries: readonly RankedEntry[], ticket: TicketType): RankedEntry[] {
  return orderEntries(entries, ticket)
    .filter(({ ranks }) => (ranks[ticket] as number) <= LISTED_RANKS)
    .slice(0, LONGEST_LIST);
}

/** Who is in rankings.json: everyone in the top 10 of any ticket type, in the order of the total. */
export function listPublic(entries: readonly RankedEntry[]): RankedEntry[] {
  const listed = new Set(TICKET_TYPES.flatMap((ticket) => listTop(entries, ticket)));
  return orderEntries(
    entries.filter((entry) => listed.has(entry)),
    "total",
  );
}
