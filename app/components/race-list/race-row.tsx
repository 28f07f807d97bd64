import { Link } from "@remix-run/react";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse } from "#app/components/parts/race-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { RaceState } from "#app/components/races/race-states.ts";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import type { RaceSummary } from "#app/domain/views/analyses.ts";

export type RaceRowData = Omit<RaceSummary, "weather" | "raceClass" | "dataVersion">;

export interface ListedRace extends RaceRowData {
  state: RaceState;
  /** Until the start; null if that is unknown or past. */
  minutes: number | null;
  /** By the reader. */
  isAnalysed: boolean;
}

interface RaceRowProps {
  race: ListedRace;
  /** Markup of the winners, before a result ◎ ○ ▲ (`marks-{id}`), and where ◎ came in (`finish-{id}`). */
  html: Readonly<Record<string, string | null>>;
}

/** Opens the race's dialog. A cancelled race cannot be analysed and is no link. */
export function RaceRow({ race, html }: RaceRowProps) {
  const words = <RaceWords race={race} html={html} />;
  if (race.state === "cancelled") return <div className="race ran">{words}</div>;
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  return (
    <Link className={race.state === "started" ? "race ran" : "race"} to={`/races?${query}`} preventScrollReset>
      {words}
    </Link>
  );
}

function RaceWords({ race, html }: RaceRowProps) {
  const marks = `marks-${race.raceId}`;
  const finish = `finish-${race.raceId}`;
  return (
    <>
      <span className="r">
        {race.raceNum}
        <small>R</small>
      </span>
      <div className="body">
        <div className="grow">
          <span className="row-name">
            <GradeBadge grade={race.grade} />
            {race.name}
          </span>
          <span className="sub">
            {factsOf(race).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </span>
        </div>
        <div className="race-state">
          <StateWord race={race} />
          <StaticHtml id={finish} html={html[finish] ?? null} />
          {race.isAnalysed && (
            <Tag tone="turf" icon="check">
              分析済
            </Tag>
          )}
        </div>
        <StaticHtml id={marks} html={html[marks] ?? null} />
      </div>
    </>
  );
}

/** Minutes are as of the page's load, and left out above an hour. */
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

/** 14:30, 芝1600m, 11頭, 馬体重発表済; no weights after the result. */
function factsOf(race: ListedRace): string[] {
  const facts = [
    race.startTime ?? "",
    formatCourse(race),
    race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定",
    race.status !== "scheduled" ? "" : race.isAcquiredWeight ? "馬体重発表済" : "馬体重発表前",
  ];
  return facts.filter((fact) => fact !== "");
}
