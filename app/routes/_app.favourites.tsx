import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useRouteError } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { FavouriteList } from "#app/components/fans/favourite-list.tsx";
import { pageMeta } from "#app/components/frame/brand.ts";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { PageHead } from "#app/components/parts/parts.tsx";
import nameSearchCss from "#app/components/race-list/name-search.css?url";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import { LoadFailure } from "#app/components/waiting/load-failure.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { OWN_MESSAGES } from "#app/forms/fans/own-messages.ts";

export const handle: PageHandle = { title: "お気に入り" };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: nameSearchCss }];
export const meta: MetaFunction = (args) =>
  pageMeta(args, { title: "お気に入り", description: "お気に入りの馬の次の出走と、自分のメモです。" });

/** The reader's favourite horses; nothing on it needs script, so all of it is drawn here. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const horses = await context.services.fans.listFavourites({ user });
  return {
    drawn: {
      favourites: renderToStaticMarkup(
        <>
          <PageHead title="お気に入りの馬" />
          <FavouriteList horses={horses} today={japanDay(context.now())} />
        </>,
      ),
    },
  };
}

export default function FavouritesPage() {
  return <Drawn id="favourites" html={useLoaderData<typeof loader>().drawn.favourites} />;
}

/** The horses could not be read. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return <LoadFailure error={error} text={OWN_MESSAGES.horseNotLoaded} again="/favourites" list={null} />;
}
