import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import { WIRE_TICKETS, type WireEntry } from "./rankings-file.ts";

/** A model, or a comparison, of a built ranking as pages and images show it. */
export interface RankingEntry {
  /** Negative for comparisons. */
  modelId: number;
  /** Both masked (public-name.ts). */
  modelName: string;
  userName: string;
  /** Null without a bet of the type. */
  tickets: Record<TicketType, TicketFigures | null>;
}

/** What one ticket type would have returned: rates in per cent, one decimal (83.4). */
export interface TicketFigures {
  /** Null for comparisons. */
  rank: number | null;
  returnRate: number;
  /** Ends of the 95 % interval of the return rate; null where nothing can be told. */
  low: number | null;
  high: number | null;
  hitRate: number;
  /** Races bet. */
  races: number;
}

/** An entry from its wire names, as built rankings are stored. */
export function readWireEntry(entry: WireEntry): RankingEntry {
  const tickets = TICKET_TYPES.map((ticket) => [ticket, readTicket(entry, ticket)]);
  return {
    modelId: entry.id,
    modelName: entry.model_name,
    userName: entry.user_name,
    tickets: Object.fromEntries(tickets) as RankingEntry["tickets"],
  };
}

function readTicket(entry: WireEntry, ticket: TicketType): TicketFigures | null {
  const name = WIRE_TICKETS[ticket];
  const returnRate = entry[`${name}_return_rate`];
  if (returnRate === null) return null;
  return {
    rank: entry[`${name}_rank`],
    returnRate,
    low: entry[`${name}_low`],
    high: entry[`${name}_high`],
    hitRate: entry[`${name}_hit_rate`] ?? 0,
    races: entry[`${name}_races`],
  };
}
