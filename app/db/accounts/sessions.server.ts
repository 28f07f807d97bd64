import type { ProfileFields } from "#app/domain/profile.ts";

interface SessionUserColumns extends ProfileFields {
  id: number;
  email: string;
  name: string;
  plan: number;
  analysesToday: number;
  analysesThisMonth: number;
  modelCreationsThisMonth: number;
  freeAnalyses: number;
}

interface SessionUserRow extends SessionUserColumns {
  unconfirmedModels: string;
  unconfirmedAnalyses: string;
}

interface UnconfirmedModel {
  modelId: number;
  name: string;
  completedAt: number;
}

interface UnconfirmedAnalysis {
  analysisId: number;
  raceInfo: { raceNum: number; name: string; title: string; date: string };
  completedAt: number;
}

/** A user as a living session shows it; counters and notifications are of the moment. */
interface FoundSessionUser extends SessionUserColumns {
  unconfirmedModels: UnconfirmedModel[];
  unconfirmedAnalyses: UnconfirmedAnalysis[];
}

/**
 * The user of a living session with counters and notifications, in one statement (indexes: primary keys,
 * usage_user_id_kind_month, usage_user_id_kind_free, models_user_id_created_at, analyses_user_id_status). `+status` keeps
 * SQLite from the index over everybody's finished models.
 *
 * @param day,month Japan's of `now`
 * @returns null when the session is over or the account deleted
 */
export async function findSessionUser(
  d1: D1Database,
  {
    sessionId,
    userId,
    day,
    month,
    now,
  }: { sessionId: string; userId: number; day: string; month: string; now: number },
): Promise<FoundSessionUser | null> {
  const row = await d1
    .prepare(
      `select u.id, u.email, u.name, u.plan, u.birth_date as birthDate, u.sex, u.fav_horse as favHorse,
         u.fav_jockey as favJockey, u.fav_ticket_type as favTicketType, u.race_of_memories as raceOfMemories,
         u.racing_experience as racingExperience, u.icon, u.phone_number as phoneNumber, u.prefectures, u.profile,
         (select count(*) from usage where user_id = ?2 and kind = 'analysis' and month = ?4 and day = ?3
            and returned_at is null) as analysesToday,
         (select count(*) from usage where user_id = ?2 and kind = 'analysis' and month = ?4
            and returned_at is null) as analysesThisMonth,
         (select count(*) from usage where user_id = ?2 and kind = 'model' and month = ?4
            and returned_at is null) as modelCreationsThisMonth,
         (select count(*) from usage where user_id = ?2 and kind = 'analysis' and under_free_limits = 1
            and returned_at is null) as freeAnalyses,
         (select json_group_array(json_object('modelId', id, 'name', name, 'completedAt', completed_at))
            from models where user_id = ?2 and +status = 2 and confirmed_at is null and deleted_at is null)
            as unconfirmedModels,
         (select json_group_array(json_object('analysisId', id, 'completedAt', completed_at, 'raceInfo', json_object(
              'raceNum', race_info ->> 'race_num', 'name', race_info ->> 'name', 'title', race_info ->> 'title',
              'date', race_info ->> 'date')))
            from analyses where user_id = ?2 and status = 2 and confirmed_at is null and deleted_at is null)
            as unconfirmedAnalyses
       from sessions s join users u on u.id = s.user_id
       where s.id = ?1 and s.user_id = ?2 and s.expires_at > ?5 and u.deleted_at is null`,
    )
    .bind(sessionId, userId, day, month, now)
    .first<SessionUserRow>();
  if (row === null) return null;
  return {
    ...row,
    unconfirmedModels: newestFirst(JSON.parse(row.unconfirmedModels) as UnconfirmedModel[]),
    unconfirmedAnalyses: newestFirst(JSON.parse(row.unconfirmedAnalyses) as UnconfirmedAnalysis[]),
  };
}

function newestFirst<T extends { completedAt: number }>(items: T[]): T[] {
  return items.sort((a, b) => b.completedAt - a.completedAt);
}

/** Log-ins beyond end the oldest: more devices and programs nobody has. */
const SESSIONS_PER_USER = 20;

/**
 * Only while the account still has the password that was checked: checking one takes long enough for a new one to be set
 * meanwhile, which ends the sessions that are there by then.
 *
 * @returns false when it has another one, or is deleted
 */
export async function insertSession(
  d1: D1Database,
  session: { sessionId: string; userId: number; passwordHash: string; now: number; expiresAt: number },
): Promise<boolean> {
  const [inserted] = await d1.batch([
    d1
      .prepare(
        `insert into sessions (id, user_id, created_at, expires_at)
         select ?1, id, ?3, ?4 from users where id = ?2 and password_hash = ?5 and deleted_at is null`,
      )
      .bind(session.sessionId, session.userId, session.now, session.expiresAt, session.passwordHash),
    // sessions_user_id; of one second the later row is the newer.
    d1
      .prepare(
        `delete from sessions where user_id = ?1 and id not in (
           select id from sessions where user_id = ?1 order by created_at desc, rowid desc limit ?2)`,
      )
      .bind(session.userId, SESSIONS_PER_USER),
  ]);
  return inserted?.meta.changes === 1;
}

export async function deleteSessionsOfUser(d1: D1Database, userId: number): Promise<void> {
  await d1.prepare("delete from sessions where user_id = ?1").bind(userId).run();
}

export async function deleteSession(d1: D1Database, sessionId: string): Promise<void> {
  await d1.prepare("delete from sessions where id = ?1").bind(sessionId).run();
}
