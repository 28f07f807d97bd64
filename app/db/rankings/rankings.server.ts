import type { CandidateModel } from "#app/domain/rankings/participation.ts";
import type { Cadence, RankingKey } from "#app/domain/rankings/periods.ts";
import type { LedgerRow } from "#app/domain/rankings/tally.ts";

/** What rankings are counted from, and where they are kept in D1 (ranking_builds, ranking_entries). */

/** A central race day with what the ledger holds of it. */
export interface RankedDay {
  date: string;
  /** Newest data of its races 6–12; null where it has none. */
  dataVersion: number | null;
  /** Data whose bets were given to jobs; null where nothing was. */
  settledVersion: number | null;
  /** Grows with every write of the day's bets. */
  revision: number;
  /** 1 where bets are to be settled: a flat race 6–12 that is not cancelled. */
  isBet: number;
  /** 1 while one of those races has no result. */
  isAwaited: number;
  /** 1 while an import has not stored all of it. */
  isPending: number;
}

/** How rankings of a period were counted last. */
export interface RankingBuild {
  id: string;
  cadence: Cadence;
  periodKey: string;
  fromDay: string;
  toDay: string;
  ledgerState: string;
  participants: number;
  builtAt: number;
}

export interface RankingState {
  /** Days on which a race was not cancelled, from forty before the ledger's first one, ascending. */
  days: RankedDay[];
  /** First day of the ledger; null while it is empty. */
  ledgerFrom: string | null;
  /** When the product's first plan began, unix seconds; null before that. */
  firstPlanAt: number | null;
  /** Days of jobs that still settle bets. */
  openDates: Set<string>;
  builds: RankingBuild[];
  /** Users whose account is deleted, and who are still named. */
  leavers: number[];
}

const BUILD = `id, cadence, period_key as periodKey, from_day as fromDay, to_day as toDay, ledger_state as ledgerState,
  participants, built_at as builtAt`;

/** How a period was counted last (ranking_builds_cadence_period_key); null: never yet. */
export async function findBuild(
  d1: D1Database,
  { cadence, periodKey }: { cadence: string; periodKey: string },
): Promise<RankingBuild | null> {
  const sql = `select ${BUILD} from ranking_builds where cadence = ?1 and period_key = ?2`;
  return d1.prepare(sql).bind(cadence, periodKey).first<RankingBuild>();
}

/** What is due and what was counted, as of one instant (races_venue_type_date, jobs_open_once). */
export async function readRankingState(d1: D1Database, { to }: { to: string }): Promise<RankingState> {
  const [days, open, builds, firsts, leavers] = await d1.batch([
    d1
      .prepare(
        `select r.date, max(case when r.race_num between 6 and 12 then r.data_version end) as dataVersion,
           l.data_version as settledVersion, coalesce(l.revision, 0) as revision,
           max(r.race_num between 6 and 12 and r.status <> 'cancelled' and r.surface is not 'jump') as isBet,
           max(r.race_num between 6 and 12 and r.status = 'scheduled' and r.surface is not 'jump') as isAwaited,
           max(r.pending_import_id is not null) as isPending
         from races r left join ledger_days l on l.date = r.date
         where r.venue_type = 1 and r.hidden = 0 and r.date <= ?1
           and r.date >= (select date(min(date), '-40 days') from ledger_days)
         group by r.date having max(r.status <> 'cancelled') = 1
         order by r.date`,
      )
      .bind(to),
    d1.prepare(
      `select distinct d.value as date from jobs j join json_each(j.payload, '$.dates') d
       where j.kind = 'settle-bets' and j.status in ('queued', 'running')`,
    ),
    d1.prepare(`select ${BUILD} from ranking_builds`),
    d1.prepare(
      `select (select min(date) from ledger_days) as ledgerFrom,
         (select min(effective_at) from plan_changes) as firstPlanAt`,
    ),
    d1.prepare(
      `select u.id from users u where u.deleted_at is not null
         and exists (select 1 from ranking_entries e where e.user_id = u.id)`,
    ),
  ]);
  const first = firsts?.results[0] as Pick<RankingState, "ledgerFrom" | "firstPlanAt"> | undefined;
  return {
    days: (days?.results ?? []) as RankedDay[],
    ledgerFrom: first?.ledgerFrom ?? null,
    firstPlanAt: first?.firstPlanAt ?? null,
    openDates: new Set((open?.results as { date: string }[] | undefined)?.map(({ date }) => date)),
    builds: (builds?.results ?? []) as RankingBuild[],
    leavers: ((leavers?.results ?? []) as { id: number }[]).map(({ id }) => id),
  };
}

