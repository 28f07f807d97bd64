import type { RankingKey } from "./periods.ts";
import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import { LISTED_RANKS, LONGEST_LIST } from "./ranking-lists.ts";
import { WIRE_TICKETS, type WireEntry, type WireTicketFields } from "./rankings-file.ts";

/** A model or baseline in a built ranking, as shown on pages and images. */
export interface RankingEntry {
  /** Negative for baselines. */
  modelId: number;
  /** Both masked (public-name.ts). */
  modelName: string;
  userName: string;
  /** Null without a bet of the type. */
  tickets: Record<TicketType, TicketFigures | null>;
}

/** Figures of one ticket type: rates in per cent, one decimal (83.4). */
export interface TicketFigures {
  /** Null for baselines. */
  rank: number | null;
  returnRate: number;
  /** 95 % interval of the return rate; null if there are too few races or no payout. */
  low: number | null;
  high: number | null;
  hitRate: number;
  /** Races bet. */
  races: number;
}

/** What the best of as many models would show if none were better than another: 95 % of it, per cent, one decimal. */
export interface LuckEnvelope {
  low: number;
  high: number;
}

/** The public view of one ranking for one period. */
export interface RankingView {
  key: RankingKey;
  /** The weekend's Saturday (YYYY-MM-DD), or the month (YYYY-MM). */
  periodKey: string;
  /** First and last race day that count. */
  from: string;
  to: string;
  /** counting: due, but not all data is in; there are no entries yet. */
  status: "ready" | "counting";
  /** All entries in the top 10 of any ticket type, sorted by the total. */
  entries: RankingEntry[];
  /** Bets anyone could place without a model; without ranks. */
  baselines: RankingEntry[];
  /** Number of models that took part. */
  participants: number;
  /** Per ticket type; null: too few participants, or built before it was measured. */
  luck: Record<TicketType, LuckEnvelope | null> | null;
  /** When it was built, unix seconds; null while counting. */
  builtAt: number | null;
  /** Path of its image for link previews on other sites (share-image-address.ts). */
  imagePath: string;
  /** Stored periods of this ranking, newest first. */
  periods: { periodKey: string; from: string; to: string }[];
  /** Version of all current rankings; "" before the first build. */
  version: string;
}

/** A user's own entries in one ranking, sorted by the total. */
export interface OwnRanking {
  key: RankingKey;
  periodKey: string;
  from: string;
  to: string;
  entries: RankingEntry[];
}

/** Converts a stored entry from its wire names. */
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

/** The inverse of {@link readWireEntry}. */
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

/**
 * Entries sorted by the rate of a ticket type, highest first (ties: older models first); those without a bet of it are
 * left out.
 */
export function sortByTicket(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  const rateOf = (entry: RankingEntry) => entry.tickets[ticket]?.returnRate ?? -1;
  return entries
    .filter((entry) => entry.tickets[ticket] !== null)
    .sort((a, b) => rateOf(b) - rateOf(a) || a.modelId - b.modelId);
}

/** Stored entries in ranks 1–10 of a ticket type, ties included; like `listTop` (ranking-lists.ts). */
export function listTopRanks(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  return sortByTicket(entries, ticket)
    .filter((entry) => (entry.tickets[ticket]?.rank ?? Number.POSITIVE_INFINITY) <= LISTED_RANKS)
    .slice(0, LONGEST_LIST);
}
