import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import { fileResponse } from "#app/http/file-response.ts";
import { requireDay } from "#app/http/request-reading.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const csv = await context.services.ownTickets.exportTargetBets({ user, date });
  if (csv === null) throw new Response(DAY_MESSAGES.noTickets, { status: 404 });
  return fileResponse(csv, { name: `FF${date.replaceAll("-", "")}`, format: "csv" });
}
