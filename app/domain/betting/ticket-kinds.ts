/** Kinds of tickets that the odds of records are known of and that a model's order probabilities price. */
export const TICKET_KINDS = ["win", "place", "quinella", "wide", "trio"] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** Horses of a ticket. */
export const TICKET_SIZES: Readonly<Record<TicketKind, 1 | 2 | 3>> = {
  win: 1,
  place: 1,
  quinella: 2,
  wide: 2,
  trio: 3,
};

/** Declared runners from which a kind is sold. */
const FEWEST_RUNNERS: Readonly<Record<TicketKind, number>> = { win: 2, place: 5, quinella: 3, wide: 4, trio: 4 };

/** Whether a kind of ticket is sold for a race with so many runners when sales open. */
export function isSold(kind: TicketKind, runnerCount: number): boolean {
  return runnerCount >= FEWEST_RUNNERS[kind];
}

/** A ticket's name in odds: its horses in ascending order, "3-7". */
export function combinationOf(horses: readonly number[]): string {
  return [...horses].sort((one, other) => one - other).join("-");
}
