import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { RACE_MESSAGES, readRaceDay } from "#app/forms/analyses/race-search.ts";
import { fileResponse } from "#app/http/file-response.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = readRaceDay(new URL(request.url).searchParams.get("date"), japanDay(context.now()));
  const csv = await context.services.days.exportIndices({ user, date });
  if (csv === null) throw new Response(RACE_MESSAGES.future, { status: 404 });
  return fileResponse(csv, { name: `indices-${date}`, format: "csv" });
}
