import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Link } from "#app/components/parts/link.tsx";
import { Note, PageHead } from "#app/components/parts/parts.tsx";
import { FoundNamesList } from "#app/components/race-list/found-names.tsx";
import nameSearchCss from "#app/components/race-list/name-search.css?url";
import { NameSearchForm } from "#app/components/race-list/name-search.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

export const handle: PageHandle = { title: "さがす", description: "馬・レース・騎手を、名前のはじめからさがします。" };
export const links = stylesheets(nameSearchCss);
export { meta } from "#app/components/frame/page-meta.ts";

const MAX_LENGTH = 40;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const text = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, MAX_LENGTH);
  const result = text === "" ? null : await context.services.races.search({ user, text });
  return {
    html: renderParts({
      search: (
        <>
          <PageHead title="名前でさがす" />
          <div className="card pad">
            <NameSearchForm text={text} />
          </div>
          <p>
            <Link className="tapl" to="/favourites">
              お気に入りの馬
            </Link>
          </p>
          {result === null && (
            <p className="t13 muted">名前のはじめを入れてください。ひらがなでも、全角でも半角でも見つかります。</p>
          )}
          {result?.kind === "refused" && <Note tone="warn">2文字以上（漢字は1文字以上）入れてください。</Note>}
          {result?.kind === "found" && <FoundNamesList found={result.found} text={text} />}
        </>
      ),
    }),
  };
}

export default function SearchPage() {
  return <StaticHtml id="search" html={useLoaderData<typeof loader>().html.search} />;
}

export const ErrorBoundary = failurePage({ text: RACE_MESSAGES.loadFailed, again: "/search" });
