import * as z from "zod";
import { MOST_TICKETS } from "#app/domain/betting/formation.ts";
import { isLineYen } from "#app/domain/own-records/own-tickets.ts";
import { TICKET_KINDS, TICKET_SIZES } from "#app/domain/racing/ticket-kind.ts";
import { readCombinations, type TicketLine } from "#app/domain/settlement/settle-ticket.ts";
import { MESSAGES } from "#app/forms/messages.ts";
import { readFormKey, readId } from "#app/http/request-reading.ts";
import { TICKET_MESSAGES } from "./own-ticket-words.ts";

const idField = z.string({ error: MESSAGES.unknownChoice }).transform((text, context) => {
  const id = readId(text);
  if (id === null) context.addIssue(MESSAGES.unknownChoice);
  return id ?? 0;
});

/** Amounts as people type them: 200, ２００円, 1,000; several are separated by spaces. */
const amountsField = z
  .string({ error: MESSAGES.required })
  .transform((text) =>
    text
      .normalize("NFKC")
      .replace(/[,\u5186¥]/g, "")
      .trim()
      .split(/\s+/)
      .map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : 0)),
  )
  .refine((amounts) => amounts.every(isLineYen), {
    error: TICKET_MESSAGES.yen,
  });

const recordSchema = z
  .object({
    do: z.literal("record"),
    race_id: z.string({ error: MESSAGES.required }).max(64),
    kind: z.enum(TICKET_KINDS, MESSAGES.unknownChoice),
    numbers: z.string({ error: TICKET_MESSAGES.fault("none", 1) }).max(200_000),
    yen: amountsField,
    model: z
      .string()
      .optional()
      .transform((text) => readId(text)),
    form_key: z.string().refine((key) => readFormKey(key) !== null, MESSAGES.unknownChoice),
  })
  .transform(({ numbers, yen, ...ticket }, context) => {
    const read = readCombinations(ticket.kind, numbers, { size: TICKET_SIZES[ticket.kind], most: MOST_TICKETS });
    if ("fault" in read) {
      context.addIssue({ code: "custom", path: ["numbers"], message: TICKET_MESSAGES.fault(read.fault, read.line) });
      return z.NEVER;
    }
    if (yen.length !== 1 && yen.length !== read.length) {
      context.addIssue({ code: "custom", path: ["yen"], message: TICKET_MESSAGES.yenCount });
      return z.NEVER;
    }
    const lines = read.map((combination, place): TicketLine => [combination, yen[place] ?? yen[0] ?? 0]);
    return { ...ticket, lines };
  });

export const ownTicketSchema = z.discriminatedUnion(
  "do",
  [
    recordSchema,
    z.object({
      do: z.literal("change"),
      id: idField,
      yen: amountsField.refine((amounts) => amounts.length === 1, TICKET_MESSAGES.yen).transform(([yen = 0]) => yen),
    }),
    z.object({ do: z.literal("remove"), id: idField }),
    z.object({ do: z.literal("import"), file: z.instanceof(File, { error: TICKET_MESSAGES.noFile }) }),
  ],
  MESSAGES.unknownChoice,
);

export interface OwnTicketForm {
  do: string;
  race_id: string;
  kind: string;
  numbers: string;
  yen: string;
  model: string;
  form_key: string;
}
