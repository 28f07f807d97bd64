import { isOrderedKind, TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";

const FEWEST_RUNNERS: Readonly<Record<TicketKind, number>> = {
  win: 2,
  place: 5,
  bracket: 9,
  quinella: 3,
  wide: 4,
  exacta: 3,
  trio: 4,
  trifecta: 4,
};

export function isSold(kind: TicketKind, runnerCount: number): boolean {
  return runnerCount >= FEWEST_RUNNERS[kind];
}

interface Starter {
  horseNum: number;
  bracketNum: number | null;
}

/** Bracket quinellas need the bracket of every starter. */
export function soldKinds(runnerCount: number, starters: readonly Starter[]): TicketKind[] {
  return TICKET_KINDS.filter(
    (kind) =>
      isSold(kind, runnerCount) && (kind !== "bracket" || starters.every(({ bracketNum }) => bracketNum !== null)),
  );
}

/** Numbers that can be chosen: brackets for 枠連, else horses. In the order of the starters. */
export function numbersOf(kind: TicketKind, starters: readonly Starter[]): number[] {
  return [
    ...new Set(starters.flatMap(({ horseNum, bracketNum }) => (kind === "bracket" ? (bracketNum ?? []) : horseNum))),
  ];
}

/** A ticket's key in odds and payouts: "3-7", ascending unless the order matters. */
export function combinationOf(kind: TicketKind, numbers: readonly number[]): string {
  return (isOrderedKind(kind) ? numbers : [...numbers].sort((one, other) => one - other)).join("-");
}
