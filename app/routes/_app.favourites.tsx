import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FavouriteList } from "#app/components/fans/favourite-list.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { PageHead } from "#app/components/parts/parts.tsx";
import nameSearchCss from "#app/components/race-list/name-search.css?url";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";

export const handle: PageHandle = { title: "お気に入り", description: "お気に入りの馬の次の出走と、自分のメモです。" };
export const links = stylesheets(nameSearchCss);
export { meta } from "#app/components/frame/page-meta.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const horses = await context.services.fans.listFavourites({ user });
  return {
    html: renderParts({
      favourites: (
        <>
          <PageHead title="お気に入りの馬">
            <a className="btn" href="/following">
              フォロー中のモデル
            </a>
          </PageHead>
          <FavouriteList horses={horses} today={japanDay(context.now())} />
        </>
      ),
    }),
  };
}

export default function FavouritesPage() {
  return <StaticHtml id="favourites" html={useLoaderData<typeof loader>().html.favourites} />;
}

export const ErrorBoundary = failurePage({ text: OWN_MESSAGES.horseNotLoaded, again: "/favourites", list: null });
