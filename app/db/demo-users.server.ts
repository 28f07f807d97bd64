/** Demo accounts of a local start (`users.is_demo`). */

export async function countDemoUsers(d1: D1Database): Promise<number> {
  const row = await d1.prepare("select count(*) count from users where is_demo = 1").first<{ count: number }>();
  return row?.count ?? 0;
}

/** Adds those whose address is free, each with the first entry of its plan's history; gives how many were added. */
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
        .bind(email, name, passwordHash, plan, now),
      d1
        .prepare(
          `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
           select id, ?2, 'demo', ?3, ?3 from users where email = ?1 and changes() = 1`,
        )
        .bind(email, plan, now),
    ]),
  );
  return results.filter((result, index) => index % 2 === 0 && result.meta.changes === 1).length;
}
