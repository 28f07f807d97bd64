import type { TicketType } from "./pick-returns.ts";
import { listTopRanks, type RankingEntry, sortByTicket, type TicketFigures } from "./ranking-entry.ts";
import { CARD_ENTRIES } from "./ranking-lists.ts";

/** One line of a page's list: an entry with the figures of the ticket type that is shown. */
export interface ShownEntry {
  modelId: number;
  modelName: string;
  userName: string;
  figures: TicketFigures;
  /** The reader's own. */
  isOwn: boolean;
}

/** Lines in the order given; entries without a bet of the type are left out. */
export function showEntries(
  entries: readonly RankingEntry[],
  ticket: TicketType,
  own: readonly RankingEntry[] = [],
): ShownEntry[] {
  const ownIds = new Set(own.map(({ modelId }) => modelId));
  return entries.flatMap(({ modelId, modelName, userName, tickets }) => {
    const figures = tickets[ticket];
    return figures === null ? [] : [{ modelId, modelName, userName, figures, isOwn: ownIds.has(modelId) }];
  });
}

/**
 * A detail page: ranks 1–10 with ties, and the reader's own entries that are not among them.
 *
 * @param entries the top ten of any ticket type
 * @param own     all of the reader's, of any rank
 */
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

/** A card: the first five, and the reader's best entry where none of those is theirs. */
export function showCard(
  entries: readonly RankingEntry[],
  ticket: TicketType,
  own: readonly RankingEntry[],
): { top: ShownEntry[]; ownBest: ShownEntry | null } {
  const top = showEntries(listTopRanks(entries, ticket).slice(0, CARD_ENTRIES), ticket, own);
  const best = showEntries(sortByTicket(own, ticket), ticket, own)[0] ?? null;
  return { top, ownBest: top.some(({ isOwn }) => isOwn) ? null : best };
}
