import type { JobKind } from "#app/domain/job-kinds.ts";

/**
 * Jobs that can be run again after a failure. Users' requests (trainings, analyses, imports) are excluded: their uses
 * were returned, and users can repeat them. A push would be too late.
 */
export const RUN_AGAIN_KINDS: readonly JobKind[] = [
  "build-features",
  "send-mail",
  "send-sign-up-notice",
  "send-alarm",
  "sync-billing",
  "erase-account",
  "reconcile-billing",
  "show-results",
  "settle-records",
  "enter-names",
  "settle-bets",
  "build-rankings",
  "fix-crowd",
  "back-up-database",
];
