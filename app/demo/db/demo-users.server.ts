/** Demo accounts of a local start (`users.is_demo`). */

export async function countDemoUsers(d1: D1Database): Promise<number> {
  const row = await d1.prepare("select count(*) count from users where is_demo = 1").first<{ count: number }>();
  return row?.count ?? 0;
}

/** Those of the demo accounts that are on paid or restricted plans, and no subscription was ever mirrored for. */
export async function listDemoPayers(
  d1: D1Database,
  { emails }: { emails: readonly string[] },
): Promise<{ userId: number; email: string; plan: number; customerId: string | null }[]> {
  const { results } = await d1
    .prepare(
      `select id as userId, email, plan, stripe_customer_id as customerId from users
       where is_demo = 1 and deleted_at is null and (plan between 2 and 6 or plan between 102 and 106)
       and email in (select value from json_each(?1))
       and not exists (select 1 from subscriptions where user_id = users.id) order by id`,
    )
    .bind(JSON.stringify(emails))
    .all<{ userId: number; email: string; plan: number; customerId: string | null }>();
  return results;
}

/** Their sign-up lies before what their subscriptions at the stand-in for Stripe say. */
const SIGNED_UP_SECONDS_AGO = 120 * 86_400;
/** Plan of every account at its sign-up. */
const FREE = 1;

/**
 * Adds those whose address is free, signed up some time ago on the Free plan and given theirs now; gives how many were
 * added.
 */
export async function insertDemoUsers(
  d1: D1Database,
  {
    users,
    passwordHash,
    now,
  }: { users: readonly { email: string; name: string; plan: number }[]; passwordHash: string; now: number },
): Promise<number> {
  const results = await d1.batch(
    users.flatMap(({ email, name, plan }) => [
      d1
        .prepare(
          `insert into users (email, name, password_hash, plan, is_demo, created_at) values (?1, ?2, ?3, ?4, 1, ?5)
           on conflict (email) do nothing`,
        )
        .bind(email, name, passwordHash, plan, now - SIGNED_UP_SECONDS_AGO),
      d1
        .prepare(
          `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
           select u.id, value ->> 0, 'demo', value ->> 1, ?2 from users u, json_each(?3)
           where u.email = ?1 and changes() = 1 order by key`,
        )
        .bind(
          email,
          now,
          JSON.stringify([
            [FREE, now - SIGNED_UP_SECONDS_AGO],
            [plan, now],
          ]),
        ),
    ]),
  );
  return results.filter((result, index) => index % 2 === 0 && result.meta.changes === 1).length;
}
