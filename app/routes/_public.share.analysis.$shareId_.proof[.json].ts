import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** The proof of a shared analysis, as a file: its way to the head that holds it, and from there to the day's last head. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { shareId = "" } = params;
  const file = await context.services.seal.proofOfShare({ shareId });
  if (file === null) throw new Response("この番号の証明ファイルはありません", { status: 404 });
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${shareId}.json"`,
      // It grows with the day's last head.
      "Cache-Control": "no-store",
    },
  });
}
