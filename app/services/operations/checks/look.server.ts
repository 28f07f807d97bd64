import type { Walk } from "#app/db/operations/checks/work-walks.server.ts";
import type { CheckedPage, SiteCheck } from "#app/domain/operations/site-checks.ts";
import type { Deps } from "#app/services/deps.server.ts";

export interface CheckInput {
  check: SiteCheck;
  /** From the page before; "" at first. */
  after: string;
  /** Nobody is at work, no message is on its way: what would still be done by itself is broken already. */
  isIdle: boolean;
  /** Objects that were stored before this instant of R2's clock should be named by a row. */
  storedBefore: number;
}

/** One of the checks: a look at its next rows or objects. */
export type Look = (deps: Deps, input: Walk & Pick<CheckInput, "storedBefore">) => Promise<CheckedPage>;
