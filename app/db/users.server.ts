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

export async function findUserEmail(d1: D1Database, userId: number): Promise<string | null> {
  const row = await d1
    .prepare("select email from users where id = ?1 and deleted_at is null")
    .bind(userId)
    .first<{ email: string | null }>();
  return row?.email ?? null;
}

/**
 * Uses a sign-up code up, and with it makes the user on plan Free, the first entry of the plan history and a session:
 * one transaction, in which every statement asks whether the one before had an effect. Of two at once, one gets a user.
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
    now,
  }: {
    codeHash: string;
    name: string;
    passwordHash: string;
    profile: ProfileFields;
    session: { id: string; expiresAt: number };
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
  ]);
  return updated?.results[0]?.id ?? null;
}
