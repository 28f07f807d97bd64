import { redirect } from "@remix-run/cloudflare";

/**
 * The response to an address whose id no race has: to the same page of the race that it is another id of, else 404.
 *
 * @param named the race that the id leads to
 * @param tab rest of the page's path behind the id
 */
export async function missingRace(
  named: Promise<{ race: { raceId: string } } | null>,
  { request, tab = "", text }: { request: Request; tab?: string; text: string },
): Promise<Response> {
  const found = await named;
  if (found === null) return new Response(text, { status: 404 });
  return redirect(`/races/${encodeURIComponent(found.race.raceId)}${tab}${new URL(request.url).search}`);
}
