import type { ReactNode } from "react";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDay, formatMonthDay, formatPercent } from "#app/components/parts/numbers.ts";
import { venuesOf } from "#app/components/parts/race-words.ts";
import { leftWords } from "#app/components/plans/left-words.ts";
import { minutesWords } from "#app/components/races/race-states.ts";
import type { WinReturns } from "#app/domain/days/own-picks.ts";
import type { AnalysesLeft } from "#app/domain/plans/entitlements.ts";
import type { HeadSums } from "./day-board-data.ts";
import type { TimedRow } from "./day-rows.tsx";

/** The dark head of a day: the days beside it, where the day stands, ◎ beside the favourite, and one action. */
export function DayHead({
  date,
  today,
  previous,
  next,
  root,
  title,
  lead,
  sums,
  rows,
  children,
}: {
  date: string;
  today: string;
  previous: string | null;
  next: string | null;
  /** Before the day in the links' addresses. */
  root: "/days/" | "/races?date=";
  title: string;
  lead: ReactNode;
  sums: HeadSums | null;
  rows: readonly TimedRow[];
  children?: ReactNode;
}) {
  return (
    <section className="turf-head day-head">
      <nav className="day-nav" aria-label="日付">
        {previous !== null && (
          <Link to={`${root}${previous}`} aria-label={`前の開催日 ${formatMonthDay(previous)}へ`}>
            <Icon name="back" />
            {shortDay(previous, date)}
          </Link>
        )}
        <b aria-current="date">{date.slice(0, 4) === today.slice(0, 4) ? formatMonthDay(date) : formatDay(date)}</b>
        {next !== null && (
          <Link to={`${root}${next}`} aria-label={`次の開催日 ${formatMonthDay(next)}へ`}>
            {shortDay(next, date)}
            <Icon name="next" />
          </Link>
        )}
      </nav>
      <div className="stack">
        <h2>{title}</h2>
        {lead !== null && <p className="made-by">{lead}</p>}
        {sums !== null && <SumPanels sums={sums} />}
      </div>
      <div className="stack">
        {sums !== null && <FinishStrips rows={rows} />}
        {children}
      </div>
    </section>
  );
}

/** 21日, or 10月31日 in another month. */
function shortDay(day: string, beside: string): string {
  if (day.slice(0, 4) !== beside.slice(0, 4)) return `${day.slice(0, 4)}年${formatMonthDay(day)}`;
  return day.slice(0, 7) === beside.slice(0, 7) ? `${Number(day.slice(8))}日` : formatMonthDay(day);
}

/** 京都・東京の24レース, 結果確定 11R、残り13R, 全24Rの結果確定 */
export function dayTitle(rows: readonly TimedRow[]): string {
  const settled = rows.filter(({ race }) => race.status === "result").length;
  const left = rows.filter(({ race }) => race.status === "scheduled").length;
  if (settled === 0) return `${venuesOf(rows.map(({ race }) => race)).join("・")}の${rows.length}レース`;
  return left === 0 ? `全${settled}Rの結果確定` : `結果確定 ${settled}R、残り${left}R`;
}

/** 次の発走は東京1R 09:50（あと1時間40分）; empty after the last start. */
export function nextStartWords(rows: readonly TimedRow[]): string {
  const next = rows.find(({ state }) => state === "next");
  if (next === undefined) return "";
  const { venue, raceNum, startTime } = next.race;
  const minutes = next.minutes === null ? "" : `（${minutesWords(next.minutes)}）`;
  return `次の発走は${venue}${raceNum}R ${startTime ?? ""}${minutes}`;
}

export function SumPanels({ sums: { own, favourite } }: { sums: HeadSums }) {
  if (own.rate === null) return null;
  return (
    <>
      <dl className="panels">
        <div>
          <dt>◎の1着</dt>
          <dd>
            <b>{own.hits}</b> / {own.races}
          </dd>
          {favourite.races > 0 && (
            <dd>
              1番人気は {favourite.hits} / {favourite.races}
            </dd>
          )}
        </div>
        <div>
          <dt>◎の単勝</dt>
          <dd>
            <b>{own.rate.toFixed(1)}</b>%
          </dd>
          {favourite.rate !== null && <dd>1番人気は {formatPercent(favourite.rate)}</dd>}
        </div>
      </dl>
      <p className="t12">{luckWords(own)}</p>
    </>
  );
}

function luckWords({ races, interval }: WinReturns): string {
  if (interval === null || interval.low === interval.high) return `${races}レースの回収率の差は、ほとんど運です。`;
  return `${races}レースの回収率は、運だけで${Math.round(interval.low)}〜${Math.round(interval.high)}%動きます。`;
}

export function FinishStrips({ rows }: { rows: readonly TimedRow[] }) {
  const analysed = rows.filter(({ index }) => index !== null);
  return (
    <div className="strips">
      {venuesOf(analysed.map(({ race }) => race)).map((venue) => (
        <div className="strip" key={venue}>
          <b>{venue}</b>
          <ol>
            {rows
              .filter(({ race }) => race.venue === venue)
              .sort((one, other) => one.race.raceNum - other.race.raceNum)
              .map((row) => (
                <StripCell key={row.race.raceId} row={row} />
              ))}
          </ol>
        </div>
      ))}
      <p className="t12">◎の着順。塗り＝1着、枠＝2・3着。</p>
    </div>
  );
}

function StripCell({ row: { race, index, result, state } }: { row: TimedRow }) {
  const position = result?.position ?? null;
  if (position !== null) {
    return (
      <li className={position === 1 ? "first" : position <= 3 ? "placed" : undefined}>
        <span className="sr">{race.raceNum}R </span>
        {position}
        <span className="sr">着</span>
      </li>
    );
  }
  const isWaiting = index !== null && state === "started" && result === null;
  const words =
    index === null
      ? "分析なし"
      : state === "cancelled"
        ? "中止"
        : result !== null
          ? finishWords(result)
          : isWaiting
            ? "結果待ち"
            : "発走前";
  return (
    <li className="open">
      <span aria-hidden="true">{isWaiting ? "…" : result !== null || index === null ? "–" : `${race.raceNum}R`}</span>
      <span className="sr">
        {race.raceNum}R {words}
      </span>
    </li>
  );
}

/** The button to a day's confirmation with its cost; another model can be chosen there. */
export function DayActions({
  to,
  label,
  races,
  uses,
}: {
  to: string;
  label: string;
  races: number;
  uses: AnalysesLeft | null;
}) {
  const left = leftWords(uses);
  return (
    <>
      <LinkButton tone="primary" full to={to}>
        {label}
      </LinkButton>
      <p className="cost t13">
        使う分析回数 {races}回{left !== "" && `（${left}）`}
      </p>
    </>
  );
}
