import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { EmptyState } from "#app/components/parts/parts.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { FavouriteHorse, NextEntry } from "#app/domain/views/horse.ts";

export function FavouriteList({ horses, today }: { horses: readonly FavouriteHorse[]; today: string }) {
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
