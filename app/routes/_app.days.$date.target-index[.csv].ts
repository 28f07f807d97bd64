import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DAY_MESSAGES } from "#app/components/days/day-words.ts";
import { fileResponse } from "#app/http/file-response.ts";
import { readId, requireDay } from "#app/http/request-reading.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const date = requireDay(params.date, DAY_MESSAGES.none);
  const modelId = readId(new URL(request.url).searchParams.get("model"));
  const csv = modelId === null ? null : await context.services.days.exportTargetIndex({ user, date, modelId });
  if (csv === null) throw new Response(DAY_MESSAGES.notFound, { status: 404 });
  return fileResponse(csv, { name: `target-${date}`, format: "csv" });
}
