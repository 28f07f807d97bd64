import type { LoaderFunctionArgs } from "@remix-run/cloudflare";

/** The proof of everybody's forecast of a race that has started, as a file; a 404 before. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { raceId = "" } = params;
  const file = await context.services.crowd.proofOfCrowd({ raceId });
  if (file === null) throw new Response("このレースの証明ファイルはありません", { status: 404 });
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="crowd.json"',
      // It grows with the day's last head.
      "Cache-Control": "no-store",
    },
  });
}
