import { Link } from "@remix-run/react";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse } from "#app/components/parts/race-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { RaceState } from "#app/components/races/race-states.ts";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import type { Going, Grade, RaceStatus, Surface } from "#app/domain/racing/race.ts";

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

/** A race with its state and the reader's newest analysis of it. */
export interface ListedRace extends RaceRowData {
  state: RaceState;
  /** Until the start; null if that is unknown or past. */
  minutes: number | null;
  isAnalysed: boolean;
  /** Drawn: the winners, before a result ◎ ○ ▲. */
  marks: string | undefined;
  /** Drawn: where ◎ came in. */
  finish: string | undefined;
}

/** A race of the list: a link that opens the dialog of this race; a cancelled one cannot be analysed and is no link. */
export function RaceRow({ race }: { race: ListedRace }) {
  const words = <RaceWords race={race} />;
  if (race.state === "cancelled") return <div className="race ran">{words}</div>;
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  return (
    <Link className={race.state === "started" ? "race ran" : "race"} to={`/races?${query}`} preventScrollReset>
      {words}
    </Link>
  );
}

function RaceWords({ race }: { race: ListedRace }) {
  return (
    <>
      <span className="r">
        {race.raceNum}
        <small>R</small>
      </span>
      <div className="body">
        <div className="grow">
          <span className="nm">
            <GradeBadge grade={race.grade} />
            {race.name}
          </span>
          <span className="sub">
            {factsOf(race).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </div>
        <div className="stt">
          <StateWord race={race} />
          {race.finish !== undefined && <Drawn id={`finish-${race.raceId}`} html={race.finish} />}
          {race.isAnalysed && (
            <Tag tone="turf" icon="check">
              分析済
            </Tag>
          )}
        </div>
        {race.marks !== undefined && <Drawn id={`marks-${race.raceId}`} html={race.marks} />}
      </div>
    </>
  );
}

/** The minutes are as of the page's load; from an hour on they are left out. */
function StateWord({ race: { state, status, minutes } }: { race: ListedRace }) {
  const isSoon = minutes !== null && minutes <= 60;
  switch (state) {
    case "cancelled":
      return <Tag tone="warn">中止</Tag>;
    case "started":
      return <small className="faint">{status === "result" ? "結果確定" : "発走済"}</small>;
    case "next":
      return <Tag tone="info">{isSoon ? `次 あと${minutes}分` : "次"}</Tag>;
    case "coming":
      return <small className="faint">{isSoon ? `あと${minutes}分` : "発走前"}</small>;
    default:
      return state satisfies never;
  }
}

/** 14:30, 芝1600m, 11頭, 馬体重発表済; unknown facts are left out, and weights once there is a result. */
function factsOf(race: ListedRace): string[] {
  const facts = [
    race.startTime ?? "",
    formatCourse(race),
    race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定",
    race.status !== "scheduled" ? "" : race.isAcquiredWeight ? "馬体重発表済" : "馬体重発表前",
  ];
  return facts.filter((fact) => fact !== "");
}
