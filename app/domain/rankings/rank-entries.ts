import { type PickReturns, TICKET_TYPES, type TicketReturns, type TicketType } from "./pick-returns.ts";

/** A model or baseline with its returns. */
export interface ReturnsEntry {
  modelId: number;
  modelName: string;
  /** Masked (public-name.ts). */
  userName: string;
  /** Null for a baseline. Internal: never published. */
  userId: number | null;
  createdAt: number;
  returns: PickReturns;
}

export interface RankedEntry extends ReturnsEntry {
  /** Null without a bet of the type, and for baselines. */
  ranks: Record<TicketType, number | null>;
}

/** Sorts by rate, highest first, then older models first. */
function byRate(ticket: TicketType): (a: ReturnsEntry, b: ReturnsEntry) => number {
  return (a, b) => perMille(b, ticket) - perMille(a, ticket) || a.createdAt - b.createdAt || a.modelId - b.modelId;
}

function perMille(entry: ReturnsEntry, ticket: TicketType): number {
  return returnsOf(entry, ticket)?.returnPerMille ?? -1;
}

function returnsOf(entry: ReturnsEntry, ticket: TicketType): TicketReturns | null {
  return entry.returns[ticket];
}

/**
 * Ranks entries by all four ticket types, highest rate first. Rates equal to a tenth of a per cent share a rank and the
 * next rank is skipped (1, 1, 3), older models listed first.
 *
 * @returns sorted by the total
 */
export function rankEntries(entries: readonly ReturnsEntry[]): RankedEntry[] {
  const ranked = entries.map((entry): RankedEntry => ({ ...entry, ranks: noRanks() }));
  for (const ticket of TICKET_TYPES) {
    const order = ranked.filter((entry) => returnsOf(entry, ticket) !== null).sort(byRate(ticket));
    for (const [index, entry] of order.entries()) {
      const above = order[index - 1];
      const isTied = above !== undefined && perMille(above, ticket) === perMille(entry, ticket);
      entry.ranks[ticket] = isTied ? above.ranks[ticket] : index + 1;
    }
  }
  return ranked.sort(byRate("total"));
}

/** Baselines are listed beside the ranking without ranks. */
export function withoutRanks(entries: readonly ReturnsEntry[]): RankedEntry[] {
  return entries.map((entry) => ({ ...entry, ranks: noRanks() }));
}

function noRanks(): Record<TicketType, null> {
  return { total: null, win: null, place: null, quinella: null };
}

/** Entries sorted by a ticket type; those without a bet of it are left out. */
export function orderEntries(entries: readonly RankedEntry[], ticket: TicketType): RankedEntry[] {
  return entries.filter((entry) => returnsOf(entry, ticket) !== null).sort(byRate(ticket));
}
