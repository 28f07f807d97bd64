import type { ProfileFields } from "#app/domain/profile.ts";

/** What log-in needs (index users_email). */
export async function findCredentials(
  d1: D1Database,
  email: string,
): Promise<{ userId: number; passwordHash: string } | null> {
  return d1
    .prepare("select id as userId, password_hash as passwordHash from users where email = ?1 and deleted_at is null")
    .bind(email)
    .first<{ userId: number; passwordHash: string }>();
}

/** Address and name of a living account; null once it is deleted (primary key). */
export async function findUserContact(d1: D1Database, userId: number): Promise<{ email: string; name: string } | null> {
  return d1
    .prepare("select email, name from users where id = ?1 and deleted_at is null")
    .bind(userId)
    .first<{ email: string; name: string }>();
}

export async function findUserEmail(d1: D1Database, userId: number): Promise<string | null> {
  const row = await d1
    .prepare("select email from users where id = ?1 and deleted_at is null")
    .bind(userId)
    .first<{ email: string | null }>();
  return row?.email ?? null;
}

/** False also for an id that nobody ever had (primary key). */
export async function isDeletedUser(d1: D1Database, userId: number): Promise<boolean> {
  const found = await d1
    .prepare("select exists (select 1 from users where id = ?1 and deleted_at is not null) as found")
    .bind(userId)
    .first<number>("found");
  return found === 1;
}

/** Address and password hash of a living account (primary key). */
export async function findCredentialsById(
  d1: D1Database,
  userId: number,
): Promise<{ email: string; passwordHash: string } | null> {
  return d1
    .prepare("select email, password_hash as passwordHash from users where id = ?1 and deleted_at is null")
    .bind(userId)
    .first<{ email: string; passwordHash: string }>();
}

/**
 * Uses a sign-up code up, and with it makes the user on plan Free, the first entry of the plan history, a session
 * and, where one is wanted, the job of the sign-up notice: one transaction, in which every statement asks whether the one before had an effect. Of two at once, one gets a user.
 *
 * @returns the new user's id, or null when the code is not (or no longer) good
 */
export async function createUserByCode(
  d1: D1Database,
  {
    codeHash,
    name,
    passwordHash,
    profile,
    session,
    notice,
    now,
  }: {
    codeHash: string;
    name: string;
    passwordHash: string;
    profile: ProfileFields;
    session: { id: string; expiresAt: number };
    /** Null: nobody is told. */
    notice: { jobId: string; referer: string; userAgent: string } | null;
    now: number;
  },
): Promise<number | null> {
  const [, inserted] = await d1.batch<{ id: number }>([
    d1
      .prepare(
        `update mail_codes set used_at = ?2 where code_hash = ?1 and kind = 'sign-up' and used_at is null
         and expires_at > ?2 and not exists (select 1 from users where users.email = mail_codes.email)`,
      )
      .bind(codeHash, now),
    d1
      .prepare(
        `insert into users (email, name, password_hash, plan, birth_date, sex, fav_horse, fav_jockey, fav_ticket_type,
           race_of_memories, racing_experience, icon, phone_number, prefectures, profile, created_at)
         select email, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15
         from mail_codes where code_hash = ?1 and changes() = 1 returning id`,
      )
      .bind(
        codeHash,
        name,
        passwordHash,
        profile.birthDate,
        profile.sex,
        profile.favHorse,
        profile.favJockey,
        profile.favTicketType,
        profile.raceOfMemories,
        profile.racingExperience,
        profile.icon,
        profile.phoneNumber,
        profile.prefectures,
        profile.profile,
        now,
      ),
    d1
      .prepare(
        `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
         select u.id, 1, 'sign-up', ?2, ?2 from users u join mail_codes c on c.email = u.email
         where c.code_hash = ?1 and changes() = 1`,
      )
      .bind(codeHash, now),
    d1
      .prepare(
        `insert into sessions (id, user_id, created_at, expires_at)
         select ?2, u.id, ?3, ?4 from users u join mail_codes c on c.email = u.email
         where c.code_hash = ?1 and changes() = 1`,
      )
      .bind(codeHash, session.id, now, session.expiresAt),
    ...(notice === null
      ? []
      : [
          // The code's row is soon forgotten: what the notice needs of it goes into the job.
          d1
            .prepare(
              `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
               select ?2, 'send-sign-up-notice', 'notify', cast(u.id as text),
                 json_object('query', c.attribution, 'referer', ?3, 'user_agent', ?4), 'queued', 0, ?5, ?5
               from users u join mail_codes c on c.email = u.email where c.code_hash = ?1 and changes() = 1`,
            )
            .bind(codeHash, notice.jobId, notice.referer, notice.userAgent, now),
        ]),
  ]);
  return inserted?.results[0]?.id ?? null;
}

/**
 * Uses a reset code up, sets the password and ends every session of the user, in one transaction.
 * @returns the user's id, or null when the code is not (or no longer) good
 */
export async function setPasswordByCode(
  d1: D1Database,
  { codeHash, passwordHash, now }: { codeHash: string; passwordHash: string; now: number },
): Promise<number | null> {
  const [, updated] = await d1.batch<{ id: number }>([
    d1
      .prepare(
        `update mail_codes set used_at = ?2 where code_hash = ?1 and kind = 'reset-password' and used_at is null
         and expires_at > ?2`,
      )
      .bind(codeHash, now),
    d1
      .prepare(
        `update users set password_hash = ?2 where changes() = 1 and deleted_at is null
         and (id, email) = (select user_id, email from mail_codes where code_hash = ?1) returning id`,
      )
      .bind(codeHash, passwordHash),
    d1
      .prepare(
        "delete from sessions where changes() = 1 and user_id = (select user_id from mail_codes where code_hash = ?1)",
      )
      .bind(codeHash),
    // Whoever asked for another address may be the one that the new password is to keep out.
    d1
      .prepare(
        `update mail_codes set expires_at = ?2 where kind = 'change-email' and used_at is null and expires_at > ?2
         and user_id = (select u.id from mail_codes c join users u on u.id = c.user_id
           where c.code_hash = ?1 and u.password_hash = ?3)`,
      )
      .bind(codeHash, now, passwordHash),
  ]);
  return updated?.results[0]?.id ?? null;
}
