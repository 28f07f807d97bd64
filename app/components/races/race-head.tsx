import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { formatCourse, formatMeeting, GOING_WORDS, WEATHER_WORDS } from "#app/components/parts/race-words.ts";
import { oddsWords, updateWords } from "#app/components/races/odds-words.tsx";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { NeighbouringRace, RaceCard } from "#app/domain/views/race-card.ts";
import { GradeBadge } from "./grade-badge.tsx";
import { RaceChanges } from "./race-changes.tsx";
import { minutesWords, raceStates, STARTED } from "./race-states.ts";
import { type RaceTab, RaceTabs, raceTabPath } from "./race-tabs.tsx";

export type RaceView = Pick<RaceCard, "race" | "neighbours" | "market" | "updatedAt" | "changes">;

/** The time to the start, or what the race waits for. */
type RaceClock = { kind: "coming"; minutes: number | null } | { kind: "started" | "result" | "cancelled" };

function clockOf(race: RaceSummary, now: number): RaceClock {
  if (race.status === "result") return { kind: "result" };
  const { states, minutesToNext } = raceStates([race], now);
  const [state] = states;
  if (state === "cancelled" || state === "started") return { kind: state };
  return { kind: "coming", minutes: minutesToNext };
}

/** The same on all tabs of a race. */
export function RaceHead({ view, tab, now }: { view: RaceView; tab: RaceTab; now: number }) {
  const { race, neighbours } = view;
  return (
    <>
      <header className="rhead">
        <RaceNeighbours race={race} neighbours={neighbours} tab={tab} />
        <div className="rtitle">
          <div>
            <h2>
              <GradeBadge grade={race.grade} />
              <span className="keep">{race.name}</span>
            </h2>
            <p className="facts">
              {headFacts(race).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
          <p className="post" data-live="post">
            <RaceStart race={race} now={now} />
          </p>
        </div>
        <p className="fresh" data-live="fresh">
          <Freshness view={view} />
        </p>
      </header>
      <div className="static-html" data-live="changes">
        <RaceChanges changes={view.changes} raceDay={race.date} />
      </div>
      <nav className="rtabs" aria-label="このレース" data-live="tabs">
        <RaceTabs race={race} current={tab} />
      </nav>
    </>
  );
}

/** The page's script counts down from these minutes. */
export function RaceStart({ race, now }: { race: RaceSummary; now: number }) {
  const clock = clockOf(race, now);
  return (
    <>
      {race.startTime !== null && (
        <span className="t">
          <b>{race.startTime}</b> 発走
        </span>
      )}
      <span
        className="left"
        data-start={clock.kind === "coming" && clock.minutes !== null ? startOfRace(race) : undefined}
      >
        {clockWords(clock)}
      </span>
    </>
  );
}

/** Weather, going, weights and odds with their age. */
export function Freshness({
  view: { race, market, updatedAt },
}: {
  view: Pick<RaceView, "race" | "market" | "updatedAt">;
}) {
  const odds = oddsWords(market, race);
  return (
    <>
      {groundWords(race) !== "" && <b>{groundWords(race)}</b>}
      {race.status !== "cancelled" && (
        <span>
          <b>馬体重</b> {race.isAcquiredWeight ? "発表済" : "発表前"}
        </span>
      )}
      {odds !== null && <span>{odds}</span>}
      {updateWords(updatedAt, race.date).map((words) => (
        <span key={words}>{words}</span>
      ))}
      <Link to={`/races?date=${race.date}`}>{formatDay(race.date)}のレース</Link>
    </>
  );
}

/** The neighbouring races of the course, and a panel of all. Links keep the open tab. */
function RaceNeighbours({
  race,
  neighbours,
  tab,
}: {
  race: RaceSummary;
  neighbours: readonly NeighbouringRace[];
  tab: RaceTab;
}) {
  // Not every race has its result.
  const pathOf = (raceId: string) => raceTabPath(raceId, tab === "result" ? "card" : tab);
  const at = neighbours.findIndex(({ raceId }) => raceId === race.raceId);
  const previous = neighbours[at - 1];
  const next = neighbours[at + 1];
  return (
    <nav className="rnav" aria-label={`${race.venue}のレース`}>
      {previous === undefined ? (
        <span className="step" />
      ) : (
        <Link className="step" to={pathOf(previous.raceId)}>
          <Icon name="back" />
          {previous.raceNum}R
        </Link>
      )}
      <details className="jump" name="jump">
        <summary>
          {race.venue} {race.raceNum}R
          <Icon name="down" />
        </summary>
        <ul className="card">
          {neighbours.map(({ raceId, raceNum }) => (
            <li key={raceId}>
              <Link to={pathOf(raceId)} aria-current={raceId === race.raceId ? "page" : undefined}>
                {raceNum}
                <small>R</small>
              </Link>
            </li>
          ))}
        </ul>
      </details>
      {next === undefined ? (
        <span className="step r" />
      ) : (
        <Link className="step r" to={pathOf(next.raceId)}>
          {next.raceNum}R
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}

/** 2026年11月22日（日） 京都11R 鴨川記念. */
export function raceTitle({ date, venue, raceNum, name }: RaceSummary): string {
  return `${formatDay(date)} ${venue}${raceNum}R ${name}`;
}

/** 5回京都6日, 芝2000m, 3歳以上オープン, 16頭. */
function headFacts(race: RaceSummary): string[] {
  const meeting = formatMeeting(race);
  return [
    meeting === race.venue ? "" : meeting,
    formatCourse(race),
    // Redundant if the race is named after its class.
    race.raceClass === race.name ? "" : (race.raceClass ?? ""),
    race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定",
  ].filter((fact) => fact !== "");
}

/** 晴・良 */
function groundWords({ weather, going }: RaceSummary): string {
  return [weather === null ? "" : WEATHER_WORDS[weather], going === null ? "" : GOING_WORDS[going]]
    .filter((word) => word !== "")
    .join("・");
}

/** Minutes as of the page's load. */
function clockWords(clock: RaceClock): string {
  switch (clock.kind) {
    case "coming":
      return clock.minutes === null ? "" : minutesWords(clock.minutes);
    case "started":
      return STARTED;
    case "result":
      return "結果確定";
    case "cancelled":
      return "中止";
    default:
      return clock satisfies never;
  }
}
