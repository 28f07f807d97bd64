import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatMonthDay } from "#app/components/parts/numbers.ts";
import { Section } from "#app/components/parts/parts.tsx";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { RaceStatus } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";

export type GradedRace = Pick<
  Race,
  "raceId" | "date" | "venue" | "raceNum" | "name" | "grade" | "startTime" | "status"
>;

const STATE_WORDS: Record<RaceStatus, string> = { scheduled: "", result: "結果確定", cancelled: "中止" };

/** 近い重賞 of the days around today; nothing without any. */
export function GradedRaces({ races }: { races: readonly GradedRace[] }) {
  if (races.length === 0) return null;
  return (
    <Section title="近い重賞">
      <ul className="card list clip">
        {races.map(({ raceId, date, venue, raceNum, name, grade, startTime, status }) => (
          <li key={raceId}>
            <Link to={`/races/${encodeURIComponent(raceId)}`}>
              <span className="grow">
                <b>
                  <GradeBadge grade={grade} />
                  {name}
                </b>
                <small className="muted">
                  {formatMonthDay(date)}　{venue}
                  {raceNum}R
                </small>
              </span>
              <span className="t12 muted">{STATE_WORDS[status] || startTime}</span>
              <Icon name="next" className="go" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
