import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readId } from "#app/http/request-reading.ts";

/** The proof of an own analysis, shared or not, as a file; a 404 for others', and while no head holds its seal. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const analysisId = readId(params.id);
  const proof = analysisId === null ? null : await context.services.seal.proofOfOwn({ user, analysisId });
  if (proof?.kind === "waiting") {
    throw new Response("次のルートを待っています。おそくとも5分で、証明ファイルができます。", { status: 404 });
  }
  if (proof?.kind !== "proof") throw new Response("この分析の証明ファイルはありません", { status: 404 });
  return new Response(proof.file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="analysis-${analysisId}.json"`,
      // It grows with the day's last head.
      "Cache-Control": "no-store",
    },
  });
}
