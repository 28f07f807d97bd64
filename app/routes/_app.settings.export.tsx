import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readId } from "#app/http/request-reading.ts";

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

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

function fileResponse(content: string, { name, format }: { name: string; format: keyof typeof TYPES }): Response {
  return new Response(content, {
    headers: {
      "Content-Type": TYPES[format],
      "Content-Disposition": `attachment; filename="${name}.${format}"`,
      "Cache-Control": "no-store",
    },
  });
}
