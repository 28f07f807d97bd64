import type { ParsedRace } from "#app/domain/open-csv/open-csv-rows.ts";
import type { Payout, Runner } from "#app/domain/racing/race.ts";

/**
 * Writes of races, runners and payouts by an import. Each staged chunk is one batch (a transaction) that counts what
 * it adds and changes, advances `imports.next_chunk`, marks the races it touches as pending, and writes only the rows
 * that differ. The count is guarded by `next_chunk = N` and the writes by the import being just behind N, so a chunk
 * that is run again (its answer was lost) counts once, and one run long after its time does nothing.
 */

export type ChunkKind = "races" | "runners" | "payouts";

/** A staged chunk, as JSON text all the way to SQLite (never parsed in the Worker). */
export interface StagedChunk {
  kind: ChunkKind;
  /** races: [race_id, hash]; runners: [race_id, horse_num, hash]; payouts: [race_id], one for each race. */
  keys: string;
  /** Values in the order of the columns below; payouts: [race_id, bet_type, combination, payout_yen]. */
  rows: string;
}

const RACE_COLUMNS = [
  "race_id",
  "date",
  "venue",
  "venue_type",
  "race_num",
  "name",
  "start_time",
  "surface",
  "distance_m",
  "weather",
  "going",
  "status",
  "meeting_num",
  "meeting_day",
  "grade",
  "race_class",
  "content_hash",
] as const;

const RUNNER_COLUMNS = [
  "race_id",
  "horse_num",
  "bracket_num",
  "horse_id",
  "horse_name",
  "sex",
  "age",
  "carried_weight_kg",
  "jockey_id",
  "jockey_name",
  "trainer_id",
  "trainer_name",
  "status",
  "finish_position",
  "time_s",
  "margin_s",
  "corner_positions",
  "last_600m_s",
  "win_odds",
  "popularity",
  "body_weight_kg",
  "body_weight_change_kg",
  "prize_yen",
  "sire_name",
  "dam_sire_name",
  "trouble",
  "content_hash",
] as const;

/** Starts the content hash of a race whose file named no status: it is told from its runners when an import ends. */
export const DERIVED_STATUS_MARK = "~";

/** All of a race's row but the hash. */
export function raceValues(race: ParsedRace): unknown[] {
  return [
    ...[race.raceId, race.date, race.venue, race.venueType, race.raceNum, race.name, race.startTime, race.surface],
    ...[race.distanceM, race.weather, race.going, race.status ?? "scheduled"],
    ...[race.meetingNum, race.meetingDay, race.grade, race.raceClass],
  ];
}

/** All of a runner's row but the hash. */
export function runnerValues(runner: Runner): unknown[] {
  return [
    runner.raceId,
    runner.horseNum,
    runner.bracketNum,
    runner.horseId,
    runner.horseName,
    runner.sex,
    runner.age,
    runner.carriedWeightKg,
    runner.jockeyId,
    runner.jockeyName,
    runner.trainerId,
    runner.trainerName,
    runner.status,
    runner.finishPosition,
    runner.timeS,
    runner.marginS,
    runner.cornerPositions,
    runner.last600mS,
    runner.winOdds,
    runner.popularity,
    runner.bodyWeightKg,
    runner.bodyWeightChangeKg,
    runner.prizeYen,
    runner.sireName,
    runner.damSireName,
    runner.trouble === null ? null : Number(runner.trouble),
  ];
}

export function payoutValues(payout: Payout): unknown[] {
  return [payout.raceId, payout.betType, payout.combination, payout.payoutYen];
}

const jsonColumns = (columns: readonly string[]) => columns.map((_, index) => `value ->> ${index}`).join(", ");
const assignments = (columns: readonly string[]) =>
  columns.map((column) => `${column} = excluded.${column}`).join(", ");

/** ?1 import id, ?2 chunk number: the import's counters have just passed this chunk. */
const JUST_COUNTED = "exists (select 1 from imports where id = ?1 and status = 'applying' and next_chunk = ?2 + 1)";
/** Another import left the race half-way; this one brings it and takes it over. */
const LEFT_PENDING = "(pending_import_id is not null and pending_import_id <> ?1)";

