import { DELETED_MODEL_NAME, DELETED_USER_NAME } from "#app/domain/profile.ts";

/** The deletion in the request does all it can at once; the job does what that left. */
const FIRST_LOOK_SECONDS = 60;

/**
 * Deletes an account, in one transaction: what the user typed, and what could be told from it, goes from every table;
 * what is left in R2, at Stripe and on its way is for the job that begins here (account-erasure.server.ts of the
 * services). Stays: the id, with numbers only (ledger, plan history, models without name and choice, so that rankings
 * can be counted again), subscriptions, plan intents and the customer's id at Stripe as records of payments, which the
 * law has kept for years, and by which a payment that comes late is given back. Again, also at once, is like once, and
 * takes away what others wrote meanwhile.
 */
export async function deleteUser(
  d1: D1Database,
  { userId, jobId, now }: { userId: number; jobId: string; now: number },
): Promise<void> {
  // A number is bound as a REAL: printf makes the integer's text of it.
  const ofUser = (sql: string) => d1.prepare(sql).bind(userId);
  await d1.batch([
    d1
      .prepare(
        `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
         select id, 1, 'account-deletion', ?2, ?2 from users where id = ?1 and deleted_at is null and plan <> 1`,
      )
      .bind(userId, now),
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?2, 'erase-account', 'notify', cast(id as text), '{}', 'queued', 0, ?4, ?3
         from users where id = ?1 and deleted_at is null
         on conflict (kind, subject) where status in ('queued', 'running') do nothing`,
      )
      .bind(userId, jobId, now, now + FIRST_LOOK_SECONDS),
    // The local outbox stands for mailboxes that are not there; what was sent is nowhere else.
    ofUser(
      `delete from dev_mails where "to" in (
         select email from users where id = ?1 union select email from mail_codes where user_id = ?1)
       or job_id in (select id from jobs where kind = 'send-mail'
         and subject glob 'email-changed:' || printf('%d', ?1) || ':*')`,
    ),
    // Whoever works on one finds its lease gone. The mail that tells a left address of its change is sent all the same.
    ofUser(
      `delete from jobs where
         (kind = 'train-model' and subject in (select cast(id as text) from models where user_id = ?1))
         or (kind = 'score-race' and subject in (select cast(id as text) from analyses where user_id = ?1))
         or (kind = 'send-sign-up-notice' and subject = printf('%d', ?1))
         or (kind = 'send-mail' and subject glob 'password-changed:' || printf('%d', ?1) || ':*')
         or (kind = 'send-mail' and json_extract(payload, '$.codeId') in (
           select id from mail_codes where user_id = ?1 or email = (select email from users where id = ?1)))
         or (status in ('done', 'failed') and (
           (kind = 'send-mail' and subject glob 'email-changed:' || printf('%d', ?1) || ':*')
           or (kind = 'sync-billing' and subject glob 'user:' || printf('%d', ?1) || ':*')))`,
    ),
    ofUser("delete from sessions where user_id = ?1"),
    // mail_codes_user_id and mail_codes_email_kind
    ofUser("delete from mail_codes where user_id = ?1 or email = (select email from users where id = ?1)"),
    ofUser("delete from usage where user_id = ?1"),
    ofUser("delete from analysis_tombstones where user_id = ?1"),
    // What is shared keeps its mark until its page is taken down (sharing.server.ts of the services).
    ofUser("delete from analyses where user_id = ?1 and shared_at is null"),
    d1
      .prepare(
        `update analyses set deleted_at = coalesce(deleted_at, ?2), model_name = '', race_info = '{}', details = null,
           scores = case when scores is null then null else '[]' end where user_id = ?1`,
      )
      .bind(userId, now),
    d1
      .prepare(
        `update models set deleted_at = coalesce(deleted_at, ?2), name = ?3, features = '{}', is_weight = 0,
           report = null, details = null, form_key = cast(id as text) where user_id = ?1`,
      )
      .bind(userId, now, DELETED_MODEL_NAME),
    // The rows say which rankings still name the user (rankings-switch.server.ts of the services).
    ofUser("update ranking_entries set entry = '{}' where user_id = ?1"),
    // Addresses of payment pages; the open one is still to be closed.
    ofUser("update plan_intents set checkout_url = null where user_id = ?1 and status <> 'open'"),
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

export interface DeletedAccount {
  deletedAt: number;
  customerId: string | null;
}

/** A deleted account that is not known to be erased; null: there is none (primary key). */
export async function findUnerased(d1: D1Database, { userId }: { userId: number }): Promise<DeletedAccount | null> {
  return d1
    .prepare(
      `select deleted_at as deletedAt, stripe_customer_id as customerId from users
       where id = ?1 and deleted_at is not null and erased_at is null`,
    )
    .bind(userId)
    .first<DeletedAccount>();
}

/** Accounts that were deleted a while ago and are still not erased: their jobs are lost (index users_to_erase). */
export async function listUnerased(
  d1: D1Database,
  { deletedBefore, limit }: { deletedBefore: number; limit: number },
): Promise<number[]> {
  const { results } = await d1
    .prepare(
      `select id from users where deleted_at is not null and erased_at is null and deleted_at < ?1
       order by deleted_at limit ?2`,
    )
    .bind(deletedBefore, limit)
    .all<{ id: number }>();
  return results.map(({ id }) => id);
}

/**
 * Notes that an account is erased, if it is: no artifact is being removed, no page or ranking is still to be changed.
 * Its models name no artifact any more.
 *
 * @returns false while something is left
 */
export async function noteErased(d1: D1Database, { userId, now }: { userId: number; now: number }): Promise<boolean> {
  const [noted] = await d1.batch([
    d1
      .prepare(
        `update users set erased_at = ?2 where id = ?1 and deleted_at is not null
         and not exists (select 1 from analyses where user_id = ?1)
         and not exists (select 1 from ranking_entries where user_id = ?1)
         and not exists (select 1 from models m join artifact_removals r on r.artifact_key = m.artifact_key
           where m.user_id = ?1)`,
      )
      .bind(userId, now),
    d1
      .prepare(
        `update models set artifact_key = '' where user_id = ?1 and artifact_key is not null
         and exists (select 1 from users where id = ?1 and erased_at is not null)`,
      )
      .bind(userId),
  ]);
  return noted?.meta.changes === 1;
}
