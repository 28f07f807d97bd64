import { Link } from "@remix-run/react";
import { formatGoings, formatMeeting, VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { type ListedRace, RaceRow } from "./race-row.tsx";
import { VenueTabs } from "./venue-tabs.tsx";

/** A card per venue, in the given order (venue type, venue, number). On phones tabs lead to the venues. */
export function RaceList({
  races,
  html,
}: {
  races: readonly ListedRace[];
  /** Markup of each race's marks, by `marks-{id}` and `finish-{id}`. */
  html: Readonly<Record<string, string | null>>;
}) {
  const courses = groupByCourse(races);
  return (
    <>
      {courses.length > 1 && (
        <VenueTabs tabs={courses.map(({ id, venue, races }) => ({ id, venue, next: nextOf(races) }))} />
      )}
      <div className="cols vcols">
        {courses.map((course) => (
          <section className="card course clip" key={course.id} id={course.id}>
            <header>
              <h3>{course.title}</h3>
              <span className="t12 muted">{formatGoings(course.races)}</span>
              <span className="tag">{VENUE_TYPE_WORDS[course.venueType]}</span>
            </header>
            <ul className="list">
              {course.races.map((race) => (
                <li className="race-li" key={race.raceId}>
                  <RaceRow race={race} html={html} />
                  <Link className="race-to" to={`/races/${encodeURIComponent(race.raceId)}`}>
                    <span className="sr">
                      {race.venue}
                      {race.raceNum}R{" "}
                    </span>
                    出馬表
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function nextOf(races: readonly ListedRace[]): string {
  const next = races.find(({ state }) => state === "next" || state === "coming");
  return next === undefined ? "発走済" : `${next.raceNum}R ${next.startTime ?? ""}`;
}

function groupByCourse(races: readonly ListedRace[]) {
  const courses: { id: string; title: string; venue: string; venueType: number; races: ListedRace[] }[] = [];
  for (const race of races) {
    const { venue, venueType } = race;
    const last = courses.at(-1);
    if (last?.venue === venue && last.venueType === venueType) last.races.push(race);
    else
      courses.push({ id: `course-${courses.length + 1}`, title: formatMeeting(race), venue, venueType, races: [race] });
  }
  return courses;
}
