import type { BetType } from "#app/domain/racing/race.ts";

export const STAKE_PER_TICKET_YEN = 100;

export interface Ticket {
  betType: BetType;
  /** Horse numbers, ascending. */
  horses: readonly number[];
}

/**
 * Win on the first two picks, place on the first, quinella on the seven pairs among the first five that include the
 * first or the second. With fewer runners, the combinations that exist.
 */
export function buildTickets(picks: readonly number[]): Ticket[] {
  const win = picks.slice(0, 2).map((horse): Ticket => ({ betType: "win", horses: [horse] }));
  const place = picks.slice(0, 1).map((horse): Ticket => ({ betType: "place", horses: [horse] }));
  const quinella: Ticket[] = [];
  for (const [first, second] of [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [1, 2],
    [1, 3],
    [1, 4],
  ] as const) {
    const a = picks[first];
    const b = picks[second];
    if (a === undefined || b === undefined) continue;
    quinella.push({ betType: "quinella", horses: a < b ? [a, b] : [b, a] });
  }
  return [...win, ...place, ...quinella];
}
