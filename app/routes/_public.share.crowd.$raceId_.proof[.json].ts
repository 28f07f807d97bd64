import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sealProofFile } from "#app/http/seal-proof-file.ts";

/** A 404 before the start of the race. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { raceId = "" } = params;
  const file = await context.services.crowd.sealProofOfCrowd({ raceId });
  if (file === null) throw new Response("このレースの証明ファイルはありません", { status: 404 });
  return sealProofFile(file, { name: "crowd" });
}
