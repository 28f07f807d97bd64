import type { RankingKey } from "./periods.ts";
import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import { LISTED_RANKS, LONGEST_LIST } from "./ranking-lists.ts";
import { WIRE_TICKETS, type WireEntry, type WireTicketFields } from "./rankings-file.ts";

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

/** One ranking at one period as everybody sees it. */
export interface RankingView {
  key: RankingKey;
  /** The weekend's Saturday (YYYY-MM-DD), or the month (YYYY-MM). */
  periodKey: string;
  /** First and last race day counted. */
  from: string;
  to: string;
  /** counting: due, but not all is in; then there are no entries. */
  status: "ready" | "counting";
  /** All in the top 10 of any ticket type, in the order of the total. */
  entries: RankingEntry[];
  /** What anyone could have bet without a model; without ranks. */
  baselines: RankingEntry[];
  /** Models that took part. */
  participants: number;
  /** When it was counted, unix seconds; null while it is. */
  builtAt: number | null;
  /** Path of its image for cards of other sites (share-image-address.ts). */
  imagePath: string;
  /** Periods kept of this ranking, newest first. */
  periods: { periodKey: string; from: string; to: string }[];
  /** Of all that stands; "" before the first build. */
  version: string;
}

/** A user's own entries in one ranking, in the order of the total. */
export interface OwnRanking {
  key: RankingKey;
  periodKey: string;
  from: string;
  to: string;
  entries: RankingEntry[];
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

/** The way back of {@link readWireEntry}. */
export function toWireEntry({ modelId, modelName, userName, tickets }: RankingEntry): WireEntry {
  return {
    id: modelId,
    model_name: modelName,
    user_name: userName,
    ...wireTicket("total", tickets.total),
    ...wireTicket("win", tickets.win),
    ...wireTicket("place", tickets.place),
    ...wireTicket("quinella", tickets.quinella),
  };
}

function wireTicket<T extends TicketType>(ticket: T, figures: TicketFigures | null): WireTicketFields<T> {
  const name = WIRE_TICKETS[ticket];
  return {
    [`${name}_rank`]: figures?.rank ?? null,
    [`${name}_return_rate`]: figures?.returnRate ?? null,
    [`${name}_hit_rate`]: figures?.hitRate ?? null,
    [`${name}_races`]: figures?.races ?? 0,
    [`${name}_low`]: figures?.low ?? null,
    [`${name}_high`]: figures?.high ?? null,
  } as WireTicketFields<T>;
}

/** Entries by the rate of a ticket type, falling; those without a bet of it are left out. Ties: the older model first. */
export function sortByTicket(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  const rateOf = (entry: RankingEntry) => entry.tickets[ticket]?.returnRate ?? -1;
  return entries
    .filter((entry) => entry.tickets[ticket] !== null)
    .sort((a, b) => rateOf(b) - rateOf(a) || a.modelId - b.modelId);
}

/** Ranks 1–10 of a ticket type, ties included, in their order: `listTop` (ranking-lists.ts) of entries that were stored. */
export function listTopRanks(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  return sortByTicket(entries, ticket)
    .filter((entry) => (entry.tickets[ticket]?.rank ?? Number.POSITIVE_INFINITY) <= LISTED_RANKS)
    .slice(0, LONGEST_LIST);
}
