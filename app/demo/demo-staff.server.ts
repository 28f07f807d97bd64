import { listStaff, upsertStaff } from "#app/db/operations/staff.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { secondFactorOf } from "#app/services/operations/staff.server.ts";

const DEMO_STAFF = "admin@demo.example";
/** The same at every start, so that an authenticator app keeps working. */
const TOTP_SEED = "demo";

/** Makes the demo account staff, unless it is. @returns its address and second factor; null in production */
export async function ensureDemoStaff(deps: Deps): Promise<{ email: string; secret: string } | null> {
  if (deps.config.environment !== "development") return null;
  const known = await listStaff(deps.db);
  if (!known.some(({ email }) => email === DEMO_STAFF))
    await upsertStaff(deps.db, { email: DEMO_STAFF, totpSeed: TOTP_SEED, now: deps.now() });
  const { secret } = await secondFactorOf(deps, { totpSeed: TOTP_SEED, email: DEMO_STAFF });
  return { email: DEMO_STAFF, secret };
}
