import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { readId } from "#app/http/request-reading.ts";
import { sealProofAwaited, sealProofFile } from "#app/http/seal-proof-file.ts";

/** The proof of an own ranked model's forecast as a file, or the page that shows when it will exist. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const { raceId = "" } = params;
  const modelId = readId(params.id);
  const proof = modelId === null ? null : await context.services.seal.sealProofOfForecast({ user, modelId, raceId });
  if (proof?.kind === "waiting") return sealProofAwaited(verifyPath(proof.hash));
  if (proof?.kind !== "proof") throw new Response("このモデルの、このレースの予測の封はありません", { status: 404 });
  return sealProofFile(proof.file, { name: `model-${modelId}-${raceId}` });
}
