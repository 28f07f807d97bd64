import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { readId } from "#app/http/request-reading.ts";
import { sealProofAwaited, sealProofFile } from "#app/http/seal-proof-file.ts";

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const analysisId = readId(params.id);
  const proof = analysisId === null ? null : await context.services.seal.sealProofOfOwn({ user, analysisId });
  if (proof?.kind === "waiting") return sealProofAwaited(verifyPath(proof.hash));
  if (proof?.kind !== "proof") throw new Response("この分析の証明ファイルはありません", { status: 404 });
  return sealProofFile(proof.file, { name: `analysis-${analysisId}` });
}
