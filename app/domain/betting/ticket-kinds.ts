/** Kinds of tickets with odds in the records that order probabilities can price. */
export const TICKET_KINDS = ["win", "place", "quinella", "wide", "trio"] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

export const TICKET_SIZES: Readonly<Record<TicketKind, 1 | 2 | 3>> = {
  win: 1,
  place: 1,
  quinella: 2,
  wide: 2,
  trio: 3,
};

/** Declared runners from which a kind is sold. */
const FEWEST_RUNNERS: Readonly<Record<TicketKind, number>> = { win: 2, place: 5, quinella: 3, wide: 4, trio: 4 };

/** Whether a kind is sold for a race with this number of declared runners. */
export function isSold(kind: TicketKind, runnerCount: number): boolean {
  return runnerCount >= FEWEST_RUNNERS[kind];
}

/** A ticket's key in odds: "3-7". */
export function combinationOf(horses: readonly number[]): string {
  return [...horses].sort((one, other) => one - other).join("-");
}
