import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { pageMeta } from "#app/components/frame/brand.ts";
import { MISSING_TITLE } from "#app/components/frame/error-pages.tsx";
import { isShareMedia, postAddress } from "#app/components/sharing/share-links.ts";
import { sharedAnalysisPath } from "#app/components/sharing/shared-path.ts";

export const meta: MetaFunction = (args) => pageMeta(args, { title: MISSING_TITLE });

/**
 * Redirects to the network's page for posts, or to the share page. The target follows from `id` and `media` only, never
 * from a URL in the query. An analysis that is not shared is a 404.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const shared = await context.services.sharing.resolve({ reference: query.get("id") ?? "" });
  if (shared === null) throw new Response(null, { status: 404 });
  const media = query.get("media");
  return redirect(isShareMedia(media) ? postAddress(media, shared.url) : sharedAnalysisPath(shared.shareId), 302);
}

/** Never rendered: the loader redirects or throws. It exists so that a 404 gets the public frame. */
export default function ShareRedirectPage() {
  return null;
}
