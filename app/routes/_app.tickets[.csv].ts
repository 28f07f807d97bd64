import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { writeTicketsCsv } from "#app/domain/own-records/tickets-csv.ts";
import { readRecordQuery } from "#app/forms/own-records/record-filter.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { month } = readRecordQuery(new URL(request.url).searchParams);
  const { tickets, races } = await context.services.ownTickets.list({ user, month });
  return new Response(writeTicketsCsv(tickets, races, TICKET_WORDS), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="tickets${month === null ? "" : `-${month}`}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
