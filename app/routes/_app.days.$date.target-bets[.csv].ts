import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import { fileResponse } from "#app/http/file-response.ts";
import { requireDay } from "#app/http/request-reading.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const csv = await context.services.ownTickets.exportTargetBets({ user, date });
  // The page lists the days with tickets.
  if (csv === null) return redirect("/days/target");
  return fileResponse(csv, { name: `FF${date.replaceAll("-", "")}`, format: "csv" });
}
