import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { HorseBadge } from "#app/components/analyses/figures.tsx";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { EmptyState, PageHead } from "#app/components/parts/parts.tsx";
import nameSearchCss from "#app/components/race-list/name-search.css?url";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { failurePage } from "#app/components/waiting/load-failure.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { FavouriteHorse, NextEntry } from "#app/domain/views/horse.ts";
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

function FavouriteList({ horses, today }: { horses: readonly FavouriteHorse[]; today: string }) {
  if (horses.length === 0) {
    return (
      <EmptyState action={{ to: "/search", label: "馬をさがす" }}>
        お気に入りの馬はまだありません。馬のページの「お気に入り」で加えると、次の出走がここに並びます。
      </EmptyState>
    );
  }
  return (
    <ul className="card list clip">
      {horses.map(({ horseId, horseName, note, next }) => (
        <li key={horseId} className="row wrap">
          <Link className="grow" to={`/horses/${encodeURIComponent(horseId)}`}>
            <span className="grow">
              <b>{horseName}</b>
              {next === null ? (
                <small className="muted">出走の予定は、出馬表が届くとここに出ます</small>
              ) : (
                <small>
                  <EntryWords entry={next} today={today} />
                </small>
              )}
              {note !== null && <small className="muted">メモ　{note}</small>}
            </span>
            {next !== null && <HorseBadge {...next} />}
          </Link>
          {next !== null && (
            <Link to={`/races/${encodeURIComponent(next.raceId)}#h${next.horseNum}`}>
              出馬表<span className="sr">（{horseName}）</span>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** 今日 15:40　京都11R GⅢ 鴨川記念 */
function EntryWords({ entry, today }: { entry: NextEntry; today: string }) {
  const { date, startTime, venue, raceNum, grade, name } = entry;
  return (
    <>
      {date === today ? "今日" : formatDay(date)} {startTime}　{venue}
      {raceNum}R <GradeBadge grade={grade} /> {name}
    </>
  );
}

export default function FavouritesPage() {
  return <StaticHtml id="favourites" html={useLoaderData<typeof loader>().html.favourites} />;
}

export const ErrorBoundary = failurePage({ text: OWN_MESSAGES.horseNotLoaded, again: "/favourites", list: null });
