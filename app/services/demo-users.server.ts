import { BUSY } from "#app/adapters/password-hash.server.ts";
import type { PLANS } from "#app/domain/plans/plans.ts";
import type { Deps } from "./deps.server.ts";

/** One password for all demo accounts (README "Demo accounts"); they are made in development only. */
export const DEMO_PASSWORD = "keiba-demo-2026";

/** One account per plan, the admin's and a restricted one. */
const DEMO_USERS = [
  { email: "admin@demo.example", name: "デモ管理者", plan: 0 },
  { email: "free@demo.example", name: "デモ無料", plan: 1 },
  { email: "starter@demo.example", name: "デモスターター", plan: 2 },
  { email: "standard@demo.example", name: "デモスタンダード", plan: 3 },
  { email: "pro@demo.example", name: "デモPRO", plan: 4 },
  { email: "premium@demo.example", name: "デモPREMIUM", plan: 5 },
  { email: "unlimited@demo.example", name: "デモUNLIMITED", plan: 6 },
  { email: "restricted@demo.example", name: "デモ制限", plan: 103 },
] as const satisfies readonly { email: string; name: string; plan: (typeof PLANS)[number]["plan"] }[];

/**
 * Makes the demo accounts that do not exist yet, with the plan's history; safe to repeat.
 * @returns how many were made; 0 in production, where nothing is ever written.
 */
export async function ensureDemoUsers(deps: Deps): Promise<number> {
  if (deps.config.environment !== "development") return 0;
  const { count } = (await deps.d1
    .prepare("select count(*) count from users where is_demo = 1")
    .first<{ count: number }>()) ?? { count: 0 };
  if (count >= DEMO_USERS.length) return 0;
  const now = deps.now();
  const passwordHash = await deps.passwords.hash(DEMO_PASSWORD);
  if (passwordHash === BUSY) throw new Error("too many passwords wait to be hashed");
  const results = await deps.d1.batch(
    DEMO_USERS.flatMap(({ email, name, plan }) => [
      deps.d1
        .prepare(
          `insert into users (email, name, password_hash, plan, is_demo, created_at) values (?1, ?2, ?3, ?4, 1, ?5)
           on conflict (email) do nothing`,
        )
        .bind(email, name, passwordHash, plan, now),
      deps.d1
        .prepare(
          `insert into plan_changes (user_id, plan, reason, effective_at, recorded_at)
           select id, ?2, 'demo', ?3, ?3 from users where email = ?1 and changes() = 1`,
        )
        .bind(email, plan, now),
    ]),
  );
  return results.filter((result, index) => index % 2 === 0 && result.meta.changes === 1).length;
}
