import type { ReactNode } from "react";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatMonthDay } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { isBeforeStart, minutesToStart, startOfRace } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { NeighbouringRace, RaceCard } from "#app/domain/views/race-card.ts";
import { classFacts, courseWords, fieldWords, groundWords, purseWords } from "./condition-words.ts";
import { GradeBadge } from "./grade-badge.tsx";
import { oddsWords, RaceChanges, updateWords } from "./odds-words.tsx";
import { minutesWords, STARTED } from "./race-states.ts";
import { type RaceTab, RaceTabs, raceTabPath } from "./race-tabs.tsx";

export type RaceView = Pick<RaceCard, "race" | "neighbours" | "market" | "updatedAt" | "changes"> & {
  runners: readonly Pick<RaceCard["runners"][number], "horseNum" | "status">[];
};

/** The same on all tabs of a race. `children` stand beside the race in the dark field. */
export function RaceHead({
  view,
  tab,
  now,
  children,
}: {
  view: RaceView;
  tab: RaceTab;
  now: number;
  children?: ReactNode;
}) {
  const { race, neighbours } = view;
  return (
    <>
      <header className="turf-head rhead">
        <div className="rhead-race">
          <RaceNeighbours race={race} neighbours={neighbours} tab={tab} />
          <div className="rtitle">
            <div>
              <h2>
                <GradeBadge grade={race.grade} />
                <span className="keep">{race.name}</span>
              </h2>
              <p className="facts">
                {classFacts(race).map(({ kind, words }) =>
                  kind === "weights" ? <b key={kind}>{words}</b> : <span key={kind}>{words}</span>,
                )}
              </p>
            </div>
            <p className="post" data-live="post">
              <RaceStart race={race} now={now} />
            </p>
          </div>
          <dl className="conditions" data-live="conditions">
            <RaceConditions view={view} />
          </dl>
        </div>
        {children}
      </header>
      <div className="static-html" data-live="changes">
        <RaceChanges changes={view.changes} raceDay={race.date} />
      </div>
      <nav className="rtabs" aria-label="このレース" data-live="tabs">
        <RaceTabs race={race} current={tab} />
      </nav>
      <p className="fresh" data-live="fresh">
        <Freshness view={view} />
      </p>
    </>
  );
}

/** The time to the start as of the page's load, from which its script counts down, or what the race waits for. */
export function RaceStart({ race, now }: { race: RaceSummary; now: number }) {
  const minutes = minutesToStart(race, now);
  return (
    <>
      {race.startTime !== null && (
        <span className="t">
          <b>{race.startTime}</b> 発走
        </span>
      )}
      <span className="left" data-start={minutes === null ? undefined : startOfRace(race)}>
        {race.status === "result" && "結果確定"}
        {race.status === "cancelled" && "中止"}
        {race.status === "scheduled" && !isBeforeStart(race, now) && STARTED}
        {minutes !== null && minutesWords(minutes)}
      </span>
    </>
  );
}

export function RaceConditions({ view: { race, runners } }: { view: Pick<RaceView, "race" | "runners"> }) {
  const outs = runners.map(({ horseNum, status }) => ({
    horseNum,
    words: finishWords({ status, position: null }),
    status,
  }));
  const conditions = [
    { name: "コース", words: courseWords(race), Rest: "b" },
    { name: "天候・馬場", words: groundWords(race), Rest: "b" },
    { name: "頭数", words: fieldWords(race, outs), Rest: "span" },
    { name: "本賞金", words: purseWords(race), Rest: "small" },
  ] as const;
  return (
    <>
      {conditions
        .filter(({ words }) => words.length > 0)
        .map(({ name, words: [first, ...rest], Rest }) => (
          <Fact key={name} name={name}>
            {first}
            {rest.map((word) => (
              <Rest key={word}> {word}</Rest>
            ))}
          </Fact>
        ))}
    </>
  );
}

export function Freshness({
  view: { race, market, updatedAt },
}: {
  view: Pick<RaceView, "race" | "market" | "updatedAt">;
}) {
  const odds = oddsWords(market, race);
  return (
    <>
      {race.status !== "cancelled" && <span>馬体重 {race.isAcquiredWeight ? "発表済" : "発表前"}</span>}
      {odds !== null && <span>{odds}</span>}
      {updateWords(updatedAt, race.date).map((words) => (
        <span key={words}>{words}</span>
      ))}
      <Link to={`/races?date=${race.date}`}>{formatMonthDay(race.date)}のレース</Link>
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

export function raceTitle({ date, venue, raceNum, name }: RaceSummary): string {
  return `${formatDay(date)} ${venue}${raceNum}R ${name}`;
}
