import { Icon } from "#app/components/parts/icon.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import type { Grade } from "#app/domain/racing/race.ts";
import { neighbourMonths, type VenueDay, venueLetter, weeksOfMonth } from "#app/domain/racing/race-months.ts";

const WEEKDAYS = ["月", "火", "水", "木", "金", "土", "日"] as const;
const TONES: Readonly<Record<number, string>> = { 5: "sat", 6: "sun" };

/** The letters of a day; a listed race has none. */
const GRADE_LETTERS: Partial<Record<Grade, string>> = { G1: "GⅠ", G2: "GⅡ", G3: "GⅢ", stakes: "重賞" };

/** A month with the letters of each day's venues. The links to other months keep the day and reopen the panel. */
export function RaceCalendar({
  date,
  month,
  today,
  programme,
}: {
  date: string;
  month: string;
  today: string;
  programme: readonly VenueDay[];
}) {
  const [year, number] = month.split("-").map(Number);
  const { previous, next } = neighbourMonths(month, today);
  return (
    <div className="calw">
      <div className="calh">
        <MonthLink date={date} month={previous} icon="back" />
        <h3 id="calendar-month">
          {year}年{number}月
        </h3>
        <MonthLink date={date} month={next} icon="next" />
      </div>
      <table className="calendar" aria-labelledby="calendar-month">
        <thead>
          <tr>
            {WEEKDAYS.map((word, weekday) => (
              <th key={word} scope="col" className={TONES[weekday]}>
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOfMonth(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, weekday) => (
                <td key={WEEKDAYS[weekday]} className={TONES[weekday]}>
                  {day !== null && (
                    <DayCell day={day} isHere={day === date} venues={programme.filter((one) => one.date === day)} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend programme={programme} />
    </div>
  );
}

function MonthLink({ date, month, icon }: { date: string; month: string | null; icon: "back" | "next" }) {
  if (month === null) return <span className="icon-btn" />;
  return (
    <a className="icon-btn" href={`/races?${new URLSearchParams({ date, month })}`}>
      <Icon name={icon} />
      <span className="sr">{`${month.slice(0, 4)}年${Number(month.slice(5))}月へ`}</span>
    </a>
  );
}

function DayCell({ day, isHere, venues }: { day: string; isHere: boolean; venues: readonly VenueDay[] }) {
  const number = Number(day.slice(8));
  if (venues.length === 0) return <b className="none">{number}</b>;
  const grades = venues.map(({ grade }) => grade).filter((grade) => grade !== null);
  const [best] = grades.filter((grade) => GRADE_LETTERS[grade] !== undefined).sort();
  const graded = best === undefined ? undefined : GRADE_LETTERS[best];
  return (
    <a href={`/races?date=${day}`} aria-current={isHere ? "date" : undefined}>
      <span className="sr">
        {formatMonthDay(day)} {venues.map(({ venue }) => venue).join("・")} {graded}
      </span>
      <b aria-hidden="true">{number}</b>
      <span aria-hidden="true">
        {venues.map(({ venue, venueType }) =>
          venueType === 1 ? venueLetter(venue) : <i key={venue}>{venueLetter(venue)}</i>,
        )}
      </span>
      {graded !== undefined && <em aria-hidden="true">{graded}</em>}
    </a>
  );
}

function Legend({ programme }: { programme: readonly VenueDay[] }) {
  const byType = [...programme].sort((one, other) => one.venueType - other.venueType);
  const venues = [...new Map(byType.map((day) => [day.venue, day])).values()];
  if (venues.length === 0) return <p className="t12 muted">この月のレースはありません。</p>;
  return (
    <p className="t12 muted venues">
      {venues.map(({ venue, venueType }) => (
        <span key={venue}>
          {venueType === 1 ? venueLetter(venue) : <i>{venueLetter(venue)}</i>} {venue}
        </span>
      ))}
    </p>
  );
}
