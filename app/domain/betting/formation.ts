import { combinationOf, TICKET_SIZES, type TicketKind } from "./ticket-kinds.ts";

export interface Formation {
  axis: readonly number[];
  legs: readonly number[];
}

export const MOST_TICKETS = 100;
/** With three axis horses a trio is a single ticket. */
export const MOST_TRIO_AXES = 2;

/**
 * The tickets of a formation, each once, in the order of its horses.
 * - one horse: every chosen one
 * - pairs: an axis horse with a leg; without an axis every pair of legs (ボックス)
 * - trio: the axis horse with two legs, both axis horses with a leg, or every three legs
 *
 * @throws {RangeError} for a trio with more than {@link MOST_TRIO_AXES} axis horses
 */
export function formTickets(kind: TicketKind, { axis, legs }: Formation): number[][] {
  const size = TICKET_SIZES[kind];
  if (size === 3 && axis.length > MOST_TRIO_AXES) throw new RangeError(`${axis.length} axis horses of a trio`);
  return distinct(formAll(size, unique(axis), unique(legs)));
}

function formAll(size: 1 | 2 | 3, axis: readonly number[], legs: readonly number[]): number[][] {
  if (size === 1) return [...axis, ...legs].map((horse) => [horse]);
  if (axis.length === 0) return choose(legs, size);
  if (size === 2) return axis.flatMap((one) => legs.filter((leg) => leg !== one).map((leg) => [one, leg]));
  const others = legs.filter((leg) => !axis.includes(leg));
  return choose(others, size - axis.length).map((rest) => [...axis, ...rest]);
}

/** All combinations of this size. */
function choose(horses: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return horses.flatMap((horse, at) => choose(horses.slice(at + 1), size - 1).map((rest) => [horse, ...rest]));
}

function distinct(tickets: readonly number[][]): number[][] {
  return [...new Map(tickets.map((ticket) => [combinationOf(ticket), ticket])).values()];
}

function unique(horses: readonly number[]): number[] {
  return [...new Set(horses)];
}

/** Legs of the formations that are compared first: one per mark, two more for a wide. */
const USUAL_LEGS: Readonly<Record<TicketKind, number>> = { win: 0, place: 0, quinella: 4, wide: 6, trio: 4 };

/**
 * The formation that represents a kind: the best horse as the axis with the next ones.
 *
 * @param picks horses that may start, best first
 */
export function usualFormation(kind: TicketKind, picks: readonly number[]): Formation {
  return { axis: picks.slice(0, 1), legs: picks.slice(1, 1 + USUAL_LEGS[kind]) };
}
