import { ROW_WALKS, walkRows } from "#app/db/operations/checks/row-walks.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { type CheckedPage, type Look, nextAfter } from "./look.server.ts";
import { checkQuotas } from "./quotas.server.ts";
import { checkArtifacts, checkFeatures, checkObjects, checkRankings, checkShares } from "./stored-objects.server.ts";
import { checkCustomers, checkStripe } from "./stripe-mirror.server.ts";

const LOOKS = {
  quotas: checkQuotas,
  analyses: walking("analyses"),
  models: walking("models"),
  imports: walking("imports"),
  jobs: walking("jobs"),
  notifications: walking("notifications"),
  accounts: walking("accounts"),
  stripe: checkStripe,
  customers: checkCustomers,
  artifacts: checkArtifacts,
  shares: checkShares,
  features: checkFeatures,
  objects: checkObjects,
  bets: walking("bets"),
  rankings: checkRankings,
};

export type SiteCheck = keyof typeof LOOKS;

export const SITE_CHECKS = Object.keys(LOOKS) as SiteCheck[];

export function isSiteCheck(name: string): name is SiteCheck {
  return Object.hasOwn(LOOKS, name);
}

export interface CheckInput {
  check: SiteCheck;
  /** "" at first. */
  after: string;
  /** No work in progress: unfinished work counts as broken. */
  isIdle: boolean;
  storedBefore: number;
}

/** Read-only and bounded; follow `next`. A finding may be a change in progress: repeat the check. */
export async function checkSite(deps: Deps, { check, ...input }: CheckInput): Promise<CheckedPage> {
  const now = deps.now();
  return LOOKS[check](deps, { ...input, now, clockSpeed: deps.clockSpeed, today: japanDay(now) });
}

function walking(name: keyof typeof ROW_WALKS): Look {
  const walk = ROW_WALKS[name];
  return async ({ db }, input) => {
    const rows = await walkRows(db, walk, input);
    return {
      seen: rows.length,
      broken: rows.flatMap(({ name, fault }) => (fault === null ? [] : [`${walk.subject} ${name}: ${fault}`])),
      next: nextAfter(rows, walk.limit, ({ key }) => key),
    };
  };
}
