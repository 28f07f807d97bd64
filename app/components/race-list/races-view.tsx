import type { ReactNode } from "react";
import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { leftSentence } from "#app/components/plans/left-words.ts";
import { raceStates } from "#app/components/races/race-states.ts";
import { SkillTerm } from "#app/components/reports/skill-term.tsx";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { analysesLeft } from "#app/domain/plans/entitlements.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import type { VenueDay } from "#app/domain/racing/race-months.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { GradedRace, ListedPicks, ListedRunner } from "#app/domain/views/race-list.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { offeredDays, selectedOfDay } from "#app/forms/analyses/race-search.ts";
import { GradedRaces } from "./graded-races.tsx";
import { RaceCalendar } from "./race-calendar.tsx";
import { PickFinish, Picks, Winners } from "./race-marks.tsx";
import type { ListedRace, RaceRowData } from "./race-row.tsx";

interface RaceDay {
  races: readonly RaceSummary[];
  days: RaceDays;
  graded: readonly GradedRace[];
  programme: readonly VenueDay[];
  analysedRaceIds: readonly string[];
  /** By race. */
  newestPicks: ReadonlyMap<string, ListedPicks>;
  winners: ReadonlyMap<string, readonly ListedRunner[]>;
}

/** A day that the reader's plan does not show. */
export const NO_RACES = {
  races: [],
  graded: [],
  programme: [],
  analysedRaceIds: [],
  newestPicks: new Map(),
  winners: new Map(),
  chosen: null,
};

/** The data of the list's page. @param day its races may be those of another date, if `date` has none */
export function racesView(
  day: RaceDay,
  { date, month, now, user }: { date: string; month: string; now: number; user: SessionUser },
) {
  const today = japanDay(now);
  const { states } = raceStates(day.races, now);
  const analysed = new Set(day.analysedRaceIds);
  return {
    date,
    isToday: date === today,
    races: day.races.map(
      (race, index): ListedRace => ({
        ...pickRow(race),
        state: states[index] ?? "coming",
        minutes: minutesToStart(race, now),
        isAnalysed: analysed.has(race.raceId),
      }),
    ),
    listDate: day.races[0]?.date ?? date,
    days: offeredDays(day.days, today),
    search: selectedOfDay(date),
    html: renderParts({
      ...marksOf(day),
      uses: <AnalysisCounters uses={user} />,
      skillTerm: <SkillTerm />,
      graded: <GradedRaces races={day.graded} />,
      calendar: <RaceCalendar date={date} month={month} today={today} programme={day.programme} />,
    }),
    left: leftSentence(analysesLeft(user)),
  };
}

/** The fields of a row and of the dialog. */
export function pickRow({ weather, raceClass, dataVersion, ...row }: RaceSummary): RaceRowData {
  return row;
}

/** The winners or the reader's newest marks, by `marks-{id}`, and where ◎ came in, by `finish-{id}`. */
function marksOf({ races, newestPicks, winners }: RaceDay): Record<string, ReactNode> {
  const parts: Record<string, ReactNode> = {};
  for (const { raceId, status } of races) {
    const picks = newestPicks.get(raceId)?.picks ?? [];
    const [favourite] = picks;
    const won = winners.get(raceId) ?? [];
    if (status === "result") {
      if (won.length > 0) parts[`marks-${raceId}`] = <Winners winners={won} />;
      if (favourite !== undefined) parts[`finish-${raceId}`] = <PickFinish pick={favourite} />;
    } else if (favourite !== undefined) parts[`marks-${raceId}`] = <Picks picks={picks} />;
  }
  return parts;
}