/** A model that may take part, with who owns it. */
export interface Candidate extends CandidateModel {
  userId: number;
  modelName: string;
  userName: string;
  /** The owner's account is deleted by now. */
  isLeaver: boolean;
  /** The owner's plan at the instant asked for. */
  plan: number;
}

export interface CandidatePlace {
  userId: number;
  createdAt: number;
  modelId: number;
}

/**
 * Models of users on plan 2–6 at an instant that were not deleted at another, all of a user one after the other; a page
 * from a place on (models_user_id_created_at, plan_changes_user_id_effective_at). Status and completion are today's.
 */
export async function listCandidates(
  d1: D1Database,
  { plansAt, heldAt, after, limit }: { plansAt: number; heldAt: number; after: CandidatePlace | null; limit: number },
): Promise<Candidate[]> {
  const { results } = await d1
    .prepare(
      `select m.id as modelId, m.user_id as userId, m.name as modelName, m.venue_type as venueType,
         m.feature_count as featureCount, m.status <> 3 as isHeld, m.created_at as createdAt,
         case when m.status = 2 then m.completed_at end as completedAt, u.name as userName,
         u.deleted_at is not null as isLeaver,
         (select p.plan from plan_changes p where p.user_id = m.user_id and p.effective_at <= ?1
            order by p.effective_at desc, p.id desc limit 1) as planThen
       from models m join users u on u.id = m.user_id
       where (m.user_id, m.created_at, m.id) > (?3, ?4, ?5) and (m.deleted_at is null or m.deleted_at > ?2)
         and planThen between 2 and 6
       order by m.user_id, m.created_at, m.id limit ?6`,
    )
    .bind(plansAt, heldAt, after?.userId ?? 0, after?.createdAt ?? 0, after?.modelId ?? 0, limit)
    .all<Omit<Candidate, "isHeld" | "isLeaver" | "plan"> & { isHeld: number; isLeaver: number; planThen: number }>();
  return results.map(({ planThen, isHeld, isLeaver, ...row }) => ({
    ...row,
    plan: planThen,
    isHeld: isHeld === 1,
    isLeaver: isLeaver === 1,
  }));
}

/** Rows of the ledger of an id range on some days (settled_bets_date_model_id). */
export async function listBets(
  d1: D1Database,
  { dates, fromModelId, toModelId }: { dates: readonly string[]; fromModelId: number; toModelId: number },
): Promise<LedgerRow[]> {
  // As arrays: half the time of objects, of which a month of ten thousand models has more than a million.
  const rows = await d1
    .prepare(
      `select model_id, race_id, win_stake_yen, win_payout_yen, win_hits, place_stake_yen, place_payout_yen, place_hits,
         quinella_stake_yen, quinella_payout_yen, quinella_hits
       from settled_bets where date in (select value from json_each(?1)) and model_id between ?2 and ?3`,
    )
    .bind(JSON.stringify(dates), fromModelId, toModelId)
    .raw<[number, string, number, number, number, number, number, number, number, number, number]>();
  return rows.map(
    ([modelId, raceId, winStake, winPayout, winHits, placeStake, placePayout, placeHits, stake, payout, hits]) => ({
      modelId,
      raceId,
      bets: {
        win: { stakeYen: winStake, payoutYen: winPayout, hits: winHits },
        place: { stakeYen: placeStake, payoutYen: placePayout, hits: placeHits },
        quinella: { stakeYen: stake, payoutYen: payout, hits },
      },
    }),
  );
}

interface EntryRow {
  rankingKey: RankingKey;
  modelId: number;
  userId: number;
  /** JSON of WireEntry. */
  entry: string;
}

