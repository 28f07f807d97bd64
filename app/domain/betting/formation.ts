import { isOrderedKind, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { combinationOf } from "./ticket-kinds.ts";

/** Chosen horses; brackets for 枠連. */
export interface Formation {
  axis: readonly number[];
  legs: readonly number[];
  /** Third column of a formation (フォーメーション); empty without one. */
  thirds?: readonly number[];
  /** マルチ: the axis may finish in any place of an ordered ticket. */
  isMulti?: boolean;
}

export const MOST_TICKETS = 5000;
/** With three axis horses a trio is a single ticket. */
export const MOST_TRIO_AXES = 2;

/**
 * The tickets of a formation, each once, in the order of its horses.
 * - one horse: every chosen one
 * - no axis: every combination of legs (ボックス), in every order where it matters
 * - axis: with every combination of legs (ながし). In an ordered ticket the axis is first, two are first and second
 * - thirds: one of each column (フォーメーション)
 *
 * A bracket chosen as axis and leg is a ticket too (ゾロ目), and so is every bracket of `doubles`: those of two starters.
 *
 * @throws {RangeError} for three horses with more than {@link MOST_TRIO_AXES} axis horses and no thirds
 */
export function formTickets(
  kind: TicketKind,
  { axis, legs, thirds = [], isMulti = false }: Formation,
  doubles: readonly number[] = [],
): number[][] {
  const size = TICKET_SIZES[kind];
  if (size === 3 && thirds.length === 0 && axis.length > MOST_TRIO_AXES)
    throw new RangeError(`${axis.length} axis horses of a ${kind}`);
  const tickets = formAll(kind, { axis: unique(axis), legs: unique(legs), thirds: unique(thirds), isMulti });
  return distinct(
    kind,
    tickets.filter((ticket) => unique(ticket).length === size || (kind === "bracket" && doubles.includes(ticket[0]!))),
  );
}

/** With tickets that repeat a number. */
function formAll(kind: TicketKind, { axis, legs, thirds, isMulti }: Required<Formation>): number[][] {
  const size = TICKET_SIZES[kind];
  if (size === 1) return [...axis, ...legs].map((number) => [number]);
  const isOrdered = isOrderedKind(kind);
  if (size === 3 && thirds.length > 0)
    return axis.flatMap((one) => legs.flatMap((other) => thirds.map((third) => [one, other, third])));
  if (axis.length === 0) return choose(legs, size).flatMap((ticket) => (isOrdered ? orders(ticket) : [ticket]));
  if (size === 2) {
    const pairs = axis.flatMap((one) => legs.map((leg) => [one, leg]));
    return isOrdered && isMulti ? pairs.flatMap(orders) : pairs;
  }
  const others = legs.filter((leg) => !axis.includes(leg));
  const rests = choose(others, size - axis.length);
  if (!isOrdered) return rests.map((rest) => [...axis, ...rest]);
  return isMulti
    ? rests.flatMap((rest) => orders([...axis, ...rest]))
    : rests.flatMap(orders).map((rest) => [...axis, ...rest]);
}

function choose(numbers: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return numbers.flatMap((number, at) => choose(numbers.slice(at + 1), size - 1).map((rest) => [number, ...rest]));
}

function orders(numbers: readonly number[]): number[][] {
  if (numbers.length < 2) return [[...numbers]];
  return numbers.flatMap((number, at) => orders(numbers.toSpliced(at, 1)).map((rest) => [number, ...rest]));
}

function distinct(kind: TicketKind, tickets: readonly number[][]): number[][] {
  return [...new Map(tickets.map((ticket) => [combinationOf(kind, ticket), ticket])).values()];
}

function unique(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}

/** Legs of the formations that are compared first: one per mark, two more for a wide. */
const USUAL_LEGS: Readonly<Record<TicketKind, number>> = {
  ...{ win: 0, place: 0, bracket: 3, quinella: 4 },
  ...{ wide: 6, exacta: 4, trio: 4, trifecta: 4 },
};

/** The best horse as the axis with the next ones. @param picks numbers that may be chosen, best first */
export function usualFormation(kind: TicketKind, picks: readonly number[]): Formation {
  return { axis: picks.slice(0, 1), legs: picks.slice(1, 1 + USUAL_LEGS[kind]) };
}
