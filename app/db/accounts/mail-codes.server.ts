type MailCodeKind = "sign-up" | "reset-password" | "change-email";

/**
 * Keeps a new code, and ends the older ones of its kind and address. `userId` is whoever has the address now, if
 * anybody: found in the same statement, so that a known address takes no longer than an unknown one.
 */
export async function insertMailCode(
  d1: D1Database,
  code: {
    id: string;
    codeHash: string;
    kind: MailCodeKind;
    email: string;
    attribution: string;
    now: number;
    expiresAt: number;
  },
): Promise<void> {
  await d1.batch([
    // mail_codes_email_kind
    d1
      .prepare("update mail_codes set expires_at = ?3 where email = ?1 and kind = ?2 and expires_at > ?3")
      .bind(code.email, code.kind, code.now),
    d1
      .prepare(
        `insert into mail_codes (id, code_hash, kind, email, user_id, attribution, created_at, expires_at)
         values (?1, ?2, ?3, ?4, (select id from users where email = ?4), ?5, ?6, ?7)`,
      )
      .bind(code.id, code.codeHash, code.kind, code.email, code.attribution, code.now, code.expiresAt),
  ]);
}

/**
 * The code for a new password that whoever has this address is to be sent: the one that still lives, with a new term
 * where it is in its first, else this one. So a code lives for two terms at most. Does the same for an address that
 * nobody has.
 *
 * @param code expiresAt: a term from now
 * @returns the code's id
 */
export async function renewResetCode(
  d1: D1Database,
  code: { id: string; codeHash: string; email: string; now: number; expiresAt: number },
): Promise<string> {
  const { id, codeHash, email, now, expiresAt } = code;
  // Of all three: mail_codes_email_kind.
  const [renewed] = await d1.batch<{ id: string }>([
    d1
      .prepare(
        `update mail_codes set expires_at = ?3 where email = ?1 and kind = 'reset-password' and used_at is null
         and expires_at > ?2 and created_at > ?2 - (?3 - ?2) and user_id is (select id from users where email = ?1)
         returning id`,
      )
      .bind(email, now, expiresAt),
    d1
      .prepare(
        `update mail_codes set expires_at = ?2 where changes() = 0 and email = ?1 and kind = 'reset-password'
         and expires_at > ?2`,
      )
      .bind(email, now),
    d1
      .prepare(
        `insert into mail_codes (id, code_hash, kind, email, user_id, created_at, expires_at)
         select ?3, ?4, 'reset-password', ?1, (select id from users where email = ?1), ?2, ?5
         where not exists (select 1 from mail_codes
           where email = ?1 and kind = 'reset-password' and used_at is null and expires_at > ?2)`,
      )
      .bind(email, now, id, codeHash, expiresAt),
  ]);
  return renewed?.results[0]?.id ?? id;
}

/** What a mail about a code needs to know; null once the code is used, expired or replaced. */
export async function findMailCodeById(
  d1: D1Database,
  { id, now }: { id: string; now: number },
): Promise<{ kind: MailCodeKind; email: string; isRegistered: boolean } | null> {
  const row = await d1
    .prepare(
      `select c.kind, c.email, exists (select 1 from users u where u.email = c.email) as registered
       from mail_codes c where c.id = ?1 and c.used_at is null and c.expires_at > ?2`,
    )
    .bind(id, now)
    .first<{ kind: MailCodeKind; email: string; registered: number }>();
  return row === null ? null : { kind: row.kind, email: row.email, isRegistered: row.registered === 1 };
}

/** The address of a code that signs up somebody new, and consumes nothing. Null: unknown, used or expired. */
export async function findSignUpCode(
  d1: D1Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<{ email: string } | null> {
  return d1
    .prepare(
      `select email from mail_codes where code_hash = ?1 and kind = 'sign-up' and used_at is null and expires_at > ?2
       and not exists (select 1 from users where users.email = mail_codes.email)`,
    )
    .bind(codeHash, now)
    .first<{ email: string }>();
}

/** The account of a code that sets a new password, and consumes nothing. Null: unknown, used, expired, or no account. */
export async function findResetCode(
  d1: D1Database,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<{ email: string; userId: number } | null> {
  return d1
    .prepare(
      `select u.email, u.id as userId from mail_codes c join users u on u.id = c.user_id and u.email = c.email
       where c.code_hash = ?1 and c.kind = 'reset-password' and c.used_at is null and c.expires_at > ?2`,
    )
    .bind(codeHash, now)
    .first<{ email: string; userId: number }>();
}