/** Keeps everybody's entries of a build; again is like once. */
export async function saveEntries(
  d1: D1Database,
  { buildId, periodKey, rows }: { buildId: string; periodKey: string; rows: readonly EntryRow[] },
): Promise<void> {
  const values = rows.map(({ rankingKey, modelId, userId, entry }) => [rankingKey, modelId, userId, entry]);
  await d1
    .prepare(
      `insert into ranking_entries (build_id, ranking_key, period_key, model_id, user_id, entry)
       select ?1, value ->> 0, ?2, value ->> 1, value ->> 2, value ->> 3 from json_each(?3) where true
       on conflict (build_id, ranking_key, model_id) do update set entry = excluded.entry`,
    )
    .bind(buildId, periodKey, JSON.stringify(values))
    .run();
}

/** Notes that a period was counted, unless a build that began later has. */
export async function saveBuild(d1: D1Database, build: RankingBuild): Promise<void> {
  await d1
    .prepare(
      `insert into ranking_builds (id, cadence, period_key, from_day, to_day, ledger_state, participants, built_at)
       values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       on conflict (cadence, period_key) do update set id = excluded.id, from_day = excluded.from_day,
         to_day = excluded.to_day, ledger_state = excluded.ledger_state, participants = excluded.participants,
         built_at = excluded.built_at
       where excluded.id > ranking_builds.id`,
    )
    .bind(
      build.id,
      build.cadence,
      build.periodKey,
      build.fromDay,
      build.toDay,
      build.ledgerState,
      build.participants,
      build.builtAt,
    )
    .run();
}

const BUILD_DIGITS = 12;

/**
 * A new build's id. Those of a period rise from build to build, whatever the clock does, and are one range of the
 * entries' primary key.
 */
export async function takeBuildId(
  d1: D1Database,
  { cadence, periodKey }: { cadence: Cadence; periodKey: string },
): Promise<string> {
  const row = await d1
    .prepare(
      `insert into app_state (key, value) values ('ranking-builds', '1')
       on conflict (key) do update set value = cast(value as integer) + 1 returning value`,
    )
    .first<{ value: string }>();
  return buildIdOf({ cadence, periodKey }, String(row?.value).padStart(BUILD_DIGITS, "0"));
}

function buildIdOf({ cadence, periodKey }: { cadence: Cadence; periodKey: string }, end: string): string {
  return `${cadence}:${periodKey}:${end}`;
}

/**
 * Deletes entries of a period's builds: of those that began before a build, which can never stand again; null: of all.
 *
 * @returns how many: fewer than the limit means that none is left
 */
export async function deleteEntriesOfPeriod(
  d1: D1Database,
  { cadence, periodKey, before, limit }: { cadence: Cadence; periodKey: string; before: string | null; limit: number },
): Promise<number> {
  const { meta } = await d1
    .prepare(
      `delete from ranking_entries where rowid in (
         select rowid from ranking_entries where build_id >= ?1 and build_id < ?2 limit ?3)`,
    )
    // "~" follows the digits.
    .bind(buildIdOf({ cadence, periodKey }, ""), before ?? buildIdOf({ cadence, periodKey }, "~"), limit)
    .run();
  return meta.changes;
}

/** Forgets that a period was counted. */
export async function deleteBuild(
  d1: D1Database,
  { cadence, periodKey }: { cadence: Cadence; periodKey: string },
): Promise<void> {
  await d1.prepare("delete from ranking_builds where cadence = ?1 and period_key = ?2").bind(cadence, periodKey).run();
}

/** Which entries a user has in which builds (ranking_entries_user_id_build_id). */
export async function listEntriesOfUser(
  d1: D1Database,
  { userId }: { userId: number },
): Promise<{ buildId: string; rankingKey: RankingKey; modelId: number }[]> {
  const { results } = await d1
    .prepare(
      `select build_id as buildId, ranking_key as rankingKey, model_id as modelId from ranking_entries
       where user_id = ?1`,
    )
    .bind(userId)
    .all<{ buildId: string; rankingKey: RankingKey; modelId: number }>();
  return results;
}

/** Deletes a user's entries of some builds. */
export async function deleteEntriesOfUser(
  d1: D1Database,
  { userId, buildIds }: { userId: number; buildIds: readonly string[] },
): Promise<void> {
  await d1
    .prepare("delete from ranking_entries where user_id = ?1 and build_id in (select value from json_each(?2))")
    .bind(userId, JSON.stringify(buildIds))
    .run();
}
