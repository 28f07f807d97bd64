import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { proofAwaited, proofFile } from "#app/http/proof-file.ts";
import { readId } from "#app/http/request-reading.ts";

/** The proof of an own ranked model's forecast as a file, or the page that shows when it will exist. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const modelId = readId(params.id);
  const proof = modelId === null ? null : await context.services.seal.proofOfForecast({ user, modelId, raceId });
  if (proof?.kind === "waiting") return proofAwaited(verifyPath(proof.hash));
  if (proof?.kind !== "proof") throw new Response("このモデルの、このレースの予測の封はありません", { status: 404 });
  return proofFile(proof.file, { name: `model-${modelId}-${raceId}` });
}
