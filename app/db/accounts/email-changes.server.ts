import { type ProfileChanges, updateProfileStatement } from "./profiles.server.ts";

/** A mail's job, still to be inserted. */
interface NewMailJob {
  id: string;
  subject: string;
  payload: unknown;
}

/**
 * Stores the profile and keeps the code of a new address with the jobs of its two mails, all or nothing; older codes of
 * the user end. The codes are found by a scan: the table holds those of a day.
 */
export async function insertEmailChange(
  d1: D1Database,
  {
    userId,
    passwordHash,
    changes,
    code,
    jobs,
    now,
  }: {
    userId: number;
    /** The one that was checked: whoever lost the account to a new one meanwhile gets no code. */
    passwordHash: string;
    changes: ProfileChanges;
    code: { id: string; codeHash: string; email: string; expiresAt: number };
    jobs: readonly NewMailJob[];
    now: number;
  },
): Promise<void> {
  await d1.batch([
    updateProfileStatement(d1, { userId, changes }),
    d1
      .prepare("update mail_codes set expires_at = ?2 where user_id = ?1 and kind = 'change-email' and expires_at > ?2")
      .bind(userId, now),
    // An account that was deleted or has another password meanwhile gets no code, and its mails find none.
    d1
      .prepare(
        `insert into mail_codes (id, code_hash, kind, email, user_id, created_at, expires_at)
         select ?2, ?3, 'change-email', ?4, id, ?5, ?6 from users
         where id = ?1 and password_hash = ?7 and deleted_at is null`,
      )
      .bind(userId, code.id, code.codeHash, code.email, now, code.expiresAt, passwordHash),
    ...jobs.map(({ id, subject, payload }) =>
      d1
        .prepare(
          `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
           values (?1, 'send-mail', 'notify', ?2, ?3, 'queued', 0, ?4, ?4)`,
        )
        .bind(id, subject, JSON.stringify(payload), now),
    ),
  ]);
}

/** The new address behind a code, and consumes nothing. Null: unknown, used, expired, or the address is taken. */
export async function findEmailChange(
  d1: D1Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<{ email: string } | null> {
  return d1
    .prepare(
      `select c.email from mail_codes c join users u on u.id = c.user_id and u.deleted_at is null
       where c.code_hash = ?1 and c.kind = 'change-email' and c.used_at is null and c.expires_at > ?2
       and not exists (select 1 from users o where o.email = c.email)`,
    )
    .bind(codeHash, now)
    .first<{ email: string }>();
}

/** The account's present address as long as the code of its change is open; null after that. */
export async function findAskingAddress(
  d1: D1Database,
  { codeId, now }: { codeId: string; now: number },
): Promise<string | null> {
  const row = await d1
    .prepare(
      `select u.email from mail_codes c join users u on u.id = c.user_id and u.deleted_at is null
       where c.id = ?1 and c.kind = 'change-email' and c.used_at is null and c.expires_at > ?2`,
    )
    .bind(codeId, now)
    .first<{ email: string }>();
  return row?.email ?? null;
}

/** The address of an account that a code, used before and not yet expired, has given it; null when it has another by now. */
export async function findEmailChangedBy(
  d1: D1Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<string | null> {
  return d1
    .prepare(
      `select u.email from mail_codes c join users u on u.id = c.user_id and u.email = c.email and u.deleted_at is null
       where c.code_hash = ?1 and c.kind = 'change-email' and c.used_at is not null and c.expires_at > ?2`,
    )
    .bind(codeHash, now)
    .first<string>("email");
}

/**
 * Uses a code up: the account's address is the new one, the mail to the old one is queued, and every other open code of
 * the user ends. One transaction, in which every statement asks whether the one before had an effect; of two users who
 * confirm the same address at once, one finds it taken.
 *
 * @returns the new address, or null when the code is not (or no longer) good
 */
export async function changeEmailByCode(
  d1: D1Database,
  { codeHash, jobId, billingJobId, now }: { codeHash: string; jobId: string; billingJobId: string; now: number },
): Promise<string | null> {
  const [, , updated] = await d1.batch<{ email: string }>([
    d1
      .prepare(
        `update mail_codes set used_at = ?2 where code_hash = ?1 and kind = 'change-email' and used_at is null
         and expires_at > ?2 and exists (select 1 from users u where u.id = mail_codes.user_id and u.deleted_at is null)
         and not exists (select 1 from users o where o.email = mail_codes.email)`,
      )
      .bind(codeHash, now),
    // Before the address goes: from then on it is in this job only.
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?2, 'send-mail', 'notify', 'email-changed:' || u.id || ':' || c.id,
           json_object('about', 'email-changed', 'to', u.email), 'queued', 0, ?3, ?3
         from mail_codes c join users u on u.id = c.user_id where c.code_hash = ?1 and changes() = 1`,
      )
      .bind(codeHash, jobId, now),
    d1
      .prepare(
        `update users set email = (select email from mail_codes where code_hash = ?1)
         where changes() = 1 and id = (select user_id from mail_codes where code_hash = ?1) returning email`,
      )
      .bind(codeHash),
    d1
      .prepare(
        `update mail_codes set expires_at = ?2 where changes() = 1 and used_at is null and expires_at > ?2
         and user_id = (select user_id from mail_codes where code_hash = ?1)`,
      )
      .bind(codeHash, now),
    // Receipts go to the new address, too.
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?3, 'sync-billing', 'notify', 'user:' || u.id || ':' || ?3, json_object('user_id', u.id), 'queued', 0, ?4, ?4
         from mail_codes c join users u on u.id = c.user_id
         where c.code_hash = ?1 and u.stripe_customer_id is not null and exists (select 1 from jobs where id = ?2)`,
      )
      .bind(codeHash, jobId, billingJobId, now),
  ]);
  return updated?.results[0]?.email ?? null;
}
