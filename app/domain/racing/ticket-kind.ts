/** 単勝, 複勝, 枠連, 馬連, ワイド, 馬単, 三連複, 三連単. */
export const TICKET_KINDS = ["win", "place", "bracket", "quinella", "wide", "exacta", "trio", "trifecta"] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** Whether the order of the horses matters: 馬単, 三連単. */
export function isOrderedKind(kind: string): boolean {
  return kind === "exacta" || kind === "trifecta";
}
