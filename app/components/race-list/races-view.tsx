import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { type BoardOrder, courseTabs, DayCourses, orderLinks } from "#app/components/days/day-board.tsx";
import { DayActions, DayHead, dayTitle, nextStartWords } from "#app/components/days/day-head.tsx";
import { timeRows } from "#app/components/days/day-rows.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { leftSentence } from "#app/components/plans/left-words.ts";
import { SkillTerm } from "#app/components/reports/skill-ruler.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import type { BoardRow } from "#app/domain/days/day-board.ts";
import type { DayOffer } from "#app/domain/days/day-offer.ts";
import type { DaySum } from "#app/domain/days/own-picks.ts";
import { analysesLeft } from "#app/domain/plans/entitlements.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { nearestDays, type RaceDays } from "#app/domain/racing/race-days.ts";
import type { VenueDay } from "#app/domain/racing/race-months.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { offeredDays, selectedOfDay } from "#app/forms/analyses/race-search.ts";
import { type GradedRace, GradedRaces } from "./graded-races.tsx";
import { RaceCalendar } from "./race-calendar.tsx";

interface RaceDay {
  rows: readonly BoardRow<RaceSummary>[];
  sum: DaySum | null;
  models: readonly ModelSummary[];
  offer: DayOffer | null;
  days: RaceDays;
  graded: readonly GradedRace[];
  programme: readonly VenueDay[];
  named: { raceId: string; date: string } | null;
}

/** A day that the reader's plan does not show. */
export const NO_RACES: Omit<RaceDay, "days"> = {
  ...{ rows: [], graded: [], programme: [], models: [] },
  ...{ sum: null, offer: null, named: null },
};

/** The data of the list's page. @param day its races may be those of another date, if `date` has none */
export function racesView(
  day: RaceDay,
  { date, month, order, now, user }: { date: string; month: string; order: BoardOrder; now: number; user: SessionUser },
) {
  const today = japanDay(now);
  const rows = timeRows(day.rows, now);
  const listDate = rows[0]?.race.date ?? date;
  const isElsewhere = listDate !== date;
  const shown = isElsewhere ? [] : rows;
  const hasIndex = rows.some(({ index }) => index !== null);
  const address = `/races?date=${date}`;
  const { offer } = day;
  const uses = analysesLeft({ ...user, runningAnalyses: 0 });
  return {
    ...{ date, listDate, isElsewhere, isToday: date === today, hasRaces: rows.length > 0 },
    days: offeredDays(day.days, today),
    search: selectedOfDay(date),
    orders: orderLinks(["venue", "time"], order, address),
    tabs: courseTabs(rows, order),
    html: renderParts({
      head: (
        <DayHead
          {...{ date, today }}
          {...nearestDays(day.days.nearby)}
          root="/races?date="
          title={shown.length === 0 ? "開催なし" : dayTitle(shown)}
          lead={nextStartWords(shown) || null}
          sums={!isElsewhere && day.sum?.own.rate != null ? day.sum : null}
          rows={shown}
        >
          {!isElsewhere && offer !== null && offer.races > 0 && (
            <DayActions
              to={`/days/${date}/analyze?model=${offer.modelId}`}
              label={hasIndex ? `残り${offer.races}Rを分析` : `${offer.modelName}で${offer.races}レースを分析`}
              races={offer.races}
              uses={uses}
            />
          )}
          {!isElsewhere && hasIndex && (
            <LinkButton full to={`/days/${date}`}>
              {date === today ? "今日の印（全レース）" : "この日の印（全レース）"}
            </LinkButton>
          )}
        </DayHead>
      ),
      list: <DayCourses rows={rows} order={order} hasNames />,
      foot: (
        <div className="day-foot">
          <AnalysisCounters uses={user} />
          {hasIndex && (
            <a className="tapl t14" href={`/races/indices.csv?date=${listDate}`} download>
              指数をCSVで保存
            </a>
          )}
        </div>
      ),
      skillTerm: <SkillTerm />,
      graded: <GradedRaces races={day.graded} />,
      calendar: <RaceCalendar date={date} month={month} today={today} programme={day.programme} />,
    }),
    left: leftSentence(analysesLeft(user)),
  };
}
