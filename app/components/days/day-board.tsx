import { Link } from "#app/components/parts/link.tsx";
import { formatGoings, formatMeeting, venuesOf } from "#app/components/parts/race-words.ts";
import { raceStates } from "#app/components/races/race-states.ts";
import { japanTime } from "#app/domain/racing/japan-time.ts";
import type { DayBoardData } from "./day-board-data.ts";
import { DayRow, type TimedRow } from "./day-rows.tsx";
import { DaySums } from "./day-sums.tsx";

export type BoardOrder = "venue" | "time" | "gap";

const ORDERS: readonly { order: BoardOrder; label: string }[] = [
  { order: "venue", label: "場ごと" },
  { order: "time", label: "時刻順" },
  { order: "gap", label: "差の大きい順" },
];

/** Defaults to the order by course. */
export function readBoardOrder(query: URLSearchParams): BoardOrder {
  return ORDERS.find(({ order }) => order === query.get("by"))?.order ?? "venue";
}

export function DayBoardBody({
  date,
  board,
  order,
  isBeforeOnly,
  now,
}: {
  date: string;
  board: DayBoardData;
  order: BoardOrder;
  isBeforeOnly: boolean;
  now: number;
}) {
  const { states, minutesToNext } = raceStates(
    board.rows.map(({ race }) => race),
    now,
  );
  const rows = board.rows
    .map((row, place): TimedRow => ({ ...row, state: states[place] ?? "coming" }))
    .filter(({ state }) => !isBeforeOnly || state === "next" || state === "coming");
  const groups = order === "venue" ? byVenue(rows) : [{ id: "all", title: titleOf(order), rows: sorted(rows, order) }];
  const addressOf = (by: BoardOrder, left: boolean) =>
    `/days/${date}?${new URLSearchParams({
      ...(board.model === null ? {} : { model: String(board.model.modelId) }),
      ...(by === "venue" ? {} : { by }),
      ...(left ? { left: "1" } : {}),
    })}`;
  return (
    <>
      <div className="tools">
        <nav className="sorts" aria-label="並べ方">
          {ORDERS.map(({ order: by, label }) => (
            <Link key={by} to={addressOf(by, isBeforeOnly)} aria-current={by === order ? "true" : undefined}>
              {label}
            </Link>
          ))}
          <Link to={addressOf(order, !isBeforeOnly)} aria-current={isBeforeOnly ? "true" : undefined}>
            発走前だけ
          </Link>
        </nav>
        <p className="legend">
          <span>
            <i className="k-gap" />
            ◎と○の指数差（0〜1）
          </span>
          <span>堅い ◎の勝率30%以上・混戦 19%未満</span>
        </p>
      </div>
      {order === "venue" && groups.length > 1 && (
        <nav className="vtabs" aria-label="競馬場">
          {groups.map(({ id, title, rows: ofVenue }) => (
            <a key={id} href={`#${id}`}>
              {title}
              <small>{leftWords(ofVenue)}</small>
            </a>
          ))}
          {board.hasIndex && <a href="#sum">合計</a>}
        </nav>
      )}
      {rows.length === 0 && <p className="card pad t14 muted">発走前のレースはありません。</p>}
      <div className="cols">
        {groups.map(({ id, title, rows: ofGroup }) => (
          <section className="card course clip" key={id} id={id}>
            <header>
              <h3>{title}</h3>
              {order === "venue" && <span className="t12 muted">{meetingWords(ofGroup)}</span>}
            </header>
            <ul className="list">
              {ofGroup.map((row) => (
                <DayRow key={row.race.raceId} row={row} minutesToNext={minutesToNext} hasVenue={order !== "venue"} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {board.model !== null && board.hasIndex && <DaySums board={board} modelName={board.model.name} />}
      <p className="by t12 faint">
        <span>{japanTime(now)}現在の内容です。</span>
        {board.hasIndex && (
          <a className="tapl t13" href={`/races/indices.csv?date=${date}`} download>
            この日の指数をCSVで保存
          </a>
        )}
      </p>
    </>
  );
}

function byVenue(rows: readonly TimedRow[]) {
  return venuesOf(rows.map(({ race }) => race)).map((venue, place) => ({
    id: `venue-${place + 1}`,
    title: venue,
    rows: rows.filter(({ race }) => race.venue === venue),
  }));
}

function sorted(rows: readonly TimedRow[], order: BoardOrder): TimedRow[] {
  if (order !== "gap") return [...rows];
  const gapOf = ({ index }: TimedRow) => index?.gap ?? -1;
  return rows.toSorted((one, other) => gapOf(other) - gapOf(one));
}

function titleOf(order: BoardOrder): string {
  return ORDERS.find((known) => known.order === order)?.label ?? "";
}

function leftWords(rows: readonly TimedRow[]): string {
  const left = rows.filter(({ state }) => state === "next" || state === "coming").length;
  return left === 0 ? "発走済" : `${left}R 発走前`;
}

/** 5回京都6日・芝 良・ダ 良 */
function meetingWords(rows: readonly TimedRow[]): string {
  const races = rows.map(({ race }) => race);
  const [first] = races;
  const meeting = first === undefined ? "" : formatMeeting(first);
  return [meeting === first?.venue ? "" : meeting, formatGoings(races)].filter((words) => words !== "").join("・");
}