const SQL = {
  races: [
    `update imports set next_chunk = ?2 + 1, progress = (?2 + 1.0) / chunk_count,
       (added, changed, unchanged) = (
         select imports.added + count(*) filter (where r.race_id is null),
           imports.changed + count(*) filter (where r.content_hash <> k.value ->> 1),
           imports.unchanged + count(*) filter (where r.content_hash = k.value ->> 1)
         from json_each(?3) k left join races r on r.race_id = k.value ->> 0)
     where id = ?1 and status = 'applying' and next_chunk = ?2`,
    `update races set pending_import_id = ?1
     where race_id in (select k.value ->> 0 from json_each(?3) k) and ${LEFT_PENDING} and ${JUST_COUNTED}`,
    `insert into races (${RACE_COLUMNS.join(", ")}, source, pending_import_id, data_version)
     select ${jsonColumns(RACE_COLUMNS)}, (select source from imports where id = ?1), ?1, ?1
     from json_each(?4) where ${JUST_COUNTED}
     on conflict (race_id) do update set ${assignments(RACE_COLUMNS)}, pending_import_id = ?1
     where races.content_hash <> excluded.content_hash`,
  ],
  runners: [
    `update imports set next_chunk = ?2 + 1, progress = (?2 + 1.0) / chunk_count,
       (added, changed, unchanged) = (
         select imports.added + count(*) filter (where r.race_id is null),
           imports.changed + count(*) filter (where r.content_hash <> k.value ->> 2),
           imports.unchanged + count(*) filter (where r.content_hash = k.value ->> 2)
         from json_each(?3) k left join runners r on r.race_id = k.value ->> 0 and r.horse_num = k.value ->> 1)
     where id = ?1 and status = 'applying' and next_chunk = ?2`,
    `update races set pending_import_id = ?1
     where race_id in (select k.value ->> 0 from json_each(?3) k)
       and (pending_import_id is null or pending_import_id <> ?1) and ${JUST_COUNTED}
       and (${LEFT_PENDING} or race_id in (
         select k.value ->> 0 from json_each(?3) k
           left join runners r on r.race_id = k.value ->> 0 and r.horse_num = k.value ->> 1
         where r.content_hash is null or r.content_hash <> k.value ->> 2))`,
    `insert into runners (${RUNNER_COLUMNS.join(", ")})
     select ${jsonColumns(RUNNER_COLUMNS)} from json_each(?3) where ${JUST_COUNTED}
     on conflict (race_id, horse_num) do update set ${assignments(RUNNER_COLUMNS)}
     where runners.content_hash <> excluded.content_hash`,
  ],
  // The payouts of a race stand together in one chunk and replace those it had.
  payouts: [
    `update imports set next_chunk = ?2 + 1, progress = (?2 + 1.0) / chunk_count,
       (added, changed, unchanged) = (
         select imports.added + count(*) filter (where p.race_id is null),
           imports.changed + count(*) filter (where p.payout_yen <> k.value ->> 3) + (
             select count(*) from payouts where race_id in (select value ->> 0 from json_each(?3))
               and (race_id, bet_type, combination) not in
                 (select value ->> 0, value ->> 1, value ->> 2 from json_each(?4))),
           imports.unchanged + count(*) filter (where p.payout_yen = k.value ->> 3)
         from json_each(?4) k left join payouts p
           on p.race_id = k.value ->> 0 and p.bet_type = k.value ->> 1 and p.combination = k.value ->> 2)
     where id = ?1 and status = 'applying' and next_chunk = ?2`,
    `update races set pending_import_id = ?1
     where race_id in (select value ->> 0 from json_each(?3))
       and (pending_import_id is null or pending_import_id <> ?1) and ${JUST_COUNTED}
       and (${LEFT_PENDING}
         or race_id in (
           select k.value ->> 0 from json_each(?4) k left join payouts p
             on p.race_id = k.value ->> 0 and p.bet_type = k.value ->> 1 and p.combination = k.value ->> 2
           where p.payout_yen is null or p.payout_yen <> k.value ->> 3)
         or race_id in (
           select race_id from payouts where race_id in (select value ->> 0 from json_each(?3))
             and (race_id, bet_type, combination) not in
               (select value ->> 0, value ->> 1, value ->> 2 from json_each(?4))))`,
    `delete from payouts where race_id in (select value ->> 0 from json_each(?3))
       and (race_id, bet_type, combination) not in
         (select value ->> 0, value ->> 1, value ->> 2 from json_each(?4)) and ${JUST_COUNTED}`,
    `insert into payouts (race_id, bet_type, combination, payout_yen)
     select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(?3) where ${JUST_COUNTED}
     on conflict (race_id, bet_type, combination) do update set payout_yen = excluded.payout_yen
     where payouts.payout_yen <> excluded.payout_yen`,
  ],
} as const satisfies Record<ChunkKind, readonly string[]>;

/** Applies one staged chunk. Safe to run again, at any time. */
export async function applyChunk(
  d1: D1Database,
  { importId, chunk, staged }: { importId: number; chunk: number; staged: StagedChunk },
): Promise<void> {
  const { keys, rows } = staged;
  // Keys are small and rows are not: a statement gets only what it reads (parameters travel with each).
  const parametersOf = (sql: string) => {
    if (sql.includes("?4")) return [importId, chunk, keys, rows];
    return [importId, chunk, sql.startsWith("insert") ? rows : keys];
  };
  await d1.batch(SQL[staged.kind].map((sql) => d1.prepare(sql).bind(...parametersOf(sql))));
}

/** Venue types whose sample is visible and whose first real races this import brings. */
export async function listSampleTypesToHide(d1: D1Database, importId: number): Promise<number[]> {
  const { results } = await d1
    .prepare(
      // Types first: asked per race, whether there is a sample would cost a scan of the type for each.
      `with types as materialized (
         select distinct venue_type from races where pending_import_id = ?1 and source = 'real')
       select venue_type from types
       where not exists (select 1 from app_state where key = 'sample-hidden:' || types.venue_type)
         and exists (select 1 from races s where s.venue_type = types.venue_type and s.source = 'sample')
       order by venue_type`,
    )
    .bind(importId)
    .all<{ venue_type: number }>();
  return results.map((row) => row.venue_type);
}

