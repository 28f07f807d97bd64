import { type PickReturns, TICKET_TYPES, type TicketReturns, type TicketType } from "./pick-returns.ts";

/** A model, or a comparison, with what it would have returned. */
export interface ReturnsEntry {
  modelId: number;
  modelName: string;
  /** As others may see it (public-name.ts). */
  userName: string;
  /** Null for a comparison. Never leaves the product. */
  userId: number | null;
  createdAt: number;
  returns: PickReturns;
}

export interface RankedEntry extends ReturnsEntry {
  /** Null without a bet of the type, and for comparisons. */
  ranks: Record<TicketType, number | null>;
}

/** Rate falling, then the older model. */
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
 * Ranks of all four ticket types: rate falling; rates equal to a tenth of a per cent share a rank and the next rank
 * skips (1, 1, 3), the older model listed first.
 *
 * @returns in the order of the total
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

/** Comparisons stand beside the ranking: they have no rank and take no place. */
export function withoutRanks(entries: readonly ReturnsEntry[]): RankedEntry[] {
  return entries.map((entry) => ({ ...entry, ranks: noRanks() }));
}

function noRanks(): Record<TicketType, null> {
  return { total: null, win: null, place: null, quinella: null };
}

/** Entries of one ticket type in their order; those without a bet of it are left out. */
export function orderEntries(entries: readonly RankedEntry[], ticket: TicketType): RankedEntry[] {
  return entries.filter((entry) => returnsOf(entry, ticket) !== null).sort(byRate(ticket));
}
