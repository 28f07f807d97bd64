import type { RankingKey } from "./periods.ts";
import type { TicketType } from "./pick-returns.ts";
import { LISTED_RANKS, LONGEST_LIST } from "./ranking-lists.ts";

export interface RankingEntry {
  /** Negative for baselines. */
  modelId: number;
  /** Both masked (public-name.ts). */
  modelName: string;
  userName: string;
  /** Code of the model's public page; absent: none. */
  code?: string;
  tickets: Record<TicketType, TicketFigures | null>;
}

/** Rates in per cent, one decimal (83.4). */
export interface TicketFigures {
  /** Null for baselines. */
  rank: number | null;
  returnRate: number;
  /** 95 % interval of the return rate; null if there are too few races or no payout. */
  low: number | null;
  high: number | null;
  hitRate: number;
  races: number;
}

/** 95 % interval of the best model if all were equally good; per cent, one decimal. */
export interface LuckEnvelope {
  low: number;
  high: number;
}

export interface RankingView {
  key: RankingKey;
  /** The weekend's Saturday (YYYY-MM-DD), or the month (YYYY-MM). */
  periodKey: string;
  from: string;
  to: string;
  /** counting: due, but not all data has arrived; no entries yet. */
  status: "ready" | "counting";
  /** All entries in the top 10 of any ticket type, sorted by the total. */
  entries: RankingEntry[];
  baselines: RankingEntry[];
  participants: number;
  /** Per ticket type; null with too few participants. */
  luck: Record<TicketType, LuckEnvelope | null> | null;
  /** When it was built, unix seconds; null while counting. */
  builtAt: number | null;
  /** Image for link previews (share-image-address.ts). */
  imagePath: string;
  /** Stored periods of this ranking, newest first. */
  periods: { periodKey: string; from: string; to: string }[];
  /** Version of all current rankings; "" before the first build. */
  version: string;
}

export interface OwnRanking {
  key: RankingKey;
  periodKey: string;
  from: string;
  to: string;
  entries: RankingEntry[];
}

/** Highest rate first (ties: older models first); without entries that have no bet of the type. */
export function sortByTicket(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  const rateOf = (entry: RankingEntry) => entry.tickets[ticket]?.returnRate ?? -1;
  return entries
    .filter((entry) => entry.tickets[ticket] !== null)
    .sort((a, b) => rateOf(b) - rateOf(a) || a.modelId - b.modelId);
}

/** Ranks 1–10 of a ticket type with ties, of stored entries; like `listTop` (ranking-lists.ts). */
export function listTopRanks(entries: readonly RankingEntry[], ticket: TicketType): RankingEntry[] {
  return sortByTicket(entries, ticket)
    .filter((entry) => (entry.tickets[ticket]?.rank ?? Number.POSITIVE_INFINITY) <= LISTED_RANKS)
    .slice(0, LONGEST_LIST);
}
