import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { writeTicketsCsv } from "#app/domain/own-records/tickets-csv.ts";
import { readRecordQuery } from "#app/forms/own-records/record-filter.ts";
import { fileResponse } from "#app/http/file-response.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { month } = readRecordQuery(new URL(request.url).searchParams);
  const { tickets, races } = await context.services.ownTickets.list({ user, month });
  const name = month === null ? "tickets" : `tickets-${month}`;
  return fileResponse(writeTicketsCsv(tickets, races, TICKET_WORDS), { name, format: "csv" });
}
