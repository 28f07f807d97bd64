import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { isShareMedia, postAddress, postText } from "#app/components/sharing/share-links.ts";
import { sharedAnalysisPath } from "#app/components/sharing/shared-path.ts";

export const handle: PageHandle = { title: MISSING_TITLE };
export { meta } from "#app/components/frame/page-meta.ts";

/**
 * Redirects to the social network or to the share page. The target depends on `id` and `media` only, never on a URL in
 * the query.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const shared = await context.services.sharing.resolve({ reference: query.get("id") ?? "" });
  if (shared === null) throw new Response(null, { status: 404 });
  const media = query.get("media");
  if (!isShareMedia(media)) return redirect(sharedAnalysisPath(shared.shareId), 302);
  return redirect(postAddress(media, { url: shared.url, text: postText(shared) }), 302);
}

/** Never rendered. It exists so that a 404 has the public frame. */
export default function ShareRedirectPage() {
  return null;
}
