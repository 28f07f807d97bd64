import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { verifyPath } from "#app/components/seal/seal-links.ts";
import { sealProofAwaited, sealProofFile } from "#app/http/seal-proof-file.ts";

/**
 * The proof of a shared analysis as a file: its path to a head, and from there to the day's last head. Redirects to a
 * page until a head includes it.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { shareId = "" } = params;
  const proof = await context.services.seal.sealProofOfShare({ shareId });
  if (proof.kind === "waiting") return sealProofAwaited(verifyPath(shareId));
  if (proof.kind !== "proof") throw new Response("この番号の証明ファイルはありません", { status: 404 });
  return sealProofFile(proof.file, { name: shareId });
}
