import { type PickReturns, TICKET_TYPES, type TicketType } from "./pick-returns.ts";

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
  ranks: Record<TicketType, number | null>;
}

/**
 * By all four ticket types, highest rate first. Rates equal to a tenth of a per cent share a rank and skip the next (1,
 * 1, 3), older models first. Returned in the order of the total.
 */
export function rankEntries(entries: readonly ReturnsEntry[]): RankedEntry[] {
  const aged = entries.map((entry): RankedEntry => ({ ...entry, ranks: noRanks() })).sort(byAge);
  const [byTotal = []] = TICKET_TYPES.map((ticket) => {
    const order = sortByRate(aged, ticket);
    for (const [index, entry] of order.entries()) {
      const above = order[index - 1];
      const isTied = above !== undefined && rateOf(above, ticket) === rateOf(entry, ticket);
      entry.ranks[ticket] = isTied ? above.ranks[ticket] : index + 1;
    }
    return order;
  });
  return byTotal;
}

export function withoutRanks(entries: readonly ReturnsEntry[]): RankedEntry[] {
  return entries.map((entry) => ({ ...entry, ranks: noRanks() }));
}

function noRanks(): Record<TicketType, null> {
  return { total: null, win: null, place: null, quinella: null };
}

/** Entries without a bet of the type are left out. */
export function orderEntries(entries: readonly RankedEntry[], ticket: TicketType): RankedEntry[] {
  return sortByRate(entries.toSorted(byAge), ticket);
}

function byAge(a: ReturnsEntry, b: ReturnsEntry): number {
  return a.createdAt - b.createdAt || a.modelId - b.modelId;
}

/**
 * In the given order (older models first) if equal. Sorting numbers of rate and place is several times faster than a
 * comparison function.
 */
function sortByRate<Entry extends ReturnsEntry>(aged: readonly Entry[], ticket: TicketType): Entry[] {
  const rates = aged.map((entry) => rateOf(entry, ticket));
  const highest = rates.reduce<number>((most, rate) => Math.max(most, rate ?? 0), 0);
  const keys = rates.flatMap((rate, place) => (rate === null ? [] : [(highest - rate) * aged.length + place]));
  return Array.from(Float64Array.from(keys).sort(), (key) => aged[key % aged.length]!);
}

function rateOf({ returns }: ReturnsEntry, ticket: TicketType): number | null {
  return returns[ticket]?.returnPerMille ?? null;
}
