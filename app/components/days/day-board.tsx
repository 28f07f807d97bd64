import { formatGoings, formatMeeting, venuesOf } from "#app/components/parts/race-words.ts";
import { BoardHead, DayRow, type TimedRow } from "./day-rows.tsx";

export type BoardOrder = "venue" | "time" | "solid";

const ORDERS: Record<BoardOrder, string> = { venue: "場ごと", time: "時刻順", solid: "堅い順" };

export function readBoardOrder(query: URLSearchParams): BoardOrder {
  const by = query.get("by");
  return by === "time" || by === "solid" ? by : "venue";
}

export function orderLinks(orders: readonly BoardOrder[], order: BoardOrder, address: string) {
  return orders.map((by) => ({
    to: by === "venue" ? address : `${address}${address.includes("?") ? "&" : "?"}by=${by}`,
    label: ORDERS[by],
    isCurrent: by === order,
  }));
}

/** The races of a day, a card per course or one in another order. */
export function DayCourses({
  rows,
  order = "venue",
  hasNames,
}: {
  rows: readonly TimedRow[];
  order?: BoardOrder;
  hasNames?: boolean;
}) {
  const groups = order === "venue" ? byVenue(rows) : [{ id: "all", title: ORDERS[order], rows: inOrder(rows, order) }];
  return (
    <div className="cols">
      {groups.map(({ id, title, rows: ofGroup }) => (
        <section className="sec course" key={id} id={id}>
          <header>
            <h3>{title}</h3>
            {order === "venue" && <small>{meetingWords(ofGroup)}</small>}
          </header>
          <ul className={order === "venue" ? "card clip board" : "card clip board mixed"}>
            {ofGroup.some(({ index }) => index !== null) && <BoardHead />}
            {ofGroup.map((row) => (
              <DayRow key={row.race.raceId} row={row} hasVenue={order !== "venue"} hasNames={hasNames} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

export function courseTabs(rows: readonly TimedRow[], order: BoardOrder) {
  const courses = byVenue(rows);
  if (order !== "venue" || courses.length < 2) return [];
  return courses.map(({ id, title, rows: ofVenue }) => {
    const next = ofVenue.find(({ state }) => state === "next" || state === "coming")?.race;
    return { id, venue: title, next: next === undefined ? "発走済み" : `${next.raceNum}R ${next.startTime ?? ""}` };
  });
}

function byVenue(rows: readonly TimedRow[]) {
  return venuesOf(rows.map(({ race }) => race)).map((venue, place) => ({
    id: `course-${place + 1}`,
    title: venue,
    rows: rows.filter(({ race }) => race.venue === venue).sort((one, other) => one.race.raceNum - other.race.raceNum),
  }));
}

function inOrder(rows: readonly TimedRow[], order: BoardOrder): TimedRow[] {
  if (order === "time") {
    const startOf = ({ race }: TimedRow) => race.startTime ?? "99:99";
    return rows.toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  }
  const chanceOf = ({ index }: TimedRow) => index?.probability ?? -1;
  return rows.toSorted((one, other) => chanceOf(other) - chanceOf(one));
}

/** 5回京都6日　芝 良・ダ 良 */
function meetingWords(rows: readonly TimedRow[]): string {
  const races = rows.map(({ race }) => race);
  const [first] = races;
  const meeting = first === undefined ? "" : formatMeeting(first);
  return [meeting === first?.venue ? "" : meeting, formatGoings(races)].filter((words) => words !== "").join("　");
}
