import { type BetType, type Surface, VenueType } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import { type Cadence, findCategory, RANKING_PERIODS, type RankingPeriod } from "./periods.ts";
import type { SpecialMeeting } from "./special-meetings.ts";

const FIRST_RANKED_RACE = 7;
const LAST_RANKED_RACE = 12;
const SPECIAL_MEETING_RACES: readonly number[] = [6, 7, 12];

/** The first one only at special meetings. */
export const RANKED_RACE_NUMS = { first: 6, last: LAST_RANKED_RACE } as const;

/** Central, flat, not cancelled, races 7–12; at special meetings races 6, 7 and 12. */
export function isRankedRace(
  race: Pick<Race, "venueType" | "surface" | "status" | "date" | "venue" | "raceNum">,
  specialMeetings: readonly SpecialMeeting[],
): boolean {
  if (race.venueType !== VenueType.central || race.surface === "jump" || race.status === "cancelled") return false;
  const isSpecial = specialMeetings.some(
    ({ venue, from, to }) => venue === race.venue && from <= race.date && race.date <= to,
  );
  return isSpecial
    ? SPECIAL_MEETING_RACES.includes(race.raceNum)
    : FIRST_RANKED_RACE <= race.raceNum && race.raceNum <= LAST_RANKED_RACE;
}

/** A row of the ledger. Null: the race is not ranked, the model was trained on it, or it has no official payout yet. */
export function settleRankedRace(task: {
  race: Pick<Race, "venueType" | "surface" | "status" | "date" | "venue" | "raceNum">;
  specialMeetings: readonly SpecialMeeting[];
  picks: readonly number[];
  isLearntFrom: boolean;
  runners: readonly Pick<Runner, "horseNum" | "status">[];
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}): Record<BetType, Settlement> | null {
  const { race, specialMeetings, picks, isLearntFrom, runners, payouts } = task;
  if (!isRankedRace(race, specialMeetings)) return null;
  const scores = picks.map((horseNum) => ({ horseNum }));
  return settleIndex({ scores, isLearntFrom, race, runners, payouts });
}

export interface RankedRace {
  raceId: string;
  date: string;
  surface: Surface | null;
  distanceM: number | null;
}

export function rankingsOf<Race extends RankedRace>(
  cadence: Cadence,
  races: readonly Race[],
): { ranking: RankingPeriod; races: readonly Race[] }[] {
  return RANKING_PERIODS.filter((ranking) => ranking.cadence === cadence).map((ranking) => ({
    ranking,
    races: ranking.category === null ? races : races.filter((race) => findCategory(race) === ranking.category),
  }));
}
