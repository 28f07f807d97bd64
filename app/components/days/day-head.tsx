import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { type NearbyDays, nearestDays } from "#app/domain/racing/race-days.ts";

export function DayHead({ date, nearby }: { date: string; nearby: readonly NearbyDays[] }) {
  const { previous, next } = nearestDays(nearby);
  return (
    <div className="dnav">
      {previous === null ? (
        <span className="step" />
      ) : (
        <Link className="step" to={`/days/${previous}`} aria-label={`前の開催日 ${formatMonthDay(previous)}へ`}>
          <Icon name="back" />
          {shortDay(previous, date)}
        </Link>
      )}
      <h2>{formatMonthDay(date)}</h2>
      {next === null ? (
        <span className="step r" />
      ) : (
        <Link className="step r" to={`/days/${next}`} aria-label={`次の開催日 ${formatMonthDay(next)}へ`}>
          {shortDay(next, date)}
          <Icon name="next" />
        </Link>
      )}
    </div>
  );
}

/** 21日, or 10月31日 in another month. */
function shortDay(day: string, beside: string): string {
  return day.slice(0, 7) === beside.slice(0, 7) ? `${Number(day.slice(8))}日` : formatMonthDay(day);
}
