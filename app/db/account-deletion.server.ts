import { DELETED_USER_NAME } from "#app/domain/profile.ts";

/**
 * Empties an account and ends all that hangs on it, in one transaction: the profile, sessions and mailed codes go,
 * models and analyses are marked deleted, their open jobs end (whoever works on one finds its lease
 * gone). Id, plan history and usage stay for the ledger; subscriptions, plan intents and the customer's id at Stripe as
 * records of payments, which the law has kept for years, and by which a payment that comes late is given back. Twice,
 * also at once, is like once.
 */
export async function deleteUser(d1: D1Database, { userId, now }: { userId: number; now: number }): Promise<void> {
  await d1.batch([
    d1
      .prepare(
        `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
         select id, 1, 'account-deletion', ?2, ?2 from users where id = ?1 and deleted_at is null and plan <> 1`,
      )
      .bind(userId, now),
    // By the user's ids, each through jobs_open_once.
    d1
      .prepare(
        `update jobs set status = 'failed', error = 'the account was deleted', finished_at = ?2, lease_owner = null,
           lease_until = null, checkpoint = null, payload = '{}'
         where status in ('queued', 'running') and (
           (kind = 'train-model' and subject in (select cast(id as text) from models where user_id = ?1))
           or (kind = 'score-race' and subject in (select cast(id as text) from analyses where user_id = ?1))
           or (kind = 'send-sign-up-notice' and subject = cast(?1 as text)))`,
      )
      .bind(userId, now),
    // What finished jobs still say of the user; the mail that tells a left address of its change is sent all the same.
    d1
      .prepare(
        `update jobs set payload = '{}' where status in ('done', 'failed') and (
           (kind = 'send-sign-up-notice' and subject = cast(?1 as text))
           or (kind = 'send-mail' and subject glob 'email-changed:' || cast(?1 as text) || ':*'))`,
      )
      .bind(userId),
    d1.prepare("update models set deleted_at = ?2 where user_id = ?1 and deleted_at is null").bind(userId, now),
    // What is shared keeps its mark until its page is taken down (sharing.server.ts of the services).
    d1.prepare("update analyses set deleted_at = ?2 where user_id = ?1 and deleted_at is null").bind(userId, now),
    d1.prepare("delete from sessions where user_id = ?1").bind(userId),
    // mail_codes_user_id and mail_codes_email_kind
    d1
      .prepare("delete from mail_codes where user_id = ?1 or email = (select email from users where id = ?1)")
      .bind(userId),
    d1
      .prepare(
        `update users set name = ?2, email = null, password_hash = null, plan = 1, birth_date = '', sex = 0,
           fav_horse = '', fav_jockey = '', fav_ticket_type = 0, race_of_memories = '', racing_experience = 0,
           icon = '', phone_number = '', prefectures = 0, profile = '', deleted_at = ?3
         where id = ?1 and deleted_at is null`,
      )
      .bind(userId, DELETED_USER_NAME, now),
  ]);
}
