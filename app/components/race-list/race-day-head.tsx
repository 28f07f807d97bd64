import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatDay, weekdayWord } from "#app/components/parts/numbers.ts";
import { NameSearchForm } from "./name-search.tsx";

/**
 * The day between the previous and next race days (null if there is none), with a panel for any day and one for names.
 */
export function DayChips({
  date,
  previous,
  next,
  isOpen,
  children,
}: {
  date: string;
  previous: string | null;
  next: string | null;
  /** After a link in the panel. */
  isOpen: boolean;
  /** Calendar and form to choose a day. */
  children: ReactNode;
}) {
  return (
    <nav className="dchips" aria-label="日付">
      {previous !== null && <DayChip day={previous} word="前の開催日" />}
      <DayChip day={date} word="この日" isHere />
      {next !== null && <DayChip day={next} word="次の開催日" />}
      {/* The key closes it on another day. */}
      <details className="dpop" name="day-panel" key={date} open={isOpen}>
        <summary>
          <Icon name="calendar" />
          日付
        </summary>
        <div className="card pad stack">{children}</div>
      </details>
      <details className="dpop" name="day-panel" key={`search ${date}`}>
        <summary>
          <Icon name="search" />
          さがす
        </summary>
        <div className="card pad">
          <NameSearchForm />
        </div>
      </details>
    </nav>
  );
}

/** 2026年11月 above 20 金 */
function DayChip({ day, word, isHere = false }: { day: string; word: string; isHere?: boolean }) {
  const [year, month, date] = day.split("-").map(Number);
  return (
    <Link to={`/races?date=${day}`} aria-current={isHere ? "date" : undefined}>
      <span className="sr">
        {word} {formatDay(day)}
      </span>
      <small aria-hidden="true">
        {year}年{month}月
      </small>
      <b aria-hidden="true">
        {date}
        <span>{weekdayWord(day)}</span>
      </b>
    </Link>
  );
}
