/** 単勝, 複勝, 枠連, 馬連, ワイド, 馬単, 三連複, 三連単. */
export const TICKET_KINDS = ["win", "place", "bracket", "quinella", "wide", "exacta", "trio", "trifecta"] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** Horses, or brackets, of a ticket. */
export const TICKET_SIZES: Readonly<Record<TicketKind, 1 | 2 | 3>> = {
  win: 1,
  place: 1,
  bracket: 2,
  quinella: 2,
  wide: 2,
  exacta: 2,
  trio: 3,
  trifecta: 3,
};

/** Whether the order of the horses matters: 馬単, 三連単. */
export function isOrderedKind(kind: string): boolean {
  return kind === "exacta" || kind === "trifecta";
}

/** Whether a combination may continue with a number: ascending unless the order matters; a bracket may repeat. */
export function mayFollow(kind: TicketKind, chosen: readonly number[], number: number): boolean {
  if (isOrderedKind(kind)) return !chosen.includes(number);
  const last = chosen.at(-1) ?? 0;
  return number > last || (kind === "bracket" && number === last);
}
