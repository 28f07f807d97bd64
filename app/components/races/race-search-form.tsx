import { Form, Link } from "@remix-run/react";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import type { SearchDay } from "#app/forms/analyses/race-search.ts";

/**
 * A GET form, so that a search has a URL. `years` are those with races, ascending. Key it by day, so that another day
 * resets it.
 */
export function RaceSearchForm({
  selected,
  years,
  isInPanel = false,
}: {
  selected: SearchDay;
  years: readonly number[];
  isInPanel?: boolean;
}) {
  // Defaults to the nearest year with races.
  const year = [...years].sort((one, other) => Math.abs(one - selected.year) - Math.abs(other - selected.year))[0];
  return (
    <Form className={isInPanel ? undefined : "card pad"} method="get" action="/races/search">
      <div className="date-fields">
        <DatePart name="year" label="年" numbers={years} selected={year} />
        <DatePart name="month" label="月" numbers={upTo(12)} selected={selected.month} />
        <DatePart name="day" label="日" numbers={upTo(31)} selected={selected.day} />
        <button type="submit" className="btn primary" aria-label="この日のレースを表示">
          <Icon name="search" />
        </button>
      </div>
    </Form>
  );
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

function DatePart({
  name,
  label,
  numbers,
  selected,
}: {
  name: keyof SearchDay;
  label: string;
  numbers: readonly number[];
  selected: number | undefined;
}) {
  return (
    <label>
      {label}
      <span className="select">
        <select className="input" name={name} defaultValue={selected}>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </label>
  );
}

/** From a day without races to the previous and next ones of each venue type. */
export function NearbyDays({ days }: { days: RaceDays["nearby"] }) {
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
              <YearDay day={previous} />
            </Link>
          )}
          {next !== null && (
            <Link className="tapl t14 next-day" to={`/races?date=${next}`}>
              <YearDay day={next} />
              <Icon name="next" />
            </Link>
          )}
        </div>
      ))}
    </nav>
  );
}

/** The nearest race day may be years away. */
function YearDay({ day }: { day: string }) {
  return (
    <span className="year-day">
      <small>{day.slice(0, 4)}年</small>
      {formatMonthDay(day)}
    </span>
  );
}
