/** Rows of the open CSV format (app/domain/open-csv): column names are the wire names; an empty cell means unknown. */

import type { Payout, Race, Runner } from "#app/domain/racing/race.ts";

type Cell = string | number | boolean | null;

const RACE_CELLS: readonly (readonly [string, (race: Race) => Cell])[] = [
  ["race_id", (race) => race.raceId],
  ["date", (race) => race.date],
  ["venue", (race) => race.venue],
  ["venue_type", (race) => race.venueType],
  ["race_num", (race) => race.raceNum],
  ["name", (race) => race.name],
  ["start_time", (race) => race.startTime],
  ["surface", (race) => race.surface],
  ["distance_m", (race) => race.distanceM],
  ["weather", (race) => race.weather],
  ["going", (race) => race.going],
  ["status", (race) => race.status],
  ["meeting_num", (race) => race.meetingNum],
  ["meeting_day", (race) => race.meetingDay],
  ["grade", (race) => race.grade],
  ["race_class", (race) => race.raceClass],
];

const RUNNER_CELLS: readonly (readonly [string, (runner: Runner) => Cell])[] = [
  ["race_id", (runner) => runner.raceId],
  ["horse_num", (runner) => runner.horseNum],
  ["bracket_num", (runner) => runner.bracketNum],
  ["horse_id", (runner) => runner.horseId],
  ["horse_name", (runner) => runner.horseName],
  ["sex", (runner) => runner.sex],
  ["age", (runner) => runner.age],
  ["carried_weight_kg", (runner) => runner.carriedWeightKg],
  ["jockey_id", (runner) => runner.jockeyId],
  ["jockey_name", (runner) => runner.jockeyName],
  ["trainer_id", (runner) => runner.trainerId],
  ["trainer_name", (runner) => runner.trainerName],
  ["status", (runner) => runner.status],
  ["finish_position", (runner) => runner.finishPosition],
  ["time_s", (runner) => decimal(runner.timeS)],
  ["margin_s", (runner) => decimal(runner.marginS)],
  ["corner_positions", (runner) => runner.cornerPositions],
  ["last_600m_s", (runner) => decimal(runner.last600mS)],
  ["win_odds", (runner) => decimal(runner.winOdds)],
  ["popularity", (runner) => runner.popularity],
  ["body_weight_kg", (runner) => runner.bodyWeightKg],
  ["body_weight_change_kg", (runner) => runner.bodyWeightChangeKg],
  ["prize_yen", (runner) => runner.prizeYen],
  ["sire_name", (runner) => runner.sireName],
  ["dam_sire_name", (runner) => runner.damSireName],
  ["trouble", (runner) => runner.trouble],
];

const PAYOUT_CELLS: readonly (readonly [string, (payout: Payout) => Cell])[] = [
  ["race_id", (payout) => payout.raceId],
  ["bet_type", (payout) => payout.betType],
  ["combination", (payout) => payout.combination],
  ["payout_yen", (payout) => payout.payoutYen],
];

export const RACE_COLUMNS = RACE_CELLS.map(([name]) => name);
export const RUNNER_COLUMNS = RUNNER_CELLS.map(([name]) => name);
export const PAYOUT_COLUMNS = PAYOUT_CELLS.map(([name]) => name);

export const raceLine = (race: Race): string => line(RACE_CELLS, race);
export const runnerLine = (runner: Runner): string => line(RUNNER_CELLS, runner);
export const payoutLine = (payout: Payout): string => line(PAYOUT_CELLS, payout);

function line<T>(cells: readonly (readonly [string, (row: T) => Cell])[], row: T): string {
  let text = "";
  for (const [, read] of cells) text += `,${cellText(read(row))}`;
  return text.slice(1);
}

function cellText(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "number") return String(value);
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const decimal = (value: number | null): string | null => (value === null ? null : value.toFixed(1));
