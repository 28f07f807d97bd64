import { Link } from "@remix-run/react";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse, formatGoings, formatMeeting, VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import type { Going, Grade, RaceStatus, Surface } from "#app/domain/racing/race.ts";
import { GradeBadge } from "./grade-badge.tsx";
import type { RaceState } from "./race-states.ts";

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
  going: Going | null;
  status: RaceStatus;
  runnerCount: number;
  isAcquiredWeight: boolean;
  meetingNum: number | null;
  meetingDay: number | null;
  grade: Grade | null;
}

/** A race with its state, and whether the reader has analysed it. */
export interface ListedRace extends RaceRowData {
  state: RaceState;
  isAnalysed: boolean;
}

/**
 * A day's races, a card per venue, in the given order (venue type, venue, number); on phones with a link to each venue,
 * which shows its next race.
 */
export function RaceList({ races, minutesToNext }: { races: readonly ListedRace[]; minutesToNext: number | null }) {
  const courses = groupByCourse(races);
  return (
    <>
      {courses.length > 1 && (
        <nav className="vtabs" aria-label="競馬場">
          {courses.map((course) => (
            <a key={course.id} href={`#${course.id}`}>
              {course.venue}
              <small>{nextOf(course.races)}</small>
            </a>
          ))}
        </nav>
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
                  <RaceRow race={race} minutesToNext={minutesToNext} />
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

/** A link that opens the dialog of this race; a cancelled race cannot be analysed and is no link. */
function RaceRow({ race, minutesToNext }: { race: ListedRace; minutesToNext: number | null }) {
  const words = <RaceWords race={race} minutesToNext={minutesToNext} />;
  if (race.state === "cancelled") return <div className="race ran">{words}</div>;
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  return (
    <Link className={race.state === "started" ? "race ran" : "race"} to={`/races?${query}`} preventScrollReset>
      {words}
    </Link>
  );
}

function RaceWords({ race, minutesToNext }: { race: ListedRace; minutesToNext: number | null }) {
  return (
    <>
      <span className="r">
        {race.raceNum}
        <small>R</small>
      </span>
      <span className="grow">
        <span className="nm">
          <GradeBadge grade={race.grade} />
          {race.name}
        </span>
        <span className="sub">
          {factsOf(race).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
      <span className="stt">
        <StateWord state={race.state} minutesToNext={minutesToNext} />
        {race.isAnalysed && (
          <Tag tone="turf" icon="check">
            分析済
          </Tag>
        )}
      </span>
    </>
  );
}

/** The minutes are as of the page's load; from an hour on they are left out. */
function StateWord({ state, minutesToNext }: { state: RaceState; minutesToNext: number | null }) {
  switch (state) {
    case "cancelled":
      return <Tag tone="warn">中止</Tag>;
    case "started":
      return <small className="faint">発走済</small>;
    case "next":
      return <Tag tone="info">{minutesToNext === null || minutesToNext > 60 ? "次" : `次 あと${minutesToNext}分`}</Tag>;
    case "coming":
      return null;
    default:
      return state satisfies never;
  }
}

/** 14:30, 芝1600m, 11頭, 馬体重発表済; unknown facts are left out. */
function factsOf(race: ListedRace): string[] {
  const facts = [
    race.startTime ?? "",
    formatCourse(race),
    race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定",
    race.status === "cancelled" ? "" : race.isAcquiredWeight ? "馬体重発表済" : "馬体重発表前",
  ];
  return facts.filter((fact) => fact !== "");
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