/**
 * Ends an import in one transaction, once every chunk is applied: the races it touched get their counts, a status
 * where the file named none, and this import as their data version, and are visible again; the sample of the venue
 * types it brings the first real races of is hidden, and stays as the operator sets it afterwards.
 */
export async function finishImport(
  d1: D1Database,
  { importId, notices, now }: { importId: number; notices: string[]; now: number },
): Promise<void> {
  const isComplete = "(select 1 from imports where id = ?1 and status = 'applying' and next_chunk = chunk_count)";
  await d1.batch([
    d1
      .prepare(
        `insert into app_state (key, value)
         select distinct 'sample-hidden:' || venue_type, '1' from races
         where pending_import_id = ?1 and source = 'real' and exists ${isComplete}
         on conflict (key) do nothing`,
      )
      .bind(importId),
    d1
      .prepare(
        `update races set hidden = 1 where source = 'sample' and hidden = 0 and exists ${isComplete}
           and venue_type in (
             select cast(substr(key, 15) as integer) from app_state where key glob 'sample-hidden:*' and value = '1')`,
      )
      .bind(importId),
    d1
      .prepare(
        `update races set data_version = ?1, pending_import_id = null,
           (runner_count, weighed_count) =
             (select count(*), count(body_weight_kg) from runners where runners.race_id = races.race_id),
           status = case when content_hash not glob '${DERIVED_STATUS_MARK}*' then status
             when exists (select 1 from runners where runners.race_id = races.race_id and runners.status = 'finished')
               then 'result' else 'scheduled' end
         where pending_import_id = ?1 and exists ${isComplete}`,
      )
      .bind(importId),
    d1
      .prepare(
        `update imports set status = 'done', progress = 1, finished_at = ?2, notice_count = notice_count + ?4,
           notices = (select json_group_array(value) from
             (select value from json_each(imports.notices) union all select value from json_each(?3)))
         where id = ?1 and exists ${isComplete}`,
      )
      .bind(importId, now, JSON.stringify(notices), notices.length),
  ]);
}

/** In app_state: how often the operator's word has changed which races are visible. No import shows that. */
export const VISIBILITY_VERSION_KEY = "visibility-version";

/** Hides the sample of a venue type from search and learning, or shows it again. @returns races that changed */
export async function setSampleHidden(
  d1: D1Database,
  { venueType, hidden }: { venueType: number; hidden: boolean },
): Promise<number> {
  const [, , changed] = await d1.batch([
    d1
      .prepare(
        "insert into app_state (key, value) values ('sample-hidden:' || ?1, ?2) on conflict (key) do update set value = excluded.value",
      )
      .bind(String(venueType), hidden ? "1" : "0"),
    d1
      .prepare(
        `insert into app_state (key, value)
         select ?3, '1' where exists
           (select 1 from races where venue_type = ?1 and source = 'sample' and hidden <> ?2)
         on conflict (key) do update set value = cast(app_state.value as integer) + 1`,
      )
      .bind(venueType, Number(hidden), VISIBILITY_VERSION_KEY),
    d1
      .prepare("update races set hidden = ?2 where venue_type = ?1 and source = 'sample' and hidden <> ?2")
      .bind(venueType, Number(hidden)),
  ]);
  return changed?.meta.changes ?? 0;
}

/** A race of the set that cannot be stored as it is. */
interface RaceConflict {
  line: number;
  raceId: string;
  /** The stored race that holds its day, venue and number; null: its own id is stored with another source. */
  otherId: string | null;
}

/** @param keys at most some thousand; looked up by primary key and by races_date_venue_race_num */
export async function findRaceConflicts(
  d1: D1Database,
  {
    source,
    keys,
  }: { source: string; keys: readonly [raceId: string, date: string, venue: string, raceNum: number, line: number][] },
): Promise<RaceConflict[]> {
  const { results } = await d1
    .prepare(
      `select k.value ->> 4 as line, k.value ->> 0 as raceId, r.race_id as otherId from json_each(?1) k join races r
         on r.date = k.value ->> 1 and r.venue = k.value ->> 2 and r.race_num = k.value ->> 3 and r.source = ?2
       where r.race_id <> k.value ->> 0
       union all
       select k.value ->> 4, k.value ->> 0, null from json_each(?1) k join races r on r.race_id = k.value ->> 0
       where r.source <> ?2
       order by 1`,
    )
    .bind(JSON.stringify(keys), source)
    .all<RaceConflict>();
  return results;
}

/** Which of these races are stored with this source. */
export async function listStoredRaceIds(
  d1: D1Database,
  { source, raceIds }: { source: string; raceIds: readonly string[] },
): Promise<string[]> {
  const { results } = await d1
    .prepare("select r.race_id as id from json_each(?1) k join races r on r.race_id = k.value where r.source = ?2")
    .bind(JSON.stringify(raceIds), source)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}
