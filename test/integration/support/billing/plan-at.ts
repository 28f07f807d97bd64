import { sql } from "#test/integration/support/workerd/sql.ts";
/** The plan of a user at an instant (unix seconds); null before the first one. By plan_changes_user_id_effective_at. */
export async function findPlanAt(
  d1: D1Database,
  { userId, at }: { userId: number; at: number },
): Promise<number | null> {
  const row = await sql(d1)`select plan from plan_changes where user_id = ${userId} and effective_at <= ${at}
    order by effective_at desc, id desc limit 1`.first<{ plan: number }>();
  return row?.plan ?? null;
}
