import { redirect } from "@remix-run/cloudflare";

/** A redirect if `named` finds it by another id, else 404. `tab` is the rest of the page's path. */
export async function missingRace(
  named: Promise<{ race: { raceId: string } } | null>,
  { request, tab = "", text }: { request: Request; tab?: string; text: string },
): Promise<Response> {
  const found = await named;
  if (found === null) return new Response(text, { status: 404 });
  return redirect(`/races/${encodeURIComponent(found.race.raceId)}${tab}${new URL(request.url).search}`);
}
