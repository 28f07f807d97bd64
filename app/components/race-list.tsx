import { Link } from "@remix-run/react";
import type { RaceStatus, Surface } from "#app/domain/racing/race.ts";
import { Tag } from "./parts.tsx";
import { formatRaceFacts, VENUE_TYPE_WORDS } from "./race-words.ts";

export interface RaceRowData {
  raceId: string;
  date: string;
  venue: string;
  venueType: number;
  raceNum: number;
  name: string;
  startTime: string | null;
  surface: Surface | null;
  distanceM: number | null;
  status: RaceStatus;
  runnerCount: number;
  isAcquiredWeight: boolean;
}

/** A day's races, a card per course, in the order given (venue type, venue, number). */
export function RaceList({ races }: { races: readonly RaceRowData[] }) {
  return (
    <div className="cols">
      {groupByCourse(races).map((course) => (
        <section className="card course clip" key={`${course.venueType} ${course.venue}`}>
          <header>
            <h3>{course.venue}</h3>
            <span className="tag">{VENUE_TYPE_WORDS[course.venueType]}</span>
          </header>
          <ul className="list">
            {course.races.map((race) => (
              <li key={race.raceId}>
                <RaceRow race={race} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** A link to the day with the dialog of this race open. */
function RaceRow({ race }: { race: RaceRowData }) {
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  return (
    <Link className="race" to={`/races?${query}`} preventScrollReset>
      <span className="r">
        {race.raceNum}
        <small>R</small>
      </span>
      <span className="grow">
        <span className="nm">{race.name}</span>
        <span className="sub">{formatRaceFacts(race)}</span>
      </span>
      <RaceTag race={race} />
    </Link>
  );
}

function RaceTag({ race }: { race: RaceRowData }) {
  if (race.status === "cancelled") return <Tag tone="warn">中止</Tag>;
  if (!race.isAcquiredWeight) return <Tag>発表前</Tag>;
  return (
    <Tag tone="turf" icon="weight">
      馬体重
    </Tag>
  );
}

function groupByCourse(races: readonly RaceRowData[]) {
  const courses: { venue: string; venueType: number; races: RaceRowData[] }[] = [];
  for (const race of races) {
    const last = courses.at(-1);
    if (last?.venue === race.venue && last.venueType === race.venueType) last.races.push(race);
    else courses.push({ venue: race.venue, venueType: race.venueType, races: [race] });
  }
  return courses;
}
