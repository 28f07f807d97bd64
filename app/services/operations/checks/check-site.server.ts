import {
  walkAccounts,
  walkCodes,
  walkPasskeys,
  walkPayments,
  walkSessions,
} from "#app/db/operations/checks/account-walks.server.ts";
import { walkBets, walkLedgerDays } from "#app/db/operations/checks/ledger-walks.server.ts";
import {
  type Walk,
  walkAnalyses,
  walkImports,
  walkModels,
  walkNotifications,
  walkOpenJobs,
  walkRaces,
  walkUses,
} from "#app/db/operations/checks/work-walks.server.ts";
import type { CheckedPage, SiteCheck, WalkedRow } from "#app/domain/operations/site-checks.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { CheckInput, Look } from "./look.server.ts";
import { checkQuotas } from "./quotas.server.ts";
import { checkRankings } from "./ranking-lists.server.ts";
import { checkArtifacts, checkFeatures, checkObjects, checkShares } from "./stored-objects.server.ts";
import { checkCustomers, checkStripe } from "./stripe-mirror.server.ts";

const LOOKS: Record<SiteCheck, Look> = {
  quotas: checkQuotas,
  uses: walking("use", 1000, walkUses),
  analyses: walking("analysis", 500, walkAnalyses),
  models: walking("model", 500, walkModels),
  jobs: walking("job", 1000, walkOpenJobs),
  accounts: walking("user", 200, walkAccounts),
  payments: walking("event", 1000, walkPayments),
  stripe: checkStripe,
  customers: checkCustomers,
  artifacts: checkArtifacts,
  shares: checkShares,
  features: checkFeatures,
  objects: checkObjects,
  bets: walking("bets of model and race", 200, walkBets),
  "ledger-days": walking("race day", 5, walkLedgerDays),
  rankings: checkRankings,
  races: walking("race", 500, walkRaces),
  imports: walking("import", 500, walkImports),
  sessions: walking("session", 1000, walkSessions),
  passkeys: walking("passkey", 1000, walkPasskeys),
  codes: walking("code", 1000, walkCodes),
  notifications: walking("notification", 1000, walkNotifications),
};

/** Read-only and bounded; follow `next`. A finding may be a change in progress: repeat the check. */
export async function checkSite(deps: Deps, { check, after, isIdle, storedBefore }: CheckInput): Promise<CheckedPage> {
  const now = deps.now();
  const time = { now, clockSpeed: deps.clockSpeed, isIdle, today: japanDay(now) };
  return LOOKS[check](deps, { ...time, after, limit: 0, storedBefore });
}

function walking(subject: string, limit: number, walk: (db: Deps["db"], input: Walk) => Promise<WalkedRow[]>): Look {
  return async ({ db }, input) => {
    const rows = await walk(db, { ...input, limit });
    return {
      seen: rows.length,
      broken: rows.flatMap(({ key, fault }) => (fault === null ? [] : [`${subject} ${key}: ${fault}`])),
      next: rows.length < limit ? null : String(rows.at(-1)?.key),
    };
  };
}
