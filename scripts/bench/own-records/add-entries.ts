import { packBets } from "#app/db/own-records/packed-bets.ts";
import type { Bets } from "#app/domain/own-records/record-entry.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { BET_TYPES, GOINGS } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";

const SEED = 19;
const LAST_DAY = "2025-12-28";
const VENUES = ["東京", "京都", "福島"];
const RACES_EACH = 12;
const DAYS_EACH_WEEK = 2;
/** Stakes in tickets, and how often and how much the tickets of a type pay: about a fifth is lost. */
const TICKETS = { win: 2, place: 1, quinella: 7 } as const;
const HIT_RATES = { win: 0.3, place: 0.45, quinella: 0.28 } as const;
const ROWS_AT_ONCE = 500;

/**
 * Inserts settled entries of a model, each of a race of its own: Saturdays and Sundays of three courses, the newest first,
 * until the end of the year before the sample. One in fifty is deleted; each has its analysis and its first pick's runner, as the list
 * reads them.
 *
 * @returns first and last day
 */
export async function addEntries(
  d1: D1Database,
  { modelId, count }: { modelId: number; count: number },
): Promise<{ from: string; to: string }> {
  const random = createRandom(SEED);
  const rows = Array.from({ length: count }, (_, index) => newRow(index, random));
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const part = JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE));
    await d1.batch([
      d1
        .prepare(
          `insert into races (race_id, date, venue, venue_type, race_num, name, start_time, surface, distance_m, going, status,
             source, runner_count, data_version, content_hash)
           select value ->> 'raceId', value ->> 'date', value ->> 'venue', 1, value ->> 'raceNum', '一般競走',
             value ->> 'startTime', value ->> 'surface', value ->> 'distanceM', value ->> 'going', 'result', 'sample', 14, 1, ''
           from json_each(?1)`,
        )
        .bind(part),
      d1
        .prepare(
          `insert into runners (race_id, horse_num, bracket_num, horse_id, horse_name, status, content_hash)
           select value ->> 'raceId', value ->> '$.picks[0]', 1, 'bench-' || key, 'ベンチホース', 'entered', '' from json_each(?1)`,
        )
        .bind(part),
      d1
        .prepare(
          `insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status,
             created_at, completed_at, confirmed_at, scores)
           select models.user_id, models.id, value ->> 'raceId', 1, models.name, 1,
             json_object('race_num', value ->> 'raceNum', 'name', '', 'title', '', 'date', value ->> 'date'), 2,
             value ->> 'completedAt', value ->> 'completedAt', value ->> 'completedAt', '[]'
           from json_each(?1) join models on models.id = ?2`,
        )
        .bind(part, modelId),
      d1
        .prepare(
          `insert into record_entries (analysis_id, user_id, model_id, model_name, race_id, date, picks, is_learnt_from,
             completed_at, deleted_at, seen_version, result_kind, starters, finish, odds, popularity, bets, favourite)
           select analyses.id, analyses.user_id, analyses.model_id, analyses.model_name, analyses.race_id, value ->> 'date',
             value -> 'picks', 0, analyses.completed_at, value ->> 'deletedAt', 1, 'settled', 14, value ->> 'finish',
             value ->> 'odds', value ->> 'popularity', value -> 'bets', value -> 'favourite'
           from json_each(?1) join analyses on analyses.race_id = value ->> 'raceId' and analyses.model_id = ?2`,
        )
        .bind(part, modelId),
    ]);
  }
  return { from: rows.at(-1)?.date ?? LAST_DAY, to: rows[0]?.date ?? LAST_DAY };
}

/** What the statements above read. */
function newRow(index: number, random: () => number) {
  const below = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const perDay = VENUES.length * RACES_EACH;
  const [day, ofDay] = [Math.floor(index / perDay), index % perDay];
  const week = Math.floor(day / DAYS_EACH_WEEK);
  const date = addDays(LAST_DAY, -7 * week - (day % DAYS_EACH_WEEK));
  const raceNum = (ofDay % RACES_EACH) + 1;
  const hour = 9 + Math.floor(raceNum / 2);
  const startTime = `${String(hour).padStart(2, "0")}:${raceNum % 2 === 0 ? "10" : "40"}`;
  const completedAt = Date.parse(`${date}T08:00:00+09:00`) / 1000 - below(36_000);
  const venue = VENUES[Math.floor(ofDay / RACES_EACH)] as string;
  const first = 1 + below(14);
  return {
    ...{ raceId: `bench-${date}-${venue}-${raceNum}`, date, venue, raceNum, startTime, completedAt },
    ...{
      surface: oneOf(["turf", "dirt"]),
      distanceM: oneOf([1200, 1400, 1600, 1800, 2000, 2400]),
      going: oneOf(GOINGS),
    },
    picks: Array.from({ length: 5 }, (_, pick) => ((first + pick * 3 - 1) % 14) + 1),
    deletedAt: random() < 0.02 ? completedAt + 60 : null,
    ...{ finish: 1 + below(14), odds: (11 + below(400)) / 10, popularity: 1 + below(9) },
    bets: packBets(newBets(random)),
    favourite: [1 + below(14), packBets(newBets(random))],
  };
}

function newBets(random: () => number): Bets {
  const bets = BET_TYPES.map((betType) => {
    const [tickets, rate] = [TICKETS[betType], HIT_RATES[betType]];
    const isHit = random() < rate;
    const meanYen = (80 * tickets) / rate;
    return [
      betType,
      {
        stakeYen: 100 * tickets,
        payoutYen: isHit ? 10 * Math.round(meanYen * (0.05 + 0.1 * random())) : 0,
        hits: isHit ? 1 : 0,
      },
    ];
  });
  return Object.fromEntries(bets) as Bets;
}
