import { Form, Link } from "@remix-run/react";
import { FIRST_RACE_YEAR, type SearchDay } from "#app/forms/race-search.ts";
import { SelectField } from "./field.tsx";
import { Icon } from "./icon.tsx";
import { formatMonthDay } from "./numbers.ts";
import { VENUE_TYPE_WORDS } from "./race-words.ts";

/** Year, month and day; a GET form, so that what was asked is the URL. */
export function RaceSearchForm({ selected, lastYear }: { selected: SearchDay; lastYear: number }) {
  return (
    <Form
      className="card pad"
      method="get"
      action="/races/search"
      key={`${selected.year}-${selected.month}-${selected.day}`}
    >
      <div className="ymd">
        <SelectField compact label="年" name="year" defaultValue={selected.year}>
          <Numbers from={FIRST_RACE_YEAR} to={lastYear} />
        </SelectField>
        <SelectField compact label="月" name="month" defaultValue={selected.month}>
          <Numbers from={1} to={12} />
        </SelectField>
        <SelectField compact label="日" name="day" defaultValue={selected.day}>
          <Numbers from={1} to={31} />
        </SelectField>
        <button type="submit" className="btn primary" aria-label="この日のレースを表示">
          <Icon name="search" />
        </button>
      </div>
    </Form>
  );
}

function Numbers({ from, to }: { from: number; to: number }) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return numbers.map((number) => (
    <option key={number} value={number}>
      {number}
    </option>
  ));
}

/** The race days before and after, per venue type: one tap from a day without races. */
export function NearbyDays({
  days,
}: {
  days: readonly { venueType: number; previous: string | null; next: string | null }[];
}) {
  const known = days.filter(({ previous, next }) => previous !== null || next !== null);
  if (known.length === 0) return null;
  return (
    <nav className="card nearby" aria-label="近くの開催日">
      {known.map(({ venueType, previous, next }) => (
        <div key={venueType}>
          <span className="tag">{VENUE_TYPE_WORDS[venueType]}</span>
          {previous !== null && (
            <Link className="tapl t14" to={`/races?date=${previous}`}>
              <Icon name="back" />
              {formatMonthDay(previous)}
            </Link>
          )}
          {next !== null && (
            <Link className="tapl t14 next-day" to={`/races?date=${next}`}>
              {formatMonthDay(next)}
              <Icon name="next" />
            </Link>
          )}
        </div>
      ))}
    </nav>
  );
}
