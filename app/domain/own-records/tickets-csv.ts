import Papa from "papaparse";
import { TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { BYTE_ORDER_MARK, textOfCell, writeSpreadsheet } from "#app/domain/scoring/spreadsheet.ts";
import {
  readCombinations,
  settleTicket,
  type TicketLine,
  type TicketRace,
} from "#app/domain/settlement/settle-ticket.ts";
import { isLineYen, type OwnTicket } from "./own-tickets.ts";

const HEADS = [
  ...["記録番号", "日付", "競馬場", "R", "レース名", "レースID", "券種", "組", "購入（円）", "払戻（円）"],
  ...["うち返還（円）", "モデル"],
];

type KindWords = Readonly<Record<TicketKind, string>>;

/** A line per combination; empty payouts before the result. No cell is a formula. */
export function writeTicketsCsv(
  tickets: readonly OwnTicket[],
  races: ReadonlyMap<string, TicketRace>,
  words: KindWords,
): string {
  const rows = tickets.flatMap((ticket) =>
    ticket.lines.map((line) => {
      const race = races.get(ticket.raceId);
      const settled = race === undefined ? null : settleTicket({ kind: ticket.kind, lines: [line] }, race);
      return [
        ...[ticket.id, ticket.date, ticket.race?.venue ?? "", ticket.race?.raceNum ?? "", ticket.race?.name ?? ""],
        // Spreadsheets would read 1-2 as a date.
        ...[ticket.raceId, words[ticket.kind], line[0].replaceAll("-", "ー"), line[1]],
        ...[settled?.payoutYen ?? "", settled?.refundYen ?? "", ticket.modelName ?? ""],
      ];
    }),
  );
  return writeSpreadsheet([HEADS, ...rows]);
}

export interface FileTicket {
  raceId: string;
  kind: TicketKind;
  lines: TicketLine[];
  modelName: string | null;
}

/** The tickets of a file of {@link writeTicketsCsv}, or its first faulty line, counted from 1; the head is line 1. */
export function readTicketsCsv(
  text: string,
  words: KindWords,
  sizes: Readonly<Record<TicketKind, number>>,
): FileTicket[] | { line: number } {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const { data } = Papa.parse<string[]>(source.trimEnd(), { delimiter: "," });
  if (data[0]?.join() !== HEADS.join()) return { line: 1 };
  const tickets = new Map<string, FileTicket>();
  for (const [index, cells] of data.entries()) {
    if (index === 0) continue;
    const [number = "", , , , , raceId = "", word = "", combination = "", yen = "", , , model = ""] =
      cells.map(textOfCell);
    const kind = TICKET_KINDS.find((known) => words[known] === word);
    const read = kind === undefined ? null : readCombinations(kind, combination, { size: sizes[kind], most: 1 });
    const key = `${number} ${raceId} ${word} ${model}`;
    if (kind === undefined || read === null || "fault" in read || raceId === "" || !isLineYen(Number(yen)))
      return { line: index + 1 };
    const ticket = tickets.get(key) ?? { raceId, kind, lines: [], modelName: model === "" ? null : model };
    ticket.lines.push([read[0] ?? "", Number(yen)]);
    tickets.set(key, ticket);
  }
  return [...tickets.values()];
}
