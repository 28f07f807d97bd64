import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { fileResponse } from "#app/http/file-response.ts";
import { readId } from "#app/http/request-reading.ts";

/**
 * The user's personal data as a file. `?record=7` is the record of a model, `?record=all` of all models; JSON, or CSV
 * with `&format=csv`.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const query = new URL(request.url).searchParams;
  const asked = query.get("record");
  if (asked === null) {
    const document = await context.services.accounts.exportPersonalData({ user });
    return fileResponse(JSON.stringify(document, null, 2), { name: "personal-data", format: "json" });
  }
  const modelId = readId(asked);
  const format = query.get("format") === "csv" ? "csv" : "json";
  const isKnown = modelId !== null || asked === "all";
  const file = isKnown ? await context.services.ownRecords.exportRecord({ user, modelId, format }) : null;
  if (file === null) throw new Response(null, { status: 404 });
  return fileResponse(file, { name: modelId === null ? "record" : `record-${modelId}`, format });
}
