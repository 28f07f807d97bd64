import { createHistoryBuilder, type History, type SourceRace, sortRaces } from "#app/domain/features/history.ts";
import type { Going, RaceStatus, RunnerStatus, Sex, Surface, VenueType, Weather } from "#app/domain/racing/race.ts";
import { VISIBILITY_VERSION_KEY } from "./race-writes.server.ts";

/** Runners of one page: about 15 ms of decoding. */
const PAGE_RUNNERS = 2_000;

/** Which races {@link readHistory} sees: two reads between which neither number moved saw the same. */
export interface SourceVersion {
  /** The last import that is done, 0 before the first. */
  importId: number;
  /** How often the operator has shown or hidden races of the sample. */
  visibilityVersion: number;
}

/** To be read before the rows it vouches for (primary keys of imports and app_state). */
export async function readSourceVersion(d1: D1Database): Promise<SourceVersion> {
  const version = await d1
    .prepare(
      `SELECT coalesce((SELECT max(id) FROM imports WHERE status = 'done'), 0) AS importId,
         coalesce((SELECT cast(value AS integer) FROM app_state WHERE key = ?1), 0) AS visibilityVersion`,
    )
    .bind(VISIBILITY_VERSION_KEY)
    .first<SourceVersion>();
  if (version === null) throw new Error("a query without a table gave no row");
  return version;
}

export function isSameSource(one: SourceVersion, other: SourceVersion): boolean {
  return one.importId === other.importId && one.visibilityVersion === other.visibilityVersion;
}

/** True while an import is being applied: the races it touches are invisible until it is done. */
export async function isImportBeingApplied(d1: D1Database): Promise<boolean> {
  return (await d1.prepare("SELECT 1 FROM imports WHERE status = 'applying' LIMIT 1").first()) !== null;
}

/**
 * All visible races and runners, in pages of whole race days (index races_date_venue_race_num). A race is one row with
 * its runners as JSON: decoding D1's rows one by one costs three times as much.
 *
 * @param onPage called after each page with its number of runners
 */
export async function readHistory(d1: D1Database, onPage: (runners: number) => Promise<void>): Promise<History> {
  const builder = createHistoryBuilder();
  for (const { from, to, runners } of await listPages(d1)) {
    const rows = await d1
      .prepare(
        `SELECT race_id, date, venue, venue_type, surface, distance_m, weather, going, status,
           (SELECT json_group_array(json_array(horse_num, bracket_num, horse_id, sex, age, carried_weight_kg,
              jockey_id, trainer_id, status, finish_position, margin_s, corner_positions, win_odds, body_weight_kg,
              body_weight_change_kg, prize_yen, sire_name, dam_sire_name, trouble))
            FROM runners WHERE runners.race_id = races.race_id)
         FROM races
         WHERE date BETWEEN ?1 AND ?2 AND hidden = 0 AND pending_import_id IS NULL`,
      )
      .bind(from, to)
      .raw<RaceTuple>();
    for (const race of sortRaces(rows.map(toSourceRace))) builder.add(race);
    await onPage(runners);
  }
  return builder.finish();
}

async function listPages(d1: D1Database): Promise<{ from: string; to: string; runners: number }[]> {
  const { results: days } = await d1
    .prepare(
      `SELECT date, sum(runner_count) AS runners FROM races
       WHERE hidden = 0 AND pending_import_id IS NULL GROUP BY date ORDER BY date`,
    )
    .all<{ date: string; runners: number }>();
  const pages: { from: string; to: string; runners: number }[] = [];
  for (const { date, runners } of days) {
    const last = pages.at(-1);
    if (last !== undefined && last.runners + runners <= PAGE_RUNNERS) {
      last.to = date;
      last.runners += runners;
    } else {
      pages.push({ from: date, to: date, runners });
    }
  }
  return pages;
}

type RunnerTuple = [
  horseNum: number,
  bracketNum: number | null,
  horseId: string,
  sex: Sex | null,
  age: number | null,
  carriedWeightKg: number | null,
  jockeyId: string | null,
  trainerId: string | null,
  status: RunnerStatus,
  finishPosition: number | null,
  marginS: number | null,
  cornerPositions: string | null,
  winOdds: number | null,
  bodyWeightKg: number | null,
  bodyWeightChangeKg: number | null,
  prizeYen: number | null,
  sireName: string | null,
  damSireName: string | null,
  trouble: number | null,
];

type RaceTuple = [
  raceId: string,
  date: string,
  venue: string,
  venueType: VenueType,
  surface: Surface | null,
  distanceM: number | null,
  weather: Weather | null,
  going: Going | null,
  status: RaceStatus,
  /** JSON of RunnerTuple[]. */
  runners: string,
];

/** The table's constraints vouch for the values. */
function toSourceRace(race: RaceTuple): SourceRace {
  const [raceId, date, venue, venueType, surface, distanceM, weather, going, status, runners] = race;
  return {
    raceId,
    date,
    venue,
    venueType,
    surface,
    distanceM,
    weather,
    going,
    status,
    runners: (JSON.parse(runners) as RunnerTuple[]).map((runner) => ({
      horseNum: runner[0],
      bracketNum: runner[1],
      horseId: runner[2],
      sex: runner[3],
      age: runner[4],
      carriedWeightKg: runner[5],
      jockeyId: runner[6],
      trainerId: runner[7],
      status: runner[8],
      finishPosition: runner[9],
      marginS: runner[10],
      cornerPositions: runner[11],
      winOdds: runner[12],
      bodyWeightKg: runner[13],
      bodyWeightChangeKg: runner[14],
      prizeYen: runner[15],
      sireName: runner[16],
      damSireName: runner[17],
      trouble: runner[18] === null ? null : runner[18] === 1,
    })),
  };
}
