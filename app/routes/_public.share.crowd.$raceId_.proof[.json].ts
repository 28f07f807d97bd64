import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proofFile } from "#app/http/proof-file.ts";

/** A 404 before the start of the race. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { raceId = "" } = params;
  const file = await context.services.crowd.proofOfCrowd({ raceId });
  if (file === null) throw new Response("このレースの証明ファイルはありません", { status: 404 });
  return proofFile(file, { name: "crowd" });
}
