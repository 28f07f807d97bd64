import type { TicketType } from "./pick-returns.ts";
import { listTopRanks, type RankingEntry, sortByTicket, type TicketFigures } from "./ranking-entry.ts";
import { CARD_ENTRIES } from "./ranking-lists.ts";

/** A line of a list: an entry with the figures of one ticket type. */
export interface ShownEntry {
  modelId: number;
  modelName: string;
  userName: string;
  code?: string;
  figures: TicketFigures;
  isOwn: boolean;
}

/** In the given order, without entries that have no bet of the type. */
export function showEntries(
  entries: readonly RankingEntry[],
  ticket: TicketType,
  own: readonly RankingEntry[] = [],
): ShownEntry[] {
  const ownIds = new Set(own.map(({ modelId }) => modelId));
  return entries.flatMap(({ modelId, modelName, userName, code, tickets }) => {
    const figures = tickets[ticket];
    const isOwn = ownIds.has(modelId);
    return figures === null ? [] : [{ modelId, modelName, userName, figures, isOwn, ...(code && { code }) }];
  });
}

/** Ranks 1–10 with ties, then the reader's other entries. @param entries the top ten of any ticket type */
export function showDetail(
  entries: readonly RankingEntry[],
  ticket: TicketType,
  own: readonly RankingEntry[],
): { top: ShownEntry[]; beyond: ShownEntry[] } {
  const top = showEntries(listTopRanks(entries, ticket), ticket, own);
  const listed = new Set(top.map(({ modelId }) => modelId));
  const beyond = showEntries(sortByTicket(own, ticket), ticket, own).filter(({ modelId }) => !listed.has(modelId));
  return { top, beyond };
}

/** The first five, and the reader's best entry if none of those is theirs. */
export function showCard(
  entries: readonly RankingEntry[],
  ticket: TicketType,
  own: readonly RankingEntry[],
): { top: ShownEntry[]; ownBest: ShownEntry | null } {
  const top = showEntries(listTopRanks(entries, ticket).slice(0, CARD_ENTRIES), ticket, own);
  const best = showEntries(sortByTicket(own, ticket), ticket, own)[0] ?? null;
  return { top, ownBest: top.some(({ isOwn }) => isOwn) ? null : best };
}
