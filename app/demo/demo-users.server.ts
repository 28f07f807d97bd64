import { BUSY } from "#app/adapters/password-hash.server.ts";
import { countDemoUsers, insertDemoUsers } from "#app/demo/db/demo-users.server.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** The password of all demo accounts (front README); they are created in development only. */
export const DEMO_PASSWORD = "keiba-demo-2026";

export const DEMO_USERS = [
  { email: "admin@demo.example", name: "デモ管理者", plan: 0 },
  { email: "free@demo.example", name: "デモ無料", plan: 1 },
  { email: "starter@demo.example", name: "デモスターター", plan: 2 },
  { email: "standard@demo.example", name: "デモスタンダード", plan: 3 },
  { email: "pro@demo.example", name: "デモPRO", plan: 4 },
  { email: "premium@demo.example", name: "デモPREMIUM", plan: 5 },
  { email: "unlimited@demo.example", name: "デモUNLIMITED", plan: 6 },
  { email: "restricted@demo.example", name: "デモ制限", plan: 103 },
] as const;

/** Before the start of their subscriptions at the stand-in for Stripe. */
const SIGNED_UP_SECONDS_AGO = 120 * DAY_SECONDS;

/** Creates the missing demo accounts, with their plan history. @returns how many; 0 in production */
export async function ensureDemoUsers(deps: Deps): Promise<number> {
  if (deps.config.environment !== "development") return 0;
  if ((await countDemoUsers(deps.db)) >= DEMO_USERS.length) return 0;
  const passwordHash = await deps.passwords.hash(DEMO_PASSWORD);
  if (passwordHash === BUSY) throw new Error("too many passwords wait to be hashed");
  const now = deps.now();
  const users = DEMO_USERS.map(({ plan, ...user }) => ({
    ...user,
    plans: [
      { plan: Plan.free, at: now - SIGNED_UP_SECONDS_AGO },
      { plan, at: now },
    ],
  }));
  return insertDemoUsers(deps.db, { users, passwordHash });
}
