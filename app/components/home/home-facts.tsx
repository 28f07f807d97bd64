import type { ReactNode } from "react";
import type { TimedRow } from "#app/components/days/day-rows.tsx";
import { Link } from "#app/components/parts/link.tsx";
import type { LastWeek } from "#app/domain/days/own-picks.ts";
import { venueLetter } from "#app/domain/racing/race-months.ts";
import type { FavouriteRun } from "#app/domain/views/home.ts";

const CLEAREST = 3;
const NAMED = 2;

export function HomeFacts({
  week,
  rows,
  date,
  favouriteRuns,
}: {
  week: LastWeek | null;
  rows: readonly TimedRow[];
  date: string | null;
  favouriteRuns: readonly FavouriteRun[];
}) {
  return (
    <ul className="card clip home-facts">
      <WeekFacts week={week} />
      <ClearestFact rows={rows} date={date} />
      <Fact to="/favourites" label="お気に入りの馬" note={namesOf(favouriteRuns)}>
        {favouriteRuns.length}
        <small>頭出走</small>
      </Fact>
    </ul>
  );
}

function WeekFacts({ week }: { week: LastWeek | null }) {
  const to = "/models/all/record";
  if (week === null) {
    return (
      <>
        <Fact to={to} label="先週の◎" note="先週の記録はありません">
          –
        </Fact>
        <Fact to={to} label="先週の回収率" note="発走前の分析が記録になります">
          –
        </Fact>
      </>
    );
  }
  const { own, favourite } = week;
  const { interval } = own;
  return (
    <>
      <Fact to={to} label={`先週の◎（${own.races}R）`} note={`1番人気は${favourite.hits}勝`}>
        {own.hits}
        <small>勝</small>
      </Fact>
      <Fact
        to={to}
        label="先週の回収率"
        note={
          interval === null || interval.low === interval.high
            ? `${own.races}レースではほとんど運`
            : `運の幅 ${Math.round(interval.low)}〜${Math.round(interval.high)}%`
        }
      >
        {own.rate === null ? "–" : own.rate.toFixed(1)}
        <small>%</small>
      </Fact>
    </>
  );
}

/** 京6・東6・京4: races still to start with the surest ◎. */
function ClearestFact({ rows, date }: { rows: readonly TimedRow[]; date: string | null }) {
  const clearest = rows
    .flatMap(({ race, index, minutes }) =>
      minutes === null || index?.probability == null ? [] : [{ race, probability: index.probability }],
    )
    .sort((one, other) => other.probability - one.probability)
    .slice(0, CLEAREST);
  const names = clearest.map(({ race }) => `${venueLetter(race.venue)}${race.raceNum}`);
  const chances = clearest.map(({ probability }) => Math.round(probability * 100));
  return (
    <Fact
      to={date === null ? "/races" : `/days/${date}?by=solid`}
      label="今日の堅い順"
      note={clearest.length === 0 ? "分析すると出ます" : `◎の勝率 ${chances.join("・")}%`}
    >
      {clearest.length === 0 ? "–" : <span className="clearest">{names.join("・")}</span>}
    </Fact>
  );
}

function Fact({ to, label, note, children }: { to: string; label: string; note: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to}>
        <small>{label}</small>
        <b>{children}</b>
        <small>{note}</small>
      </Link>
    </li>
  );
}

function namesOf(runs: readonly FavouriteRun[]): string {
  if (runs.length === 0) return "今日の出走はありません";
  const names = runs
    .slice(0, NAMED)
    .map(({ horseName, venue, raceNum }) => `${horseName}（${venueLetter(venue)}${raceNum}）`);
  return `${names.join("・")}${runs.length > NAMED ? " ほか" : ""}`;
}
