import type { Walk } from "#app/db/operations/checks/work-walks.server.ts";
import type { CheckedPage, SiteCheck } from "#app/domain/operations/site-checks.ts";
import type { Deps } from "#app/services/deps.server.ts";

export interface CheckInput {
  check: SiteCheck;
  /** "" at first. */
  after: string;
  /** No work in progress: unfinished work counts as broken. */
  isIdle: boolean;
  /** Older objects need a row (R2's clock). */
  storedBefore: number;
}

export type Look = (deps: Deps, input: Walk & Pick<CheckInput, "storedBefore">) => Promise<CheckedPage>;
