import { HorseBadge } from "#app/components/analyses/figures.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { EmptyState, Section } from "#app/components/parts/parts.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { FoundNames, FoundRace } from "#app/domain/views/found-names.ts";

/** Per kind. A longer beginning finds the others. */
const SHOWN = 10;

export function FoundNamesList({ found, text }: { found: FoundNames; text: string }) {
  const { horses, races, jockeys, rides } = found;
  if (horses.length + races.length + jockeys.length === 0) {
    return <EmptyState>「{text}」ではじまる馬・レース・騎手は見つかりませんでした。</EmptyState>;
  }
  return (
    <>
      {horses.length > 0 && (
        <Section title="馬">
          <ul className="card list clip">
            {horses.slice(0, SHOWN).map((horse) => (
              <li key={horse.horseId}>
                <Link to={`/horses/${encodeURIComponent(horse.horseId)}`}>
                  <span className="grow">
                    <b>{horse.name}</b>
                    <small className="muted">最新の出走　{raceWords(horse)}</small>
                  </span>
                  <Icon name="next" className="go" />
                </Link>
              </li>
            ))}
          </ul>
          <More isMore={horses.length > SHOWN} />
        </Section>
      )}
      {races.length > 0 && (
        <Section title="レース">
          <ul className="card list clip">
            {races.slice(0, SHOWN).map((race) => (
              <li key={race.raceId}>
                <Link to={raceHref(race)}>
                  <span className="grow">
                    <b>
                      <GradeBadge grade={race.grade} />
                      {race.raceName}
                    </b>
                    <small className="muted">
                      {formatDay(race.date)}　{race.venue}
                      {race.raceNum}R
                    </small>
                  </span>
                  <Icon name="next" className="go" />
                </Link>
              </li>
            ))}
          </ul>
          <More isMore={races.length > SHOWN} />
        </Section>
      )}
      {jockeys.length > 0 && (
        <Section title="騎手">
          {jockeys.slice(0, SHOWN).map(({ name }) => (
            <Rides key={name} name={name} rides={rides.filter(({ jockeyName }) => jockeyName === name)} />
          ))}
          <More isMore={jockeys.length > SHOWN} />
        </Section>
      )}
    </>
  );
}

function Rides({ name, rides }: { name: string; rides: FoundNames["rides"] }) {
  const [first] = rides;
  return (
    <section className="card clip rides">
      <h3>
        {name}
        <small className="muted">
          {first === undefined ? "直近の開催日の騎乗はありません" : formatDay(first.date)}
        </small>
      </h3>
      {first !== undefined && (
        <ul className="list">
          {rides.map((ride) => (
            <li key={ride.raceId}>
              <Link to={raceHref(ride)}>
                <b className="t14 keep">
                  {ride.venue}
                  {ride.raceNum}R
                </b>
                <span className="grow ride">
                  <HorseBadge {...ride} />
                  {ride.horseName}
                </span>
                <span className="t13 muted">{ride.startTime}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function More({ isMore }: { isMore: boolean }) {
  return isMore && <p className="t12 muted">ほかにもあります。続きの文字も入れると見つかります。</p>;
}

function raceHref({ raceId }: Pick<FoundRace, "raceId">): string {
  return `/races/${encodeURIComponent(raceId)}`;
}

function raceWords({ date, venue, raceNum, raceName }: FoundRace): string {
  return `${formatDay(date)} ${venue}${raceNum}R ${raceName}`;
}
