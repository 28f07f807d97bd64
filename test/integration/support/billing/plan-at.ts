/** The plan of a user at an instant (unix seconds); null before the first one. By plan_changes_user_id_effective_at. */
export async function findPlanAt(
  d1: D1Database,
  { userId, at }: { userId: number; at: number },
): Promise<number | null> {
  const row = await d1
    .prepare(
      `select plan from plan_changes where user_id = ?1 and effective_at <= ?2
       order by effective_at desc, id desc limit 1`,
    )
    .bind(userId, at)
    .first<{ plan: number }>();
  return row?.plan ?? null;
}
