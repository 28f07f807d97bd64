import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proofFile } from "#app/http/proof-file.ts";

/** The proof of everybody's forecast of a race that has started, as a file; a 404 before. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { raceId = "" } = params;
  const file = await context.services.crowd.proofOfCrowd({ raceId });
  if (file === null) throw new Response("このレースの証明ファイルはありません", { status: 404 });
  return proofFile(file, { name: "crowd" });
}
