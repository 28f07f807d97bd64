import { TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type TargetRace, targetRaceId } from "#app/domain/scoring/target-index.ts";
import type { TicketLine } from "#app/domain/settlement/settle-ticket.ts";

export interface TargetTicket extends Pick<TargetRace, "race" | "venueCode"> {
  kind: TicketKind;
  lines: readonly TicketLine[];
}

/**
 * The buy list of TARGET frontier JV (買い目CSV形式), a line of twelve fields per combination: race id of 16 digits,
 * refund 0, kind 0 to 7, three numbers (0: none), yen, odds and payout 0, and three that may be empty. Without races
 * that have no meeting.
 *
 * @see https://targetfaq.jra-van.jp/ FAQ 312, now 693
 */
export function targetBetsCsv(tickets: readonly TargetTicket[]): string {
  return tickets
    .flatMap(({ race, venueCode, kind, lines }) => {
      const id = targetRaceId(race, venueCode);
      if (id === null) return [];
      return lines.map(([combination, yen]) => {
        const [first, second = 0, third = 0] = combination.split("-");
        return `${[id, 0, TICKET_KINDS.indexOf(kind), first, second, third, yen, 0, 0].join(",")},,,\r\n`;
      });
    })
    .join("");
}
